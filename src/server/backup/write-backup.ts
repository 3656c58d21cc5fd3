import { sql } from 'drizzle-orm';
import { readBuild } from '../build.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { newestMigration } from '../database/migrate.ts';
import { CommandError } from '../errors/command-error.ts';
import { type ArchiveWriter, writeArchive } from './archive/archive-writer.ts';
import { settle, type TableShape, tablesOf } from './archive/catalog.ts';
import { type Manifest, manifestName, secretName, type Totals, totalsName } from './archive/format.ts';
import { type Secret, secretHash } from './secret.ts';
import type { Stores } from './stores.ts';
import type { BareDatabase } from './tables/bare-database.ts';
import { dumpFiles } from './tables/dump-files.ts';
import { dumpTable } from './tables/dump-tables.ts';

interface Source {
  database: Pick<BareDatabase, 'db'>;
  stores: Stores;
  secret: Secret | null;
  now: Date;
}

/**
 * Writes an installation to a new file: its tables from one snapshot, then its files. Servers keep running.
 * @throws {CommandError} for problems that the operator can fix; no file is left behind
 */
export function writeBackup(file: string, { database: { db }, stores, secret, now }: Source): Promise<Totals> {
  return writeArchive(file, now, async (archive) => {
    const rows = await db.transaction((tx) => dumpTables(tx, archive, { secret, now }), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    if (secret?.isGenerated) await archive.addBytes(secretName, Buffer.from(secret.value));
    const totals: Totals = { rows, ...(await dumpFiles(db, stores, archive)) };
    await archive.addBytes(totalsName, jsonBytes(totals));
    return totals;
  });
}

async function dumpTables(
  tx: Database,
  archive: ArchiveWriter,
  { secret, now }: Pick<Source, 'secret' | 'now'>,
): Promise<Totals['rows']> {
  await settle(tx);
  const migration = await requireMigration(tx);
  const tables = await tablesOf(tx);
  const { version, commit } = readBuild();
  const manifest: Manifest = {
    ...{ format: 1, version, commit, createdAt: now.toISOString(), migration },
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    months: await monthsOf(tx, tables),
    secretHash: secret === null ? null : secretHash(secret.value),
  };
  await archive.addBytes(manifestName, jsonBytes(manifest));
  const rows: Totals['rows'] = {};
  for (const table of tables) rows[table.name] = await dumpTable(tx, table, archive);
  return rows;
}

/** The newest migration of the database. @throws {CommandError} if it has no tables */
export async function requireMigration(tx: Database): Promise<number> {
  const migration = await newestMigration(tx);
  if (migration !== null) return migration;
  throw new CommandError('The database has no Afield tables. Check DATABASE_URL and DATA_DIR.');
}

/** Months that have snapshots, for one brand or all. */
export async function monthsOf(tx: Database, tables: readonly TableShape[], brandId?: string): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'daily_figures')) return [];
  const months = sql`select distinct date_trunc('month', day)::date::text as month from daily_figures
    ${brandId === undefined ? sql`` : sql`where brand_id = ${brandId}`} order by 1`;
  return (await rowsOf<{ month: string }>(tx, months)).map(({ month }) => month);
}

export const jsonBytes = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
