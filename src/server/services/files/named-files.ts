import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';

/** Tables whose texts don't keep a file alive: the files' own table, hashes, and responses replayed for 30 days. */
const nameNone = ['stored_files', 'attempts', 'idempotency_keys'];

interface TextTable {
  table: string;
  /** Columns with texts other than ids. */
  columns: string[];
  /** The column with the row's brand; null if rows don't belong to a brand. */
  owner: string | null;
}

/**
 * Prepares a query that checks if any row names a file. Text columns are looked up in the database's schema, so that
 * tables and columns added later are included. Brands can name only their own files, so other brands' rows are skipped.
 */
export async function namedFileQuery(db: Database) {
  const tables = await rowsOf<TextTable>(
    db,
    sql`
      select c.table_name::text as "table", array_agg(c.column_name::text) as "columns",
        case when c.table_name = 'brands' then 'id' else max(o.column_name::text) end as "owner"
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      left join information_schema.columns o
        on o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'brand_id'
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
        and c.column_name <> 'id' and c.column_name not like '%\\_id'
        and c.table_name not in ${nameNone}
      group by c.table_name`,
  );
  return async (tx: Database, brandId: string, name: string): Promise<boolean> => {
    for (const { table, columns, owner } of tables) {
      const holds = (column: string): SQL => sql`position(${name} in ${sql.identifier(column)}::text) > 0`;
      const isOwn = owner === null ? sql`true` : sql`${sql.identifier(owner)} = ${brandId}`;
      const isNamed = sql.join(columns.map(holds), sql` or `);
      const [row] = await rowsOf(
        tx,
        sql`select 1 from ${sql.identifier(table)} where ${isOwn} and (${isNamed}) limit 1`,
      );
      if (row !== undefined) return true;
    }
    return false;
  };
}
