import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { dayOf } from '#domain/period.ts';
import { migrationsDir } from '../paths.ts';
import { orSay } from '../start-error.ts';
import type { OpenDatabase } from './database.ts';
import { GuardedPool } from './guarded-pool.ts';
import { prepareComingMonths, splitIntoMonths } from './months.ts';
import { remoteNotices } from './notices/remote.ts';

/** Any fixed number: processes that start together queue for it, so that one of them runs the migrations. */
const migrationLock = 4_171_923;

interface RemoteOptions {
  /** Connections at most. */
  poolSize?: number;
  /** After so long without an answer a statement is given up; the database's own limit is a little shorter. */
  queryTimeoutMs?: number;
  /** Address for LISTEN, where the database is behind a pooler; the same address by default. */
  listenUrl?: string | null;
  /** Hears of connections that broke while idle; they are replaced when they are needed. */
  onIdleError(error: Error): void;
}

const statementTimeoutMs = 30_000;

/** Connects to a PostgreSQL that others operate and brings its tables up to date. */
export async function openRemote(url: string, options: RemoteOptions): Promise<OpenDatabase> {
  const { poolSize = 10, queryTimeoutMs = statementTimeoutMs + 2_000, onIdleError } = options;
  await orSay('the database at DATABASE_URL', () => migrateOnce(url));
  const pool = new GuardedPool({
    connectionString: url,
    max: poolSize,
    queryTimeoutMs,
    // Phones hear soon that they have to wait: they ask again.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A database that was switched off says no goodbye.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'afield',
  });
  pool.on('error', onIdleError);
  const db = drizzle(pool, { casing: 'snake_case' });
  return {
    db,
    rowsAtOnce: 10_000,
    tidy: async () => {},
    notices: remoteNotices(options.listenUrl ?? url, db),
    poolUse: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { most: poolSize, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    close: () => pool.end(),
  };
}

async function migrateOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails the statement; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const db = drizzle(client, { casing: 'snake_case' });
    await migrate(db, { migrationsFolder: migrationsDir() });
    await splitIntoMonths(db);
    await prepareComingMonths(db, dayOf(new Date()));
  } finally {
    await client.end();
  }
}
