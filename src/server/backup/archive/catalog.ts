import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';

/** A table with its columns in order. */
export interface TableShape {
  name: string;
  columns: { name: string; type: string }[];
}

/** Every table in `public`, except for extensions' tables. A partitioned table counts once. */
export async function tablesOf(db: Database): Promise<TableShape[]> {
  const rows = await rowsOf<{ table: string; column: string; type: string }>(
    db,
    sql`select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      order by c.relname, a.attnum`,
  );
  const tables = new Map<string, TableShape>();
  for (const { table, column, type } of rows) {
    const shape = tables.get(table) ?? { name: table, columns: [] };
    tables.set(table, shape);
    shape.columns.push({ name: column, type });
  }
  return [...tables.values()];
}

/** Fixes the text format of values for the rest of the transaction, whatever the server's settings, and disables timeouts. */
export async function settle(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config(name, value, true) from (values
    ('timezone', 'UTC'), ('datestyle', 'ISO, MDY'), ('intervalstyle', 'postgres'), ('extra_float_digits', '1'),
    ('bytea_output', 'hex'), ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0')
  ) as setting (name, value)`);
}
