import type { Endpoint } from '#contract/wire/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { refusalOf } from '#server/services/accounts/sessions/brand-access.ts';
import { type AuthenticatedBrand, authenticate } from '#server/services/accounts/sessions/sessions.ts';
import { type CreatorSession, openLink, unknownLink } from '#server/services/creators/use-link.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { networkOf } from '#server/services/shared/network-of.ts';
import type { HttpDeps } from '../deps.ts';

const bearerOf = (headers: Headers): string | null =>
  /^Bearer ([\w.-]{1,4096})$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;

/**
 * Authenticates a brand and checks its access to the endpoint.
 * @throws {ApiError} 401 without a valid session; 403 for a brand that isn't verified, isn't approved or is suspended
 */
export async function requireBrand(
  deps: HttpDeps,
  endpoint: Pick<Endpoint, 'access'>,
  headers: Headers,
): Promise<AuthenticatedBrand> {
  const token = bearerOf(headers);
  const brand = token === null ? null : await authenticate(deps, token);
  if (brand === null) {
    throw new ApiError('unauthorized', 'Please log in.', { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  const refusal = endpoint.access === 'approved' ? refusalOf(brand) : null;
  if (refusal !== null) throw refusal;
  return brand;
}

/**
 * Authenticates a creator by the link's token, sent as a bearer token.
 * @throws {ApiError} 401 without a valid link, 410 if it has expired or was replaced; 429 after many attempts with
 * invalid links from one network
 */
export async function requireLink(
  deps: Pick<HttpDeps, 'db' | 'links' | 'now'>,
  headers: Headers,
  address: string,
): Promise<CreatorSession> {
  const token = bearerOf(headers);
  const now = deps.now();
  if (token === null) throw unknownLink();
  if (deps.links.read(token) === null) {
    await countAttempt(deps.db, [{ subject: ['unknown link', networkOf(address)], max: 100 }], now);
    throw unknownLink();
  }
  return openLink({ ...deps, now }, token);
}

/**
 * Authenticates the creator of a call.
 * @throws {ApiError} like {@link requireLink}; 429 after many calls with one link or from one network
 */
export async function requireCreator(
  deps: HttpDeps,
  { method }: Pick<Endpoint, 'method'>,
  headers: Headers,
  address: string,
): Promise<CreatorSession> {
  const creator = await requireLink(deps, headers, address);
  const kind = method === 'GET' ? ({ name: 'read by link', max: 900 } as const) : { name: 'move by link', max: 120 };
  await countAttempt(
    deps.db,
    [
      { subject: [kind.name, creator.offerId], max: kind.max },
      // People in one house share an address, and so do all phones of some networks.
      { subject: [kind.name, 'network', networkOf(address)], max: kind.max * 10 },
    ],
    deps.now(),
  );
  return creator;
}
