import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { getTableName, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { knownMigrations, runMigrations } from '#server/database/migrate.ts';
import { createMonthPartitions, splitIntoMonths } from '#server/database/months.ts';
import { databaseOrigin } from '#server/database/origin-tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { allTables } from '#server/services/admin/personal-data/all-tables.ts';
import { beginHistory } from '#server/services/feed/feed-history.ts';
import { settle, type TableShape, tablesOf } from '../archive/catalog.ts';
import type { Manifest, Totals } from '../archive/format.ts';

const decompress = promisify(gunzip);

const ownTables = new Set(allTables.map(({ table }) => getTableName(table)));
/** Tables that already have rows in a new installation. */
const startingTables = new Set(['tags', 'change_templates', 'database_origin']);

/** Afield's tables that have rows but are empty in a new installation. */
export async function nonEmptyTables(db: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await tablesOf(db)) {
    if (!ownTables.has(name) || startingTables.has(name)) continue;
    const [found] = await rowsOf<{ is: boolean }>(db, sql`select exists (select from ${sql.identifier(name)}) as is`);
    if (found?.is === true) filled.push(name);
  }
  return filled;
}

/** @throws {CommandError} if this version doesn't know the backup's tables */
export function requireKnownMigration({ migration, version }: Manifest): void {
  const known = knownMigrations().map(({ folderMillis }) => folderMillis);
  if (known.includes(migration)) return;
  throw new CommandError(
    migration > Math.max(...known)
      ? `The backup was made by a newer Afield, ${version}. Update this installation first.`
      : `The backup was made by Afield ${version}, whose tables this version doesn’t know. Restore it with that version.`,
  );
}

export interface TableLoader {
  /** @throws if the table rejects a row */
  load(table: string, compressed: Uint8Array): Promise<void>;
  /**
   * Runs later migrations and resets the sync history, so that phones download everything again. Call it after all rows
   * are loaded.
   * @throws {CommandError} if the row counts differ from the backup's
   */
  finish(totals: Totals): Promise<void>;
  /** Tables of the backup that aren't Afield's. */
  foreign: string[];
}

/** Recreates Afield's tables as of the backup, without foreign keys, since rows arrive in any order. */
export async function createTableLoader(tx: Database, manifest: Manifest, hasMonths: boolean): Promise<TableLoader> {
  await settle(tx);
  await dropTables(tx);
  await runMigrations(tx, manifest.migration);
  if (hasMonths) {
    await splitIntoMonths(tx);
    await createMonthPartitions(tx, manifest.months);
  }
  const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]));
  const foreign = manifest.tables.filter(({ name }) => !ownTables.has(name)).map(({ name }) => name);
  requireSameTables(tables, manifest);
  const loaded = manifest.tables.flatMap(({ name }) => (ownTables.has(name) ? [sql.identifier(name)] : []));
  await tx.execute(sql`truncate ${sql.join(loaded, sql`, `)}`);
  const keys = await foreignKeys(tx);
  for (const { table, name } of keys)
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`);
  return {
    foreign,
    async load(name, compressed) {
      const table = tables.get(name);
      if (table === undefined || foreign.includes(name)) return;
      const lines = (await decompress(compressed)).toString().trimEnd();
      await tx.execute(insertInto(table, `[${lines.replaceAll('\n', ',')}]`));
    },
    async finish(totals) {
      for (const { name } of manifest.tables) {
        if (foreign.includes(name)) continue;
        const [count] = await rowsOf<{ n: number }>(tx, sql`select count(*)::float8 as n from ${sql.identifier(name)}`);
        if (count?.n !== totals.rows[name])
          throw new CommandError(`The backup is damaged: rows of ${name} are missing. Nothing was changed.`);
      }
      for (const { table, name, definition } of keys)
        await tx.execute(
          sql`alter table ${sql.raw(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
        );
      await runMigrations(tx);
      await beginHistory(tx);
      // The server records its origin at the next start, and must not begin another history then.
      await tx.delete(databaseOrigin);
      await tx.execute(sql`analyze`);
    },
  };
}

async function dropTables(tx: Database): Promise<void> {
  const found = (await tablesOf(tx)).flatMap(({ name }) => (ownTables.has(name) ? [sql.identifier(name)] : []));
  // Without `cascade`, this fails if an operator created views on the tables; `cascade` would drop those, too.
  if (found.length > 0) await tx.execute(sql`drop table ${sql.join(found, sql`, `)}`);
  await tx.execute(sql`drop table if exists drizzle.__drizzle_migrations`);
}

function requireSameTables(tables: ReadonlyMap<string, TableShape>, manifest: Manifest): void {
  const listed = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  for (const name of ownTables) {
    const here = tables.get(name)?.columns.map((column) => column.name);
    const there = listed.get(name);
    if (here?.toSorted().join() !== there?.toSorted().join())
      throw new CommandError(
        `The backup’s table ${name} doesn’t match Afield ${manifest.version}. Nothing was changed.`,
      );
  }
}

/**
 * Inserts rows whose columns are text.
 * @param rows a JSON array
 */
export function insertInto({ name, columns }: TableShape, rows: string): SQL {
  const each = (write: (column: SQL, type: string) => SQL) =>
    sql.join(
      columns.map((column) => write(sql`${sql.identifier(column.name)}`, column.type)),
      sql`, `,
    );
  return sql`insert into ${sql.identifier(name)} (${each((column) => column)})
    select ${each((column, type) => sql`r.${column}::${sql.raw(type)}`)}
    from json_to_recordset(${rows}::json) as r (${each((column) => sql`${column} text`)})`;
}

const foreignKeys = (tx: Database) =>
  rowsOf<{ table: string; name: string; definition: string }>(
    tx,
    sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`,
  );
