import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { OpenDatabase } from './database.ts';
import { hasPendingMigrations, runMigrations } from './migrate.ts';
import { embeddedNotices } from './notices/embedded.ts';

interface EmbeddedOptions {
  /** Folder of the data; none keeps everything in memory. */
  dataDir?: string;
  /** A dump to begin from. */
  template?: Blob;
}

/**
 * Opens PostgreSQL inside this process and brings its tables up to date. It has no lock of its own: the caller makes sure
 * that one process alone has `dataDir`.
 */
export async function openEmbedded({ dataDir, template }: EmbeddedOptions): Promise<OpenDatabase & { client: PGlite }> {
  const folder = dataDir === undefined ? undefined : join(dataDir, 'pg');
  if (folder !== undefined) {
    // The database writes its files readable to all: the folder around them keeps others out.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  }
  const client = new PGlite({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  });
  await client.waitReady;
  const db = drizzle(client, { casing: 'snake_case' });
  if (await hasPendingMigrations(db)) await db.transaction(runMigrations);
  return {
    db,
    client,
    rowsAtOnce: 1_000,
    // No autovacuum runs here.
    tidy: async () => {
      await client.exec('VACUUM ANALYZE');
    },
    notices: embeddedNotices(client),
    // It has one connection, whose queue isn't counted.
    poolUse: () => ({ most: 1, used: 0, idle: 1, waiting: 0 }),
    close: () => client.close(),
  };
}

/**
 * Identity that differs between the embedded database's folder and a copy of it: it is taken from the inode of PG_VERSION,
 * which is written once, when the database is created.
 */
export function folderIdentity(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(join(dataDir, 'pg', 'PG_VERSION'));
  return `${ino}-${Math.floor(birthtimeMs)}`;
}
