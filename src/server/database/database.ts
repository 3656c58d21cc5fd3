import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Notices } from './notices/notice.ts';

/**
 * Target of queries: the embedded database, a PostgreSQL server, or a transaction of either. Inside a transaction, use
 * only the transaction: on the embedded database any other query would deadlock.
 */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Usage of a process's connection pool. */
export interface PoolUse {
  max: number;
  used: number;
  idle: number;
  /** Callers waiting for a connection. */
  waiting: number;
}

export interface OpenDatabase {
  readonly db: Database;
  /** Maximum rows per statement: few if the database blocks this process, many if each statement costs a round trip. */
  readonly rowsAtOnce: number;
  /** Vacuums and updates statistics; a no-op if the database does so itself. */
  tidy(): Promise<void>;
  readonly notices: Notices;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

/** Rows of a raw query. `T` isn't checked: PostgreSQL returns int8 and numeric as text, so cast them. */
export async function rowsOf<T>(db: Database, query: SQL): Promise<T[]> {
  const result = (await db.execute(query)) as unknown as { rows: T[] };
  return result.rows;
}
