import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * Target of queries: the embedded database, a PostgreSQL elsewhere, or a transaction of either.
 * Inside a transaction only the transaction may be used: on the embedded database another query would wait for it forever.
 */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database and how to end it. */
export interface OpenDatabase {
  readonly db: Database;
  /** Rows that one statement takes at most: few where the database blocks this process, many where each costs a way. */
  readonly rowsAtOnce: number;
  /** Makes statistics current and gives space back; does nothing where the database sees to it itself. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Rows of a raw query. Column types are the caller's word: int8 and numeric arrive as text from PostgreSQL, so cast them. */
export async function rowsOf<T>(db: Database, query: SQL): Promise<T[]> {
  const result = (await db.execute(query)) as unknown as { rows: T[] };
  return result.rows;
}
