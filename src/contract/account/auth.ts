import * as v from 'valibot';
import { isVisible } from '../wire/controls.ts';
import { endpoint } from '../wire/endpoint.ts';
import { anyId, text, timestamp } from '../wire/primitives.ts';
import { emailAddress } from './email.ts';

/** Checks only type and length; the rules for new passwords are in the domain. */
const passwordText = v.pipe(v.string(), v.minLength(1, 'Password is required.'), v.maxLength(200));
const email = emailAddress('Invalid email address.', 'Email is required.');
/** A brand's name, in any script. */
const brandName = v.pipe(text(120, 1), v.check(isVisible, 'Name is required.'));
const opaqueToken = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));

const tokens = { accessToken: opaqueToken, refreshToken: opaqueToken, accessTokenExpiration: timestamp };

/**
 * The brand named in an access token; null if the token names none, such as another provider's. The token isn't verified, since
 * only the server can do that. The check keeps one brand's id from being paired with another's token.
 */
function brandOfToken(accessToken: string): string | null {
  const { brandId, sub } = claimsOf(accessToken);
  if (typeof brandId === 'string') return brandId;
  // The subject may also be a person's id.
  return typeof sub === 'string' && sub.startsWith('brd_') ? sub : null;
}

function claimsOf(token: string): { brandId?: unknown; sub?: unknown } {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

/** A brand's session as sent by the server; `accessTokenExpiration` is an instant. */
export const brandSessionSchema = v.pipe(
  v.object({ brandId: anyId, ...tokens }),
  v.check(
    ({ brandId, accessToken }) => (brandOfToken(accessToken) ?? brandId) === brandId,
    'Expected a token for the same brand.',
  ),
);
export type BrandSession = v.InferOutput<typeof brandSessionSchema>;
export const adminSessionSchema = v.object({ adminUserId: anyId, ...tokens });
export type AdminSession = v.InferOutput<typeof adminSessionSchema>;

const done = v.object({});

export const refreshBrand = endpoint({
  method: 'POST',
  path: '/v1.0/auth/brand/refresh',
  summary:
    'Exchanges a refresh token for a new pair of tokens. The previous refresh token stays valid until the new one is used.',
  access: 'public',
  body: v.object({ brandId: anyId, refreshToken: opaqueToken }),
  answer: brandSessionSchema,
  errors: ['invalid_refresh_token'],
});

export const refreshAdmin = endpoint({
  method: 'POST',
  path: '/v1.0/auth/admin/refresh',
  summary: 'Exchanges a team member’s refresh token for a new pair of tokens.',
  access: 'public',
  body: v.object({ adminUserId: anyId, refreshToken: opaqueToken }),
  answer: adminSessionSchema,
  errors: ['invalid_refresh_token'],
});

export const login = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/login',
  summary: 'Logs a brand in.',
  access: 'public',
  body: v.object({ email, password: passwordText }),
  answer: brandSessionSchema,
  errors: ['invalid_credentials', 'too_many_requests'],
});

export const signup = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/signup',
  summary: 'Creates a brand, and emails it a verification link.',
  access: 'public',
  body: v.object({ name: brandName, email, password: passwordText }),
  answer: brandSessionSchema,
  errors: ['email_taken', 'too_many_requests'],
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/requestPasswordReset',
  summary: 'Emails a password reset link. The response is the same for an unknown email.',
  access: 'public',
  body: v.object({ email }),
  answer: done,
  errors: ['too_many_requests'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/resetPassword',
  summary: 'Sets a new password with the code from a reset link.',
  access: 'public',
  body: v.object({
    brandId: v.pipe(v.string(), v.nonEmpty('Brand ID is required.'), anyId),
    resetCode: v.pipe(v.string(), v.nonEmpty('Reset code is required.'), v.maxLength(200)),
    password: passwordText,
  }),
  answer: done,
  errors: ['invalid_code', 'too_many_requests'],
});

const emailCode = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/brand/v1.0/verifyEmail',
  summary: 'Verifies the brand’s email with the code from a verification link.',
  access: 'session',
  body: v.object({ emailCode }),
  answer: done,
  errors: ['invalid_code', 'too_many_requests'],
});

/** Links in emails open in the mail app's browser, which often has no session. */
export const verifyEmailByLink = endpoint({
  method: 'POST',
  path: '/brand/v1.0/verifyEmail',
  summary:
    'Verifies the email of the brand named in a verification link, without a session. Servers without this call answer 401, as to any call without a session.',
  access: 'public',
  body: v.object({ brandId: anyId, emailCode }),
  answer: v.object({ brandName: v.string() }),
  errors: ['invalid_code', 'too_many_requests'],
  optional: true,
});

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/sendEmailCode',
  summary: 'Emails a new verification link.',
  access: 'session',
  answer: done,
  errors: ['too_many_requests'],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/changeEmail',
  summary: 'Changes a brand’s unverified email, and emails a link to the new address. Earlier links stop working.',
  access: 'session',
  body: v.object({ email, password: passwordText }),
  answer: done,
  errors: ['email_taken', 'email_verified', 'too_many_requests'],
  optional: true,
});

/** Beyond the specification: an active session of the brand. */
export const sessionInfoSchema = v.object({
  id: anyId,
  userAgent: v.nullable(v.string()),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  /** True for the session of this request. */
  current: v.boolean(),
});
export type SessionInfo = v.InferOutput<typeof sessionInfoSchema>;

export const changePassword = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/changePassword',
  summary: 'Changes the password, given the current one. The brand’s other sessions end.',
  access: 'session',
  body: v.object({ currentPassword: passwordText, newPassword: passwordText }),
  answer: done,
  errors: ['too_many_requests'],
  optional: true,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/brand/v1.0/auth/sessions',
  summary: 'Lists the brand’s active sessions, most recently used first.',
  access: 'session',
  answer: v.array(sessionInfoSchema),
  optional: true,
});

export const logout = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/logout',
  summary: 'Ends the current session and revokes its tokens.',
  access: 'session',
  answer: done,
  optional: true,
});

/** Logs out without an access token, since the app may only have expired ones. */
export const logoutByToken = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/logout',
  summary:
    'Ends a session by any of its refresh tokens, including replaced ones. The response is the same for an unknown token.',
  access: 'public',
  body: v.object({ brandId: anyId, refreshToken: opaqueToken }),
  answer: done,
  optional: true,
});

/** Logs out a session of the provider's team; the specification has no call for it. */
export const logoutAdmin = endpoint({
  method: 'POST',
  path: '/v1.0/auth/admin/logout',
  summary: 'Ends a team member’s session by any of its refresh tokens. The response is the same for an unknown token.',
  access: 'public',
  body: v.object({ adminUserId: anyId, refreshToken: opaqueToken }),
  answer: done,
  optional: true,
});

export const logoutEverywhere = endpoint({
  method: 'POST',
  path: '/brand/v1.0/auth/logoutEverywhere',
  summary: 'Ends all of the brand’s sessions except the current one.',
  access: 'session',
  answer: done,
  optional: true,
});
