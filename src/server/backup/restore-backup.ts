import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../database/database.ts';
import { CommandError } from '../errors/command-error.ts';
import { fileNamePattern } from '../services/files/names.ts';
import type { FileStore } from '../services/files/stores/file-store.ts';
import { draftKind, keyOf } from '../services/files/transfers/upload-store.ts';
import { type Archive, bytesOf, readArchive } from './archive/archive-reader.ts';
import type { Stores } from './stores.ts';
import type { BareDatabase } from './tables/bare-database.ts';
import { createTableLoader, nonEmptyTables, requireKnownMigration } from './tables/load-tables.ts';

interface Target {
  database: BareDatabase;
  stores: Stores;
  /** True if existing data may be replaced. */
  replaces: boolean;
}

export interface RestoreResult {
  /** The secret that the backup contains, if any. */
  secret: string | null;
  /** Tables that were skipped because they aren't Afield's. */
  foreign: string[];
}

/**
 * Restores a verified archive. The database changes in one transaction, which commits last. If the restore fails, the
 * files that it stored are deleted again, unless `replaces` is true.
 * @throws {CommandError} for problems that the operator can fix; the database hasn't been changed
 */
export async function restoreBackup(archive: Archive, { database, stores, replaces }: Target): Promise<RestoreResult> {
  const { manifest, totals, file } = archive;
  const { db, hasMonths } = database;
  requireKnownMigration(manifest);
  await requireNoServer(db);
  if (!replaces) await requireEmpty(db, stores.files);
  const uploads: string[] = [];
  try {
    return await db.transaction(async (tx) => {
      const loading = await createTableLoader(tx, manifest, hasMonths);
      let secret: string | null = null;
      for await (const entry of readArchive(file)) {
        if (entry.kind === 'rows') await loading.load(entry.table, await bytesOf(entry));
        if (entry.kind === 'secret') secret = (await bytesOf(entry)).toString();
        if (entry.kind === 'file') await stores.files.put(entry.name, entry.content, entry.sizeBytes);
        if (entry.kind === 'upload') {
          const key = keyOf(draftKind, entry.id);
          uploads.push(key);
          await stores.uploads.put(key, entry.content, entry.sizeBytes);
        }
      }
      await loading.finish(totals);
      return { secret, foreign: loading.foreign };
    });
  } catch (error) {
    if (!replaces) await removeAll(stores, uploads).catch(() => {});
    throw error;
  }
}

async function requireEmpty(db: Database, files: FileStore): Promise<void> {
  const filled = await nonEmptyTables(db);
  if (filled.length > 0)
    throw new CommandError(
      `The database already has data (${filled.slice(0, 5).join(', ')}). Nothing was changed. --replace replaces it: back it up first.`,
    );
  for await (const { name } of files.list()) {
    if (fileNamePattern.test(name))
      throw new CommandError(
        'The store already has files. Nothing was changed. With --replace, they are kept and the backup’s files are added.',
      );
  }
}

/** Checks a PostgreSQL server's connections. The embedded database needs no check: its process locks it. */
async function requireNoServer(db: Database): Promise<void> {
  const [others] = await rowsOf<{ n: number }>(
    db,
    sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'afield' and pid <> pg_backend_pid()`,
  );
  if ((others?.n ?? 0) > 0)
    throw new CommandError('Afield is running on this database. Stop every server and try again. Nothing was changed.');
}

/** Without `replaces`, the store was empty before, so every file in it comes from this backup. */
async function removeAll({ files, uploads }: Stores, keys: readonly string[]): Promise<void> {
  for await (const { name } of files.list()) if (fileNamePattern.test(name)) await files.delete(name);
  for (const key of keys) await uploads.delete(key);
}
