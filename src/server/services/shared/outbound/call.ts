import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The address leads to a place that the server doesn't call. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** The answer, as far as anybody looks at it. */
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
  /** The most that is read of the answer's body; with 0 only its head is waited for. */
  mostBytes: number;
  /** Resolves names; the system's own, unless told otherwise. */
  lookup?: typeof systemLookup;
}

/**
 * Calls an address that somebody else has given. Names are judged by what they resolve to when the connection is made, so
 * that none can change in between, and redirects are not followed.
 * @throws {ForbiddenAddressError} or what the network says
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
      // The status has been told: the rest is of no use.
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
