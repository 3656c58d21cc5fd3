import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { AdminSession } from '#contract/account/auth.ts';
import type { Database } from '#server/database/database.ts';
import { adminSessions, adminUsers } from '#server/database/tables/account-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import type { RefreshTokens } from '../accounts/sessions/refresh-tokens.ts';
import { expiryOf, rotationOf } from '../accounts/sessions/session-rotation.ts';
import type { AccessTokens } from '../shared/access-tokens.ts';
import { emailKey } from '../shared/email-key.ts';

export interface AdminSessionDeps {
  db: Database;
  /** Tokens of the audience `admin`. */
  adminAccess: AccessTokens;
  refresh: RefreshTokens;
  now(): Date;
}

async function sessionOf(
  deps: AdminSessionDeps,
  adminUserId: string,
  sessionId: string,
  generation: number,
): Promise<AdminSession> {
  const tokens = await deps.adminAccess.sign({ ownerId: adminUserId, sessionId }, deps.now());
  return { adminUserId, ...tokens, refreshToken: deps.refresh.make(sessionId, generation) };
}

/**
 * Starts a session for a member of the provider's team, and registers the member on their first session. Sessions are
 * issued by a command, never through the API.
 */
export async function startAdminSession(deps: AdminSessionDeps, email: string): Promise<AdminSession> {
  const now = deps.now();
  const account = emailKey(email);
  const id = newId('ses', now);
  const adminUserId = await deps.db.transaction(async (tx) => {
    await tx
      .insert(adminUsers)
      .values({ id: newId('adm', now), email: account, createdAt: now })
      .onConflictDoNothing();
    const [user] = await tx.select({ id: adminUsers.id }).from(adminUsers).where(eq(adminUsers.email, account));
    if (user === undefined) throw new Error('The new user is not there');
    const expiresAt = expiryOf(now, now);
    await tx.insert(adminSessions).values({ id, adminUserId: user.id, createdAt: now, lastUsedAt: now, expiresAt });
    return user.id;
  });
  return sessionOf(deps, adminUserId, id, 1);
}

/**
 * Exchanges a refresh token for the next one, by the same rules as for a brand.
 * @throws {ApiError} 401
 */
export async function refreshAdminSession(
  deps: AdminSessionDeps,
  adminUserId: string,
  token: string,
): Promise<AdminSession> {
  const given = deps.refresh.read(token);
  const generation =
    given === null ? null : await deps.db.transaction((tx) => rotate(tx, { adminUserId, ...given }, deps.now()));
  if (given === null || generation === null) {
    throw new ApiError('invalid_refresh_token', 'Your session has ended. Please log in again.');
  }
  return sessionOf(deps, adminUserId, given.sessionId, generation);
}

async function rotate(
  tx: Database,
  given: { adminUserId: string; sessionId: string; generation: number },
  now: Date,
): Promise<number | null> {
  const isSession = eq(adminSessions.id, given.sessionId);
  const isOpen = and(isNull(adminSessions.revokedAt), gt(adminSessions.expiresAt, now));
  const [session] = await tx
    .select()
    .from(adminSessions)
    .where(and(isSession, eq(adminSessions.adminUserId, given.adminUserId), isOpen))
    .for('update');
  if (session === undefined) return null;
  const rotation = rotationOf(session, given.generation, now);
  if (rotation === 'again') return session.generation;
  if (rotation === 'stolen') await tx.update(adminSessions).set({ revokedAt: now }).where(isSession);
  if (rotation !== 'next') return null;
  const generation = session.generation + 1;
  const expiresAt = expiryOf(session.createdAt, now);
  await tx.update(adminSessions).set({ generation, lastUsedAt: now, expiresAt }).where(isSession);
  return generation;
}

/** Ends the session of a refresh token of any age. Ignores another member's token. */
export async function endAdminSessionOfToken(
  { db, refresh, now }: AdminSessionDeps,
  { adminUserId, refreshToken }: { adminUserId: string; refreshToken: string },
): Promise<void> {
  const given = refresh.read(refreshToken);
  if (given === null) return;
  const isSession = and(eq(adminSessions.id, given.sessionId), eq(adminSessions.adminUserId, adminUserId));
  await db
    .update(adminSessions)
    .set({ revokedAt: now() })
    .where(and(isSession, isNull(adminSessions.revokedAt)));
}

/** Ends every session of a team member. @returns the number of sessions ended */
export async function endAdminSessions(db: Database, email: string, now: Date): Promise<number> {
  const account = db
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(eq(adminUsers.email, emailKey(email)));
  const ended = await db
    .update(adminSessions)
    .set({ revokedAt: now })
    .where(and(eq(adminSessions.adminUserId, account), isNull(adminSessions.revokedAt)))
    .returning({ id: adminSessions.id });
  return ended.length;
}

/** Deletes expired sessions, and revoked ones after 30 days. */
export async function pruneAdminSessions(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 86_400_000);
  await db.delete(adminSessions).where(or(lt(adminSessions.expiresAt, now), lt(adminSessions.revokedAt, longAgo)));
}
