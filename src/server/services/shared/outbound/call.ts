import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The address leads to a place that the server doesn't call. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** The parts of the answer that callers use. */
export interface OutboundAnswer {
  status: number;
  retryAfter: string | null;
  /** The target of a redirect, which is not followed. */
  location: string | null;
  /** Null where there is more of it than was asked for. */
  body: Buffer | null;
}

export interface OutboundCall {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Timeout of the whole exchange, ms. */
  timeoutMs: number;
  /** False for an address that the operator has named: it may be anywhere. */
  mustBePublic: boolean;
  /** Maximum read of the answer's body; 0 waits for the head only. */
  mostBytes: number;
  /** Resolves names; the system's resolver by default. */
  lookup?: typeof systemLookup;
}

/**
 * Calls a URL from an untrusted source. A name is checked by the address it resolves to as the connection is made, so that
 * it can't change in between, and redirects are not followed.
 * @throws {ForbiddenAddressError} or the network's error
 */
export function callOutbound({ url, method, headers, body, timeoutMs, mustBePublic, mostBytes, lookup }: OutboundCall) {
  return new Promise<OutboundAnswer>((resolve, reject) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (mustBePublic && isIP(host) !== 0 && !isPublicAddress(host)) {
      reject(new ForbiddenAddressError('Not a public internet address'));
      return;
    }
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method, headers, signal, agent: false as const };
    const guarded = mustBePublic ? { ...options, lookup: publicOnly(lookup ?? systemLookup) } : options;
    const request = send(url, guarded, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const { 'retry-after': retryAfter = null, location = null } = response.headers;
      const answer = { status: response.statusCode ?? 0, retryAfter, location };
      // The status is known; the rest of the answer isn't needed.
      const leave = () => {
        request.destroy();
        resolve({ ...answer, body: null });
      };
      response.on('error', reject);
      if (mostBytes === 0) return leave();
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) leave();
        else parts.push(part);
      });
      response.on('end', () => resolve({ ...answer, body: Buffer.concat(parts) }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Refuses a name of which any address is not public: one that could be taken for another. */
const publicOnly =
  (lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error('No address'), '', 4);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new ForbiddenAddressError('Not a public internet address'), '', 4);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
