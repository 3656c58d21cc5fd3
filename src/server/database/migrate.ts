import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsDir } from '../paths.ts';
import { type Database, rowsOf } from './database.ts';

// Drizzle's own migrator begins and commits a transaction itself, so a lock of a transaction can't be held around it. The schema
// and the table are drizzle's, and databases that it has migrated go on from there.

/** True if migrations are left that this database hasn't had. */
export const hasPendingMigrations = async (db: Database): Promise<boolean> => (await pending(db)).length > 0;

/** Runs the migrations that this database hasn't had. To be called in a transaction, in which no other process runs them. */
export async function runMigrations(tx: Database): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of await pending(tx)) {
    for (const statement of migration.sql) await tx.execute(sql.raw(statement));
    await tx.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`);
  }
}

async function pending(db: Database): Promise<MigrationMeta[]> {
  const all = readMigrationFiles({ migrationsFolder: migrationsDir() });
  const [table] = await rowsOf<{ is: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  if (table?.is !== true) return all;
  const [last] = await rowsOf<{ at: string }>(
    db,
    sql`select coalesce(max(created_at), 0)::text as at from drizzle.__drizzle_migrations`,
  );
  return all.filter(({ folderMillis }) => folderMillis > Number(last?.at));
}
