import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/database.ts';
import { attempts } from '../database/tables.ts';

const defaultWindowMs = 15 * 60_000;

/** A limit counts what one subject did in a window of time, 15 minutes unless it says another. Subjects are kept as hashes: they hold e-mails and addresses. */
interface Limit {
  subject: readonly string[];
  most: number;
  /** As how many this one counts; 1 if it doesn't say. */
  by?: number;
  windowMs?: number;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A wait for people, rounded up: whoever comes back then is let in. */
function inWords(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

/** What a subject is kept as. */
export const subjectKey = (subject: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex');

/**
 * Counts an attempt against every limit.
 * @throws {ApiError} 429 with Retry-After if one is passed
 */
export async function countAttempt(db: Database, limits: readonly Limit[], now: Date): Promise<void> {
  for (const { subject, most, by = 1, windowMs = defaultWindowMs } of limits) {
    const windowEndsAt = new Date(now.getTime() + windowMs);
    const isOver = sql`${attempts.windowEndsAt} <= ${now.toISOString()}`;
    const [row] = await db
      .insert(attempts)
      .values({ subject: subjectKey(subject), count: by, windowEndsAt })
      .onConflictDoUpdate({
        target: attempts.subject,
        set: {
          count: sql`case when ${isOver} then ${by}::int else least(${attempts.count}::bigint + ${by}::int, 2000000000)::int end`,
          windowEndsAt: sql`case when ${isOver} then ${windowEndsAt.toISOString()} else ${attempts.windowEndsAt} end`,
        },
      })
      .returning();
    if (row !== undefined && row.count > most) {
      const waitSecs = Math.max(1, Math.ceil((row.windowEndsAt.getTime() - now.getTime()) / 1000));
      throw new ApiError('too_many_requests', `Too many attempts. Please try again in ${inWords(waitSecs)}.`, {
        headers: { 'Retry-After': String(waitSecs) },
      });
    }
  }
}

/** Takes an attempt back: it was a right one. */
export async function forgiveAttempt(db: Database, limits: readonly Limit[]): Promise<void> {
  for (const { subject } of limits) {
    await db
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
      .where(eq(attempts.subject, subjectKey(subject)));
  }
}

/** Drops windows that have ended. */
export async function pruneAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowEndsAt, now));
}
