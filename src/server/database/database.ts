import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Notices } from './notices/notice.ts';

/**
 * Target of queries: the embedded database, a PostgreSQL elsewhere, or a transaction of either.
 * Inside a transaction only the transaction may be used: on the embedded database another query would wait for it forever.
 */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Connections of a process to its database. */
export interface PoolUse {
  most: number;
  used: number;
  idle: number;
  /** Callers that wait for one. */
  waiting: number;
}

/** An open database and how to end it. */
export interface OpenDatabase {
  readonly db: Database;
  /** Most rows per statement: few where the database blocks this process, many where each statement costs a round trip. */
  readonly rowsAtOnce: number;
  /** Updates statistics and frees space; does nothing where the database does that itself. */
  tidy(): Promise<void>;
  readonly notices: Notices;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

/** Rows of a raw query. `T` is not checked: int8 and numeric arrive as text from PostgreSQL, so cast them. */
export async function rowsOf<T>(db: Database, query: SQL): Promise<T[]> {
  const result = (await db.execute(query)) as unknown as { rows: T[] };
  return result.rows;
}
