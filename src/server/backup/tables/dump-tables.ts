import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import type { ArchiveWriter } from '../archive/archive-writer.ts';
import type { TableShape } from '../archive/catalog.ts';
import { rowsEntry } from '../archive/format.ts';

const compress = promisify(gzip);

/** Approximate text per entry. Rows aren't split across entries. */
const entryBytes = 4_000_000;
/** Approximate text per fetch. */
const fetchBytes = 1_000_000;
const maxRowsAtOnce = 10_000;

interface Part {
  /** Condition that selects the rows; all rows by default. */
  condition?: SQL | undefined;
  /** Expressions that replace columns. */
  texts?: Readonly<Record<string, SQL>>;
}

/**
 * Adds a table's rows as lines of JSON. Each column is in PostgreSQL's text format, which any server reads back as the
 * same value.
 * @param tx a transaction with one snapshot for all tables
 * @returns the number of rows
 */
export async function dumpTable(
  tx: Database,
  { name, columns }: TableShape,
  archive: ArchiveWriter,
  { condition, texts = {} }: Part = {},
): Promise<number> {
  const selected = sql.join(
    columns.map((column) => {
      const named = sql.identifier(column.name);
      return sql`${texts[column.name] ?? named}::text as ${named}`;
    }),
    sql`, `,
  );
  await tx.execute(sql`declare dumped no scroll cursor for
    select row_to_json(r)::text as line from (
      select ${selected} from ${sql.identifier(name)}${condition === undefined ? sql`` : sql` where ${condition}`}
    ) r`);
  let count = 0;
  let parts = 0;
  let lines: string[] = [];
  let bytes = 0;
  const addPart = async () => {
    parts += 1;
    await archive.addBytes(rowsEntry(name, parts), await compress(`${lines.join('\n')}\n`));
    [lines, bytes] = [[], 0];
  };
  for (let rowsAtOnce = 100; ; ) {
    const fetched = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from dumped`));
    const fetchedBytes = fetched.reduce((sum, { line }) => sum + line.length, 0);
    for (const { line } of fetched) lines.push(line);
    count += fetched.length;
    bytes += fetchedBytes;
    if (bytes >= entryBytes) await addPart();
    if (fetched.length < rowsAtOnce) break;
    rowsAtOnce = Math.min(maxRowsAtOnce, Math.max(1, Math.round((fetchBytes * rowsAtOnce) / fetchedBytes)));
  }
  if (lines.length > 0) await addPart();
  await tx.execute(sql`close dumped`);
  return count;
}
