import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { verifyArchive } from '#server/backup/archive/archive-reader.ts';
import { tablesOf } from '#server/backup/archive/catalog.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { restore } from '#server/backup/run.ts';
import { openStores } from '#server/backup/stores.ts';
import { type BareDatabase, openBareEmbedded } from '#server/backup/tables/bare-database.ts';
import { nonEmptyTables } from '#server/backup/tables/load-tables.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { runMigrations } from '#server/database/migrate.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { migrationsDir } from '#server/paths.ts';
import { openTestDatabase } from '#tests/support/postgres/database.ts';
import { everyRow } from '#tests/support/postgres/every-row.ts';
import { dataSettings, everyFile, fillInstallation, storesOf } from '#tests/support/servers/backed-up.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startS3 } from '#tests/support/services/s3.ts';

const folder = newFolder(afterAll);
const now = new Date('2026-03-15T12:00:00.000Z');
const [sourceDir, targetDir] = [join(folder, 'source'), join(folder, 'target')];
const source = await openTestDatabase();
afterAll(() => source.close());

const isNew = await nonEmptyTables(source.db);
const { fileName, uploadId, oddBrandId } = await fillInstallation(source.db, sourceDir);
await source.db.update(draftUploads).set({ sizeBytes: 4, receivedBytes: 4 }).where(eq(draftUploads.id, uploadId));
await (await storesOf(sourceDir)).uploads.put(`incoming-drafts/${uploadId}`, [Buffer.from('film')] as never);
const before = { rows: await everyRow(source.db), files: await everyFile(sourceDir) };

const secret = { value: 'a secret of the test, of 32 bytes or more', isGenerated: true };
const takeFrom = async (db: Database, file: string) =>
  writeBackup(file, { database: { db }, stores: await storesOf(sourceDir), secret, now });
const [backup, wrong] = [join(folder, 'backup.tar'), join(folder, 'wrong.tar')];
const totals = await takeFrom(source.db, backup);
const epochsOf = async (db: Database) =>
  Object.fromEntries((await db.select().from(brands)).map(({ id, feedEpoch }) => [id, feedEpoch]));

let target: BareDatabase;
afterAll(() => target?.close());
const targetNow = async () => ({ rows: await everyRow(target.db), files: await everyFile(targetDir) });
const restoreOver = async (file: string, replaces = true) =>
  restoreBackup(await verifyArchive(file), { database: target, stores: await storesOf(targetDir), replaces });

/** An empty database for a restore; refused restores leave it unchanged. */
async function emptyDatabase(): Promise<BareDatabase> {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  return { db, hasMonths: false, close };
}

test('a new database counts as empty, and a filled one doesn’t', async () => {
  expect(isNew).toEqual([]);
  expect((await nonEmptyTables(source.db)).length).toBeGreaterThan(20);
});

test('a backup lists its row counts and is readable only by its owner', () => {
  expect(totals).toMatchObject({ files: 1, fileBytes: 5, uploads: 1, missing: 0 });
  expect(Object.keys(before.files).sort()).toEqual([`files/${fileName}`, `uploads/incoming-drafts/${uploadId}`]);
  expect(totals.rows).toMatchObject({ brands: 2, attempts: 1 });
  expect(statSync(backup).mode & 0o077).toBe(0);
});

test('a restore that fails at its end leaves an empty installation empty', async () => {
  // An offer without its campaign; foreign keys are restored at the end.
  const taken = source.db.transaction(async (tx) => {
    await tx.execute(sql`alter table offers drop constraint offers_brand_id_campaign_id_campaigns_brand_id_id_fk`);
    await tx.execute(sql`update offers set campaign_id = 'cmp_gone'`);
    await takeFrom(tx, wrong);
    throw new Error('Taken');
  });
  await expect(taken).rejects.toThrow('Taken');
  await expect(restore(wrong, dataSettings(targetDir), false)).rejects.toThrow(/foreign key/);
  expect(await everyFile(targetDir)).toEqual({});
});

test('an empty installation gets every row, every file and the secret, and starts a new history', async () => {
  const report = await restore(backup, dataSettings(targetDir), false);
  expect(report).toMatchObject({ secret: 'stored', foreign: [] });
  expect(readFileSync(join(targetDir, 'session-secret'), 'utf8')).toBe(secret.value);
  target = await openBareEmbedded(targetDir);
  expect(await targetNow()).toEqual(before);
  const epochs = await epochsOf(target.db);
  expect(Object.keys(epochs)).toContain(oddBrandId);
  for (const [brandId, epoch] of Object.entries(await epochsOf(source.db))) expect(epochs[brandId]).not.toBe(epoch);
});

