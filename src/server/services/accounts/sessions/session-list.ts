import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { SessionInfo } from '#contract/account/auth.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { sessions } from '#server/database/tables/tables.ts';
import type { SessionDeps } from './sessions.ts';

/** Returns the brand's open sessions, most recently used first; `current` is the caller's. */
export async function readSessions(scope: BrandScope, current: string, now: Date): Promise<SessionInfo[]> {
  const rows = await scope.db
    .select()
    .from(sessions)
    .where(scope.own(sessions, isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(100);
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === current,
  }));
}

/** Ends the session of a refresh token of any age. Ignores a token that isn't the brand's. */
export async function endSessionOfToken(
  { db, refresh, now }: SessionDeps,
  { brandId, refreshToken }: { brandId: string; refreshToken: string },
): Promise<void> {
  const given = refresh.read(refreshToken);
  if (given !== null) await endSessions(db, brandId, { now: now(), only: given.sessionId });
}

interface SessionSelection {
  now: Date;
  /** The session to keep. */
  but?: string;
  /** The only session to end. */
  only?: string;
}

/** Ends sessions of a brand. Their access tokens are refused from now on, too. */
export async function endSessions(tx: Database, brandId: string, { now, but, only }: SessionSelection): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.brandId, brandId),
        isNull(sessions.revokedAt),
        but === undefined ? undefined : ne(sessions.id, but),
        only === undefined ? undefined : eq(sessions.id, only),
      ),
    );
}
