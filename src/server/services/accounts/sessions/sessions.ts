import { and, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import type { BrandSession } from '#contract/account/auth.ts';
import type { Database } from '#server/database/database.ts';
import { brands, sessions } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import type { AccessTokens } from '#server/services/shared/access-tokens.ts';
import { limitMisses } from '#server/services/shared/attempts.ts';
import { networkOf } from '#server/services/shared/network-of.ts';
import { newLoginEmail } from '../emails.ts';
import { isPassword } from '../passwords.ts';
import { isFamiliar, rememberNetwork } from './familiar-networks.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { expiryOf, rotationOf } from './session-rotation.ts';

export interface SessionDeps {
  db: Database;
  access: AccessTokens;
  refresh: RefreshTokens;
  now(): Date;
  /** Returns emails of accounts that this caller may not log in to, such as the demo account from another machine. */
  closedTo?(caller: Pick<Caller, 'remoteSign'>): readonly string[];
}

/** Origin of a request. */
export interface Caller {
  address: string;
  userAgent: string | null;
  /** The part of the request that shows that it came from another machine; null if none does. */
  remoteSign: 'address' | 'host' | 'origin' | null;
}

interface Login extends Caller {
  email: string;
  password: string;
}

/** The fields of a request's brand that determine its permissions. */
export interface SessionBrand {
  id: string;
  /** The session of the request. */
  sessionId: string;
  name: string;
  emailVerified: boolean;
  approvalStatus: 'PENDING' | 'APPROVED' | 'REJECTED';
  isSuspended: boolean;
  /** The brand's latest revision in its feed. */
  revision: number;
  feedEpoch: string;
}

const sessionOf = async (deps: SessionDeps, brandId: string, sessionId: string, generation: number, now: Date) => ({
  brandId,
  ...(await deps.access.sign({ ownerId: brandId, sessionId }, now)),
  refreshToken: deps.refresh.make(sessionId, generation),
});

/**
 * Logs a brand in. Attempts are limited per account and network, with a far higher limit per network. A third limit
 * counts an account's attempts from all networks without an earlier login to it. Strangers who exhaust it lock each
 * other out, but not the brand on its usual networks.
 * @throws {ApiError} 401 if the email or password is wrong, without saying which; 429 after many attempts
 */
export async function logIn(deps: SessionDeps, { email, password, ...caller }: Login): Promise<BrandSession> {
  const now = deps.now();
  const account = email.toLowerCase();
  const { address, userAgent } = caller;
  const network = networkOf(address);
  const isKnown = await isFamiliar(deps.db, account, address, now);
  const limits = [
    { subject: ['login', account, network], max: 10 },
    { subject: ['login', network], max: 300 },
    ...(isKnown ? [] : [{ subject: ['login of strangers', account], max: 50 }]),
  ];
  const brand = await limitMisses(deps.db, limits, now, async () => {
    const [found] = await deps.db
      .select({ id: brands.id, passwordHash: brands.passwordHash })
      .from(brands)
      .where(eq(brands.email, account));
    const isOpen = deps.closedTo?.(caller).includes(account) !== true;
    const right = await isPassword(password, found?.passwordHash ?? null);
    if (found === undefined || !right || !isOpen) throw incorrect();
    return found;
  });
  await rememberNetwork(deps.db, account, address, now);
  return deps.db.transaction(async (tx) => {
    // A password change ends all sessions. A concurrent login with the old password must not create one that survives it.
    const [still] = await tx
      .select({ verified: brands.emailVerified, isNotified: brands.loginNotificationsEnabled })
      .from(brands)
      .where(and(eq(brands.id, brand.id), eq(brands.passwordHash, brand.passwordHash)))
      .for('share');
    if (still === undefined) throw incorrect();
    if (still.verified && still.isNotified) {
      const content = newLoginEmail.of({ userAgent: userAgent?.slice(0, 400) ?? null, address });
      await queueMail(tx, { brandId: brand.id, recipient: account, content, now });
    }
    return startSession({ ...deps, db: tx }, brand.id, userAgent);
  });
}

const incorrect = () => new ApiError('invalid_credentials', 'Incorrect email or password.');

/** Starts a session for a brand that has been authenticated. */
export async function startSession(
  deps: SessionDeps,
  brandId: string,
  userAgent: string | null,
): Promise<BrandSession> {
  const now = deps.now();
  const id = newId('ses', now);
  await deps.db.insert(sessions).values({
    id,
    brandId,
    userAgent: userAgent?.slice(0, 400) ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: expiryOf(now, now),
  });
  return sessionOf(deps, brandId, id, 1, now);
}

/**
 * Exchanges a refresh token for the next one. The token that was just replaced gets the same successor again, since
 * the response may have been lost. An older one was stolen or copied, and ends the session.
 * @throws {ApiError} 401
 */
export async function refreshSession(deps: SessionDeps, brandId: string, token: string): Promise<BrandSession> {
  const now = deps.now();
  const given = deps.refresh.read(token);
  const generation = given === null ? null : await deps.db.transaction((tx) => rotate(tx, { brandId, ...given }, now));
  if (given === null || generation === null) {
    throw new ApiError('invalid_refresh_token', 'Your session has ended. Please log in again.');
  }
  return sessionOf(deps, brandId, given.sessionId, generation, now);
}

/**
 * Returns the generation for the response; null if the token is invalid. The row lock makes two concurrent refreshes agree.
 */
async function rotate(
  tx: Database,
  given: { brandId: string; sessionId: string; generation: number },
  now: Date,
): Promise<number | null> {
  const isSession = eq(sessions.id, given.sessionId);
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(isSession, eq(sessions.brandId, given.brandId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .for('update');
  if (session === undefined) return null;
  switch (rotationOf(session, given.generation, now)) {
    case 'next': {
      const generation = session.generation + 1;
      const expiresAt = expiryOf(session.createdAt, now);
      await tx.update(sessions).set({ generation, lastUsedAt: now, expiresAt }).where(isSession);
      return generation;
    }
    case 'again':
      return session.generation;
    case 'stolen':
      await tx.update(sessions).set({ revokedAt: now }).where(isSession);
      return null;
    case 'unknown':
      return null;
  }
}

/** The brand of an access token, with the token's expiry. */
export interface AuthenticatedBrand extends SessionBrand {
  tokenExpiresAt: Date;
}

/** Returns the brand of an access token, unless its session has ended. */
export async function authenticate(deps: SessionDeps, token: string): Promise<AuthenticatedBrand | null> {
  const now = deps.now();
  const claims = await deps.access.verify(token, now);
  if (claims === null) return null;
  const [brand] = await readOpenSessions(deps.db, [claims.sessionId], now);
  return brand?.id === claims.ownerId ? { ...brand, tokenExpiresAt: claims.expiresAt } : null;
}

/** Returns the brands of these sessions, leaving out sessions that have ended. */
export async function readOpenSessions(db: Database, ids: readonly string[], now: Date): Promise<SessionBrand[]> {
  const rows = await db
    .select({
      sessionId: sessions.id,
      id: brands.id,
      name: brands.name,
      emailVerified: brands.emailVerified,
      approvalStatus: brands.approvalStatus,
      suspendedAt: brands.suspendedAt,
      revision: brands.revision,
      feedEpoch: brands.feedEpoch,
    })
    .from(sessions)
    .innerJoin(brands, eq(brands.id, sessions.brandId))
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return rows.map(({ suspendedAt, ...brand }) => ({ ...brand, isSuspended: suspendedAt !== null }));
}

/** Deletes expired sessions, and revoked ones after 30 days. */
export async function pruneSessions(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 86_400_000);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, now), lt(sessions.revokedAt, longAgo)));
}
