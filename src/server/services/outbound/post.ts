import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The address leads to a place that the server doesn't call. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** What came back: no more of it than its status and when to come again. */
export interface PostAnswer {
  status: number;
  retryAfter: string | null;
}

interface Post {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Of the whole exchange, ms. */
  timeoutMs: number;
  /** False for an address that the operator has named: it may be anywhere. */
  mustBePublic: boolean;
  /** Resolves names; the system's own, unless told otherwise. */
  lookup?: typeof systemLookup;
}

/** As much of an answer's body is read at most: nothing in it is needed. */
const mostAnswerBytes = 16_384;

/**
 * Posts to an address that somebody else has given. Names are judged by what they resolve to when the connection is made, so
 * that none can change in between, and redirects are not followed.
 * @throws {ForbiddenAddressError} or what the network says
 */
export function postOutbound({ url, headers, body, timeoutMs, mustBePublic, lookup = systemLookup }: Post) {
  return new Promise<PostAnswer>((resolve, reject) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (mustBePublic && isIP(host) !== 0 && !isPublicAddress(host)) {
      reject(new ForbiddenAddressError('Not an address of the internet'));
      return;
    }
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', headers, signal, agent: false as const };
    const request = send(url, mustBePublic ? { ...options, lookup: publicOnly(lookup) } : options, (response) => {
      let bytes = 0;
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes <= mostAnswerBytes) return;
        // The status has been told: the rest is of no use.
        request.destroy();
        resolve(answer);
      });
      response.on('end', () => resolve(answer));
      response.on('error', reject);
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
        return done(new ForbiddenAddressError('Not an address of the internet'), '', 4);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
