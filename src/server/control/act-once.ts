import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { brandWritten } from '../database/brand-scope.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { commandKeys } from '../database/tables/call-tables.ts';
import { CommandError } from '../errors/command-error.ts';

const retentionMs = 30 * 86_400_000;

/** Answer to a command that was repeated with its key. */
export interface AlreadyDone {
  alreadyDone: string;
}

export const isAlreadyDone = (result: unknown): result is AlreadyDone =>
  typeof result === 'object' && result !== null && 'alreadyDone' in result;

interface Act<T> {
  db: Database;
  key: string;
  /** The command and its input: the same key is for the same. */
  asked: readonly [command: string, input: unknown];
  now: Date;
  /** Does the command in the transaction given. */
  run(tx: Database): Promise<T>;
}

/**
 * Does a command once for a key: its effect and the key share a transaction, so neither exists without the other.
 * @throws {CommandError} while the first is running, and for a key that was used for something else
 */
export async function actOnce<T>({ db, key, asked, now, run }: Act<T>): Promise<T | AlreadyDone> {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  const result = await db.transaction(async (tx) => {
    const lock = sql`select pg_try_advisory_xact_lock(hashtextextended(${`command ${key}`}, 0)) as held`;
    const [held] = await rowsOf<{ held: boolean }>(tx, lock);
    if (held?.held !== true) throw new CommandError('The command with this key is still running.');
    const [before] = await tx.select().from(commandKeys).where(eq(commandKeys.key, key));
    if (before !== undefined && before.requestHash !== requestHash)
      throw new CommandError('This key was used for another command.');
    if (before !== undefined) return { alreadyDone: before.createdAt.toISOString() };
    const done = await run(tx);
    await tx.insert(commandKeys).values({ key, requestHash, createdAt: now });
    return done;
  });
  // Inside of the transaction nothing was committed yet that an outbox could send.
  brandWritten(db);
  return result;
}

/** Forgets keys that are past their 30 days. */
export async function pruneCommandKeys(db: Database, now: Date): Promise<void> {
  await db.delete(commandKeys).where(lt(commandKeys.createdAt, new Date(now.getTime() - retentionMs)));
}
