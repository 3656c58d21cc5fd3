import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/database.ts';
import { attempts } from '../database/tables.ts';
import { isDatabaseTrouble } from '../database/trouble.ts';

const defaultWindowMs = 15 * 60_000;

/**
 * A limit counts what one subject did in a window of time, by default 15 minutes. Subjects are stored as hashes: they hold
 * e-mails and addresses.
 */
interface Limit {
  subject: readonly string[];
  most: number;
  /** Weight of this attempt; default 1. */
  by?: number;
  windowMs?: number;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A wait in words, rounded up, so that a caller who comes back then is let in. */
function inWords(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

/** Key under which a subject is kept. */
export const subjectKey = (subject: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex');

/** Counts that could not be taken back while the database was in trouble; the next count of the subject subtracts them. */
const owed = new Map<string, number>();
const owe = (key: string, count: number) => {
  if (count > 0) owed.set(key, (owed.get(key) ?? 0) + count);
};
function takeOwed(key: string): number {
  const count = owed.get(key) ?? 0;
  owed.delete(key);
  return count;
}

/**
 * Counts an attempt against every limit.
 * @throws {ApiError} 429 with Retry-After if one is passed
 */
export async function countAttempt(db: Database, limits: readonly Limit[], now: Date): Promise<void> {
  for (const limit of limits) {
    const key = subjectKey(limit.subject);
    const back = takeOwed(key);
    const row = await count(db, key, { ...limit, back }, now).catch((error: unknown) => {
      owe(key, back);
      throw error;
    });
    if (row !== undefined && row.count > limit.most) {
      const waitSecs = Math.max(1, Math.ceil((row.windowEndsAt.getTime() - now.getTime()) / 1000));
      throw new ApiError('too_many_requests', `Too many attempts. Please try again in ${inWords(waitSecs)}.`, {
        headers: { 'Retry-After': String(waitSecs) },
      });
    }
  }
}

async function count(
  db: Database,
  subject: string,
  { by = 1, back, windowMs = defaultWindowMs }: Limit & { back: number },
  now: Date,
) {
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const isOver = sql`${attempts.windowEndsAt} <= ${now.toISOString()}`;
  const before = sql`greatest(${attempts.count} - ${back}::int, 0)::bigint`;
  const [row] = await db
    .insert(attempts)
    .values({ subject, count: by, windowEndsAt })
    .onConflictDoUpdate({
      target: attempts.subject,
      set: {
        count: sql`case when ${isOver} then ${by}::int else least(${before} + ${by}::int, 2000000000)::int end`,
        windowEndsAt: sql`case when ${isOver} then ${windowEndsAt.toISOString()} else ${attempts.windowEndsAt} end`,
      },
    })
    .returning();
  return row;
}

/**
 * Runs a task that counts against limits only if it fails, as with a wrong password. It is counted first, so that many at once
 * are limited, too, and taken back afterwards.
 * @param isMiss whether a failure counts: all do but trouble of the database
 * @throws {ApiError} 429 after too many
 */
export async function limitMisses<T>(
  db: Database,
  limits: readonly Limit[],
  now: Date,
  task: () => Promise<T>,
  isMiss = (error: unknown) => !isDatabaseTrouble(error),
): Promise<T> {
  await countAttempt(db, limits, now);
  let missed = false;
  try {
    return await task();
  } catch (error) {
    missed = isMiss(error);
    throw error;
  } finally {
    if (!missed) for (const { subject } of limits) await takeBack(db, subjectKey(subject));
  }
}

async function takeBack(db: Database, subject: string): Promise<void> {
  try {
    await db
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
      .where(eq(attempts.subject, subject));
  } catch (error) {
    if (!isDatabaseTrouble(error)) throw error;
    owe(subject, 1);
  }
}

/** Drops windows that have ended. */
export async function pruneAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowEndsAt, now));
}
