import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The URL resolves to an address that the server must not call. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** The parts of the response that callers use. */
export interface OutboundResponse {
  status: number;
  retryAfter: string | null;
  /** The target of a redirect, which isn't followed. */
  location: string | null;
  /** Null if it exceeds the requested maximum. */
  body: Buffer | null;
}

export interface OutboundCall {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Timeout of the entire exchange, ms. */
  timeoutMs: number;
  /** False for a URL set by the operator, which may have any address. */
  mustBePublic: boolean;
  /** Maximum length of the response's body; 0 waits only for the headers. */
  maxBytes: number;
  /** Resolves names; defaults to the system's resolver. */
  lookup?: typeof systemLookup;
}

/**
 * Calls a URL from an untrusted source. A name's addresses are checked while the connection is made, so they can't
 * change in between. Redirects aren't followed.
 * @throws {ForbiddenAddressError} or the network's error
 */
export function callOutbound({ url, method, headers, body, timeoutMs, mustBePublic, maxBytes, lookup }: OutboundCall) {
  return new Promise<OutboundResponse>((resolve, reject) => {
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
      // The status is known, so the rest of the response isn't needed.
      const leave = () => {
        request.destroy();
        resolve({ ...answer, body: null });
      };
      response.on('error', reject);
      if (maxBytes === 0) return leave();
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes) leave();
        else parts.push(part);
      });
      response.on('end', () => resolve({ ...answer, body: Buffer.concat(parts) }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Rejects a name if any of its addresses isn't public, since the connection could use that one. */
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
