import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleOnPg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleOnPglite } from 'drizzle-orm/pglite';
import type { Database } from '#server/database/database.ts';
import { connectOnce } from '#server/database/remote/connect-once.ts';
import { withSystemErrorText } from '#server/errors/start-error.ts';

/** A database opened without migrations: a backup must not change its tables, and a restore creates them itself. */
export interface BareDatabase {
  db: Database;
  /** True if snapshots are partitioned by month, as on PostgreSQL. */
  hasMonths: boolean;
  close(): Promise<void>;
}

/** Opens the embedded database in a folder, or creates an empty one. The caller must hold the folder's lock. */
export async function openBareEmbedded(dataDir: string): Promise<BareDatabase> {
  const folder = join(dataDir, 'pg');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const client = new PGlite({ dataDir: folder });
  await client.waitReady;
  return { db: drizzleOnPglite(client, { casing: 'snake_case' }), hasMonths: false, close: () => client.close() };
}

/** Opens a single connection. */
export async function openBareRemote(url: string): Promise<BareDatabase> {
  const client = await withSystemErrorText('the database at DATABASE_URL', () =>
    connectOnce(url, { keepAlive: true, application_name: 'afield backup' }),
  );
  return { db: drizzleOnPg(client, { casing: 'snake_case' }), hasMonths: true, close: () => client.end() };
}
