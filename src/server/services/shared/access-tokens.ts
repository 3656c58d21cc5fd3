import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

const lifetimeMs = 15 * 60_000;
const issuer = 'afield';

/** Owners of the tokens' sessions. A token for one audience is invalid for the other. */
export type Audience = 'brand' | 'admin';

export interface AccessClaims {
  /** Id of the brand or the team member. */
  ownerId: string;
  sessionId: string;
}

/** Claims of a verified token. */
export interface VerifiedClaims extends AccessClaims {
  expiresAt: Date;
}

export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): Promise<{ accessToken: string; accessTokenExpiration: string }>;
  /** Returns null for an invalid or expired token. */
  verify(token: string, now: Date): Promise<VerifiedClaims | null>;
}

/** Derives a key for one purpose, so that signatures for one purpose are invalid for another. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`afield ${purpose}`).digest();

/** Creates signed tokens that are valid for 15 minutes. */
export function accessTokens(secret: string, audience: Audience = 'brand'): AccessTokens {
  const key = deriveKey(secret, 'access token');
  return {
    async sign({ ownerId, sessionId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const expiresAt = issuedAt + lifetimeMs / 1000;
      const accessToken = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(ownerId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { accessToken, accessTokenExpiration: new Date(expiresAt * 1000).toISOString() };
    },
    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          currentDate: now,
          requiredClaims: ['sub', 'sid', 'exp'],
        });
        const { sub, sid, exp } = payload;
        if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null;
        return { ownerId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
