import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import { dayOf } from '../../domain/period.ts';
import { migrationsDir } from '../paths.ts';
import type { OpenDatabase } from './database.ts';
import { prepareComingMonths, splitIntoMonths } from './months.ts';

/** Any fixed number: processes that start together queue for it, so that one of them runs the migrations. */
const migrationLock = 4_171_923;

interface RemoteOptions {
  /** Connections at most. */
  poolSize?: number;
  /** Hears of connections that broke while idle; they are replaced when they are needed. */
  onIdleError(error: Error): void;
}

/** Connects to a PostgreSQL that others operate and brings its tables up to date. */
export async function openRemote(url: string, { poolSize = 10, onIdleError }: RemoteOptions): Promise<OpenDatabase> {
  await migrateOnce(url);
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'afield',
  });
  pool.on('error', onIdleError);
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    rowsAtOnce: 10_000,
    tidy: async () => {},
    close: () => pool.end(),
  };
}

async function migrateOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
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
