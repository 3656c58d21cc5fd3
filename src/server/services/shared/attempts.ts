import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { isTransientDatabaseError } from '#server/errors/trouble.ts';

const defaultWindowMs = 15 * 60_000;

/**
 * Limits one subject's attempts in a time window, by default 15 minutes. Subjects are stored as hashes, since they
 * contain emails and IP addresses.
 */
interface Limit {
  subject: readonly string[];
  max: number;
  /** Weight of this attempt; defaults to 1. */
  by?: number;
  windowMs?: number;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Formats a wait, rounded up so that a caller who waits this long is admitted. */
function durationText(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

/** Returns the key under which a subject is stored. */
export const subjectKey = (subject: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex');

/**
 * Counts that couldn't be undone because of transient database errors. They are subtracted from the subject's next
 * count.
 */
const uncountedAttempts = new Map<string, number>();
const owe = (key: string, count: number) => {
  if (count > 0) uncountedAttempts.set(key, (uncountedAttempts.get(key) ?? 0) + count);
};
function takeOwed(key: string): number {
  const count = uncountedAttempts.get(key) ?? 0;
  uncountedAttempts.delete(key);
  return count;
}

/**
 * Counts an attempt against every limit. A refused attempt isn't counted and writes nothing; otherwise each refusal
 * could add a row for a subject of the sender's choice.
 * @throws {ApiError} 429 with Retry-After if a limit is exceeded
 */
export async function countAttempt(db: Database, limits: readonly Limit[], now: Date): Promise<void> {
  const refused = await refusedUntil(db, limits, now);
  if (refused !== null) throw tooMany(refused, now);
  // Start with the highest limit, so that concurrent attempts stopped by it add no rows for the lower ones.
  const widestFirst = [...limits].sort((one, other) => other.max - one.max);
  for (const [index, limit] of widestFirst.entries()) {
    if (await count(db, limit, now)) continue;
    // Concurrent attempts have used up the limit since it was read.
    for (const { subject, by } of widestFirst.slice(0, index)) await takeBack(db, subjectKey(subject), by);
    throw tooMany((await refusedUntil(db, limits, now)) ?? now, now);
  }
}

function tooMany(until: Date, now: Date): ApiError {
  const waitSecs = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new ApiError('too_many_requests', `Too many attempts. Please try again in ${durationText(waitSecs)}.`, {
    headers: { 'Retry-After': String(waitSecs) },
  });
}

/** Returns the time at which an attempt would be within every limit; null if it already is. */
async function refusedUntil(db: Database, limits: readonly Limit[], now: Date): Promise<Date | null> {
  const keys = limits.map(({ subject }) => subjectKey(subject));
  const rows = await db
    .select()
    .from(attempts)
    .where(and(inArray(attempts.subject, keys), gt(attempts.windowEndsAt, now)));
  const ends = limits.flatMap(({ max, by = 1, windowMs = defaultWindowMs }, index) => {
    const key = keys[index] ?? '';
    const row = rows.find(({ subject }) => subject === key);
    const counted = Math.max(0, (row?.count ?? 0) - (uncountedAttempts.get(key) ?? 0));
    return counted + by <= max ? [] : [row?.windowEndsAt.getTime() ?? now.getTime() + windowMs];
  });
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** Counts an attempt if it is within the limit. @returns true if it is */
async function count(
  db: Database,
  { subject, max, by = 1, windowMs = defaultWindowMs }: Limit,
  now: Date,
): Promise<boolean> {
  const key = subjectKey(subject);
  const back = takeOwed(key);
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const isOver = sql`${attempts.windowEndsAt} <= ${now.toISOString()}`;
  const next = sql`greatest(${attempts.count} - ${back}::int, 0)::bigint + ${by}::int`;
  try {
    const written = await db
      .insert(attempts)
      .values({ subject: key, count: by, windowEndsAt })
      .onConflictDoUpdate({
        target: attempts.subject,
        set: {
          count: sql`case when ${isOver} then ${by}::int else (${next})::int end`,
          windowEndsAt: sql`case when ${isOver} then ${windowEndsAt.toISOString()} else ${attempts.windowEndsAt} end`,
        },
        setWhere: sql`${isOver} or ${next} <= ${max}::int`,
      })
      .returning({ subject: attempts.subject });
    if (written.length === 0) owe(key, back);
    return written.length > 0;
  } catch (error) {
    owe(key, back);
    throw error;
  }
}

/**
 * Runs a task whose failures count against limits, such as a password check. The attempt is counted first, so that
 * concurrent ones are limited, too, and undone afterwards unless it failed.
 * @param isMiss decides if a failure counts; by default, all do except transient database errors
 * @throws {ApiError} 429 after too many failures
 */
export async function limitMisses<T>(
  db: Database,
  limits: readonly Limit[],
  now: Date,
  task: () => Promise<T>,
  isMiss = (error: unknown) => !isTransientDatabaseError(error),
): Promise<T> {
  await countAttempt(db, limits, now);
  let missed = false;
  try {
    return await task();
  } catch (error) {
    missed = isMiss(error);
    throw error;
  } finally {
    if (!missed) for (const { subject, by } of limits) await takeBack(db, subjectKey(subject), by);
  }
}

async function takeBack(db: Database, subject: string, by = 1): Promise<void> {
  try {
    await db
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - ${by}::int, 0)` })
      .where(eq(attempts.subject, subject));
  } catch (error) {
    if (!isTransientDatabaseError(error)) throw error;
    owe(subject, by);
  }
}

/** Deletes windows that have ended. */
export async function pruneAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowEndsAt, now));
}
