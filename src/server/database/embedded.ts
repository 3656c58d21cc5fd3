import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { OpenDatabase } from './database.ts';
import { hasPendingMigrations, runMigrations } from './migrate.ts';
import { embeddedNotices } from './notices/embedded.ts';

interface EmbeddedOptions {
  /** Without a folder, all data stays in memory. */
  dataDir?: string;
  /** A dump to start from. */
  template?: Blob;
}

/**
 * Opens PostgreSQL inside this process and runs pending migrations. It acquires no lock: the caller ensures that no
 * other process uses `dataDir`.
 */
export async function openEmbedded({ dataDir, template }: EmbeddedOptions): Promise<OpenDatabase & { client: PGlite }> {
  const folder = dataDir === undefined ? undefined : join(dataDir, 'pg');
  if (folder !== undefined) {
    // The database's own files are world-readable, so the folder restricts access.
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
    // The embedded database has no autovacuum.
    tidy: async () => {
      await client.exec('VACUUM ANALYZE');
    },
    notices: embeddedNotices(client),
    // The embedded database has one connection, and doesn't expose its queue.
    poolUse: () => ({ max: 1, used: 0, idle: 1, waiting: 0 }),
    close: () => client.close(),
  };
}

/**
 * An identity that changes when the embedded database's folder is copied. It is based on the inode of PG_VERSION, which
 * is written once, when the database is created.
 */
export function folderIdentity(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(join(dataDir, 'pg', 'PG_VERSION'));
  return `${ino}-${Math.floor(birthtimeMs)}`;
}
