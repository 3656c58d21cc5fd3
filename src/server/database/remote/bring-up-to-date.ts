import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { dayOf } from '#domain/time/period.ts';
import { StartError } from '#server/errors/start-error.ts';
import { DatabaseUnavailableError, databaseCodeOf } from '#server/errors/trouble.ts';
import type { Database } from '../database.ts';
import { nameBrandsOnClusters } from '../growing.ts';
import { hasPendingMigrations, runMigrations } from '../migrate.ts';
import { createUpcomingPartitions, isOnePartition, splitIntoMonths } from '../months.ts';
import { connectOnce } from './connect-once.ts';

/**
 * An arbitrary constant. Processes that start together queue for this lock, and the first one runs the migrations.
 * Releases up to 0.2 hold it for their whole session; behind a pooler, it then stays with one of the pooler's
 * connections.
 */
const migrationLock = 4_171_923;
/** A statement waiting for a table lock blocks all later ones, including requests of running processes. */
const tableLockLimitMs = 15_000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available */
const lockTimeout = '55P03';

interface Options {
  /** Maximum wait for another process that runs the migrations. */
  turnLimitMs: number;
}

/**
 * Migrates the database, one process at a time. A failure leaves only complete steps applied, and the next call
 * continues from there.
 * @throws {StartError} if another process migrates for longer than the limit
 */
export async function bringUpToDate(url: string, { turnLimitMs }: Options): Promise<void> {
  const client = await connectOnce(url, { keepAlive: true, application_name: 'afield migrations' }).catch(
    (cause: unknown) => {
      throw new DatabaseUnavailableError('No connection to the database', { cause });
    },
  );
  try {
    const db = drizzle(client, { casing: 'snake_case' });
    // Separate transactions, so that copying rows doesn't hold locks on unrelated tables.
    if (await hasPendingMigrations(db)) await inTurn(db, turnLimitMs, runMigrations);
    if (await isOnePartition(db)) await inTurn(db, turnLimitMs, splitIntoMonths);
    await createUpcomingPartitions(db, dayOf(new Date()));
    await nameBrandsOnClusters(db);
  } finally {
    await client.end();
  }
}

/** Runs work in a transaction, under a lock that excludes other processes. The work itself checks which steps remain. */
function inTurn(db: Database, turnLimitMs: number, work: (tx: Database) => Promise<void>): Promise<void> {
  return db.transaction(async (tx) => {
    // The role's limits are meant for requests.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await limitLocks(tx, turnLimitMs);
    await takeTurn(tx, turnLimitMs);
    // After waiting, a transaction still sees stale catalog caches until it opens a table.
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
