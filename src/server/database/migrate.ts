import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsDir } from '../paths.ts';
import { type Database, rowsOf } from './database.ts';

// Drizzle's own migrator manages its transaction, so it can't run under a transaction-level lock. The schema and the
// table are drizzle's, so this code can continue from the migrations that drizzle ran.

/** True if this database has pending migrations. */
export const hasPendingMigrations = async (db: Database): Promise<boolean> => (await pendingMigrations(db)).length > 0;

/**
 * Runs this database's pending migrations. Call it in a transaction that excludes other processes.
 * @param until timestamp of the last one to run, as drizzle records it; all by default
 */
export async function runMigrations(tx: Database, until = Number.POSITIVE_INFINITY): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of await pendingMigrations(tx)) {
    if (migration.folderMillis > until) continue;
    for (const statement of migration.sql) await tx.execute(sql.raw(statement));
    await tx.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`);
  }
}

/** Timestamp of the newest migration applied to this database, as drizzle records it; null if there is none. */
export async function newestMigration(db: Database): Promise<number | null> {
  const [table] = await rowsOf<{ is: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  if (table?.is !== true) return null;
  const [newest] = await rowsOf<{ at: number | null }>(
    db,
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  );
  return newest?.at ?? null;
}

export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: migrationsDir() });

async function pendingMigrations(db: Database): Promise<MigrationMeta[]> {
  const done = (await newestMigration(db)) ?? 0;
  return knownMigrations().filter(({ folderMillis }) => folderMillis > done);
}
