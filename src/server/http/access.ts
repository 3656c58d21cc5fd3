import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../api-error.ts';
import { authenticate, type SessionBrand } from '../services/sessions.ts';
import type { HttpDeps } from './deps.ts';

/**
 * The brand of a request, if the endpoint is for it.
 * @throws {ApiError} 401 without a valid session; 403 for a brand that isn't verified or approved yet
 */
export async function requireBrand(deps: HttpDeps, endpoint: Endpoint, headers: Headers): Promise<SessionBrand> {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/i.exec(headers.get('Authorization') ?? '') ?? [];
  const brand = token === undefined ? null : await authenticate(deps, token);
  if (brand === null) {
    throw new ApiError('unauthorized', 'Please log in.', { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  if (endpoint.access === 'approved') {
    if (!brand.emailVerified) throw new ApiError('email_not_verified', 'Please verify your email.');
    if (brand.approvalStatus !== 'APPROVED') throw new ApiError('not_approved', 'Your account is under review.');
  }
  return brand;
}
