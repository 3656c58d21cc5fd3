import { ApiError } from '#server/errors/api-error.ts';
import type { SessionBrand } from './sessions.ts';

/** Returns the error for a brand that may not use the dashboard's API; null if it may. */
export function refusalOf(brand: SessionBrand): ApiError | null {
  if (!brand.emailVerified) return new ApiError('email_not_verified', 'Please verify your email.');
  if (brand.isSuspended) return new ApiError('suspended', 'Your account is suspended.');
  if (brand.approvalStatus === 'REJECTED') return new ApiError('not_approved', 'Your account wasn’t approved.');
  if (brand.approvalStatus !== 'APPROVED') return new ApiError('not_approved', 'Your account is under review.');
  return null;
}