test('the restored tables have all of their constraints, indexes and columns', async () => {
  const catalog = (db: Database) =>
    db.transaction(async (tx) => {
      const found = await rowsOf<{ text: string }>(
        tx,
        sql`select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
          from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
          union all select indexdef from pg_indexes where schemaname = 'public'`,
      );
      // Only PostgreSQL partitions by month.
      const texts = found.map(({ text }) => text).filter((text) => !/\bdaily_figures_(all|\d)/.test(text));
      return { texts: texts.sort(), tables: await tablesOf(tx) };
    });
  expect(await catalog(target.db)).toEqual(await catalog(source.db));
});

test('an installation with data isn’t changed, even by an unusable backup', async () => {
  await target.db.update(brands).set({ name: 'Since the backup' }).where(eq(brands.id, oddBrandId));
  const now = await targetNow();
  await expect(restoreOver(backup, false)).rejects.toThrow(/^The database already has data \(.*--replace/);
  await expect(restoreOver(wrong)).rejects.toThrow(/foreign key|Failed query/);
  const bytes = readFileSync(backup);
  const damaged = join(folder, 'damaged.tar');
  // In a tar file, an entry's content starts 512 bytes after its name.
  const changedIn = (entry: string) => {
    const at = bytes.indexOf(entry) + 512 + 2;
    return Buffer.concat([bytes.subarray(0, at), Buffer.from('!!'), bytes.subarray(at + 2)]);
  };
  for (const content of [
    bytes.subarray(0, bytes.length / 2),
    changedIn('manifest.json'),
    changedIn('tables/brands/'),
    changedIn(`files/${fileName}`),
    changedIn('totals.json'),
  ]) {
    writeFileSync(damaged, content);
    await expect(restoreOver(damaged)).rejects.toThrow(/damaged.*Nothing was changed/);
  }
  expect(await targetNow()).toEqual(now);
});

test('--replace replaces the data and keeps files that the backup doesn’t have', async () => {
  const other = fileName.replace('first', 'other');
  await (await storesOf(targetDir)).files.put(other, [Buffer.from('newer')] as never);
  await restoreOver(backup);
  expect(await targetNow()).toEqual({ rows: before.rows, files: { ...before.files, [`files/${other}`]: 'newer' } });
});

test('files and uploads are restored to S3, and backed up from there', async () => {
  const s3 = await startS3();
  const stores = await openStores({ s3: s3.settings(), dataDir: folder }, pino({ level: 'silent' }));
  try {
    const archive = await verifyArchive(backup);
    await restoreBackup(archive, { database: target, stores, replaces: true });
    const again = join(folder, 'from-s3.tar');
    const taken = await writeBackup(again, { database: target, stores, secret: null, now });
    expect(taken).toEqual({ ...totals, rows: { ...totals.rows, database_origin: 0 } });
    await restoreOver(again);
    expect((await targetNow()).files).toMatchObject(before.files);
    await expect(restoreBackup(archive, { database: await emptyDatabase(), stores, replaces: false })).rejects.toThrow(
      /^The store already has files/,
    );
  } finally {
    stores.close();
    await s3.close();
  }
});

test('a backup from an older version is migrated, and one from a newer version is refused', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsDir() });
  const [old, newest] = [migrations.at(-4)?.folderMillis ?? 0, migrations.at(-1)?.folderMillis ?? 0];
  const { db, close } = await openTestDatabase();
  const [older, newer] = [join(folder, 'older.tar'), join(folder, 'newer.tar')];
  try {
    for (const statement of ['drop schema drizzle, public cascade', 'create schema public'])
      await db.execute(statement);
    await db.transaction((tx) => runMigrations(tx, old));
    await db.execute(sql`insert into brands (id, name, email, password_hash, cpm_cents)
      values ('brd_old', 'Old', 'old@brands.test', 'x', 500)`);
    await takeFrom(db, older);
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${newest + 1})`);
    await takeFrom(db, newer);
  } finally {
    await close();
  }
  const now = await targetNow();
  await expect(restoreOver(newer)).rejects.toThrow(/was made by a newer Afield, .*Update/);
  expect(await targetNow()).toEqual(now);
  await restoreOver(older);
  const { rows } = await targetNow();
  expect(Object.keys(rows).sort()).toEqual(Object.keys(before.rows).sort());
  expect(JSON.parse(rows.brands?.[0] ?? '')).toMatchObject({ id: 'brd_old', name: 'Old', company_name: null });
});
