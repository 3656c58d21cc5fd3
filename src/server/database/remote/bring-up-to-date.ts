import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { dayOf } from '#domain/time/period.ts';
import { StartError } from '#server/errors/start-error.ts';
import { DatabaseUnavailableError, databaseCodeOf } from '#server/errors/trouble.ts';
import type { Database } from '../database.ts';
import { hasPendingMigrations, runMigrations } from '../migrate.ts';
import { isOnePartition, prepareComingMonths, splitIntoMonths } from '../months.ts';
import { connectOnce } from './connect-once.ts';

/**
 * Any fixed number: processes that start together queue for it, so that one of them runs the migrations. Releases up to 0.2 take the
 * same lock for their session, and behind a pooler they leave it on a connection of the pooler.
 */
const migrationLock = 4_171_923;
/** A statement that waits for a table blocks all later ones on it: requests of running processes, too. */
const tableLockLimitMs = 15_000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available */
const lockTimeout = '55P03';

interface Options {
  /** Limit on waiting for another process that runs the migrations. */
  turnLimitMs: number;
}

/**
 * Brings the tables up to date, one process at a time. If it fails, only whole steps have been done, and it may be called again.
 * @throws {StartError} if another process runs the migrations for longer than the limit
 */
export async function bringUpToDate(url: string, { turnLimitMs }: Options): Promise<void> {
  const client = await connectOnce(url, { keepAlive: true, application_name: 'afield migrations' }).catch(
    (cause: unknown) => {
      throw new DatabaseUnavailableError('No connection to the database', { cause });
    },
  );
  try {
    const db = drizzle(client, { casing: 'snake_case' });
    // Each in a transaction of its own, so that copying rows holds no locks on tables that it doesn't need.
    if (await hasPendingMigrations(db)) await inTurn(db, turnLimitMs, runMigrations);
    if (await isOnePartition(db)) await inTurn(db, turnLimitMs, splitIntoMonths);
    await prepareComingMonths(db, dayOf(new Date()));
  } finally {
    await client.end();
  }
}

/** Runs work in a transaction, under a lock that excludes other processes. The work itself checks for remaining steps. */
function inTurn(db: Database, turnLimitMs: number, work: (tx: Database) => Promise<void>): Promise<void> {
  return db.transaction(async (tx) => {
    // The role's limits are made for requests.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await limitLocks(tx, turnLimitMs);
    await takeTurn(tx, turnLimitMs);
    // Until it opens a table, a transaction that waited looks names up in catalogs as they were before.
    await tx.execute(sql`select from pg_namespace limit 1`);
    await limitLocks(tx, tableLockLimitMs);
    await work(tx);
  });
}

const limitLocks = (tx: Database, ms: number) =>
  tx.execute(sql`select set_config('lock_timeout', ${String(ms)}, true)`);

async function takeTurn(tx: Database, limitMs: number): Promise<void> {
  try {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
  } catch (error) {
    if (databaseCodeOf(error) !== lockTimeout) throw error;
    throw new StartError(
      `another process has been migrating the database for more than ${Math.ceil(limitMs / 1_000)} seconds. Wait until it has ` +
        `finished, then start again. If none is running, end the session that holds the lock: select pg_terminate_backend(pid) ` +
        `from pg_locks where locktype = 'advisory' and objid = ${migrationLock} and granted`,
    );
  }
}
