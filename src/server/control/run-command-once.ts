import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { notifyBrandWritten } from '../database/brand-scope.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { commandKeys } from '../database/tables/call-tables.ts';
import { CommandError } from '../errors/command-error.ts';

const retentionMs = 30 * 86_400_000;

/** Result of a command that was repeated with its key. */
export interface RepeatedCommand {
  alreadyDone: string;
}

export const isRepeatedCommand = (result: unknown): result is RepeatedCommand =>
  typeof result === 'object' && result !== null && 'alreadyDone' in result;

interface CommandOnce<T> {
  db: Database;
  key: string;
  /** The command and its input. A key can't be reused for another command or input. */
  asked: readonly [command: string, input: unknown];
  now: Date;
  /** Runs the command in this transaction. */
  run(tx: Database): Promise<T>;
}

/**
 * Runs a command once per key. Its effect and the key are committed together.
 * @throws {CommandError} while the first run is in progress, or if the key was used for something else
 */
export async function runCommandOnce<T>({ db, key, asked, now, run }: CommandOnce<T>): Promise<T | RepeatedCommand> {
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
  // The outboxes see the new rows only after the commit.
  notifyBrandWritten(db);
  return result;
}

/** Deletes keys that are older than 30 days. */
export async function pruneCommandKeys(db: Database, now: Date): Promise<void> {
  await db.delete(commandKeys).where(lt(commandKeys.createdAt, new Date(now.getTime() - retentionMs)));
}
