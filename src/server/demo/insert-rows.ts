import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { keysOf } from '#domain/shared/keys.ts';
import type { Database } from '../database/database.ts';
import { createMonthPartitions } from '../database/months.ts';
import { dailyFigures } from '../database/tables/figure-tables.ts';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Inserts any number of rows with one parameter. Tens of thousands of rows take a second. A parameter per value would
 * take many times as long, and PostgreSQL limits the number of parameters.
 * @param rows all with the same columns
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
  const values: Record<string, unknown> = { ...row };
  return Object.fromEntries(names.map((name) => [snake(name), values[name] ?? null]));
}

const figureColumns = {
  postId: 'text',
  day: 'date',
  viewCount: 'bigint',
  likeCount: 'bigint',
  commentCount: 'bigint',
  shareCount: 'bigint',
} as const;

/** Inserts a brand's daily figures, tens of thousands of rows. One array per column takes a third of the time of JSON rows. */
export async function insertFigures(db: Database, rows: readonly (typeof dailyFigures.$inferInsert)[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await createMonthPartitions(db, new Set(rows.map(({ day }) => day)));
  const names = keysOf(figureColumns);
  // IDs, days and counts contain no characters that an array literal would have to quote.
  const lists = names.map((name) => {
    const list = `{${rows.map((row) => row[name]).join()}}`;
    return sql`${list}::${sql.raw(figureColumns[name])}[]`;
  });
  await db.execute(
    sql`insert into ${dailyFigures} (brand_id, revision, post_id, day, view_count, like_count, comment_count, share_count)
      select ${first.brandId}, ${first.revision}::bigint, given.* from unnest(${sql.join(lists, sql`, `)}) as given`,
  );
}
