import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Inserts any number of rows in one statement with one parameter: tens of thousands in a second, where a parameter for each
 * value takes many times as long and has a limit.
 * @param rows each names the same columns
 */
export async function insertRows<T extends PgTable>(
  db: Database,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const known = getTableColumns(table);
  const names = Object.keys(first).filter((name) => name in known);
  const columns = sql.join(
    names.map((name) => sql.identifier(snake(name))),
    sql`, `,
  );
  const json = JSON.stringify(rows.map((row) => renamed(row, names)));
  await db.execute(
    sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${json}::json)`,
  );
}

function renamed(row: object, names: readonly string[]): Record<string, unknown> {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [snake(name), values[name] ?? null]));
}
