import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, rowsOf } from '#server/database/database.ts';
import { newestMigration } from '#server/database/migrate.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { brands } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { draftKind, keyOf } from '#server/services/files/transfers/upload-store.ts';
import { auditLedger } from '#server/services/ledger/payments/ledger-audit.ts';
import { type ArchiveEntry, bytesOf, readArchive } from '../archive/archive-reader.ts';
import { settle } from '../archive/catalog.ts';
import type { BrandArchive } from '../archive/verify.ts';
import type { Stores } from '../stores.ts';
import type { BareDatabase } from '../tables/bare-database.ts';
import { type BrandLoadResult, createBrandLoader } from './load-brand.ts';

interface Target {
  database: BareDatabase;
  stores: Stores;
  /** Base URL of stored files. */
  filesUrl: string;
  now: Date;
  /** True to check the export without changing anything. */
  isDryRun: boolean;
}

export interface ImportedBrand extends BrandLoadResult {
  archive: BrandArchive;
  isDryRun: boolean;
}

/** Rolls back the transaction of a dry run. */
class DryRunEnd extends Error {
  readonly loaded: BrandLoadResult;

  constructor(loaded: BrandLoadResult) {
    super('Nothing is stored in a dry run');
    this.loaded = loaded;
  }
}

/**
 * Imports a verified export of a brand into an installation with other brands, in one transaction. If it fails, the
 * files that it stored are deleted again.
 * @throws {CommandError} for problems that the operator can fix; nothing has been changed
 */
export async function importBrand(archive: BrandArchive, target: Target): Promise<ImportedBrand> {
  const { db } = target.database;
  await requireSameTables(db, archive);
  const stored: (() => Promise<void>)[] = [];
  try {
    const loaded = await db.transaction(async (tx) => {
      const done = await load(tx, archive, target, stored);
      if (target.isDryRun) throw new DryRunEnd(done);
      return done;
    });
    return { ...loaded, archive, isDryRun: false };
  } catch (error) {
    if (error instanceof DryRunEnd) return { ...error.loaded, archive, isDryRun: true };
    if (!(await mayBeThere(db, archive.brand.id))) for (const remove of stored) await remove().catch(() => {});
    throw asCommandError(error, archive.file);
  }
}

/** True if the brand exists or can't be looked up. A connection lost during the commit leaves the outcome unknown. */
async function mayBeThere(db: Database, id: string): Promise<boolean> {
  try {
    return (await rowsOf(db, sql`select 1 from ${brands} where id = ${id}`)).length > 0;
  } catch {
    return true;
  }
}

async function load(
  tx: Database,
  { brand, manifest, totals, file }: BrandArchive,
  { database, stores, filesUrl, now, isDryRun }: Target,
  stored: (() => Promise<void>)[],
): Promise<BrandLoadResult> {
  await settle(tx);
  await requireNoSuchBrand(tx, brand);
  if (database.hasMonths) await createMonthPartitions(tx, manifest.months);
  const loading = await createBrandLoader(tx, { brand, manifest, filesUrl, now });
  let loaded: BrandLoadResult | null = null;
  const finish = async () => {
    const done = await loading.finish(totals);
    await requireSoundBooks(tx, brand.id, done.payoutIds);
    return done;
  };
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'rows') await loading.load(entry.table, await bytesOf(entry));
    // Rows precede files in an export, so no file is stored for a refused brand.
    if (entry.kind !== 'file' && entry.kind !== 'upload') continue;
    loaded ??= await finish();
    if (!isDryRun) await storeFile(entry, brand.id, stores, stored);
  }
  return loaded ?? (await finish());
}

/** @throws {CommandError} for a file of another brand */
async function storeFile(
  entry: Extract<ArchiveEntry, { kind: 'file' | 'upload' }>,
  brandId: string,
  { files, uploads }: Stores,
  stored: (() => Promise<void>)[],
): Promise<void> {
  if (entry.kind === 'file' && !entry.name.startsWith(`${brandId}/`))
    throw new CommandError(`The export has a file of another brand, ${entry.name}. Nothing was changed.`);
  const [store, name] = entry.kind === 'file' ? [files, entry.name] : [uploads, keyOf(draftKind, entry.id)];
  const isNew = (await store.find(name)) === null;
  if (!isNew) return;
  stored.push(() => store.delete(name));
  await store.put(name, entry.content, entry.sizeBytes);
}

/** @throws {CommandError} if the export's tables differ from this installation's */
async function requireSameTables(db: Database, { manifest: { migration, version } }: BrandArchive): Promise<void> {
  const here = await newestMigration(db);
  if (here === null) throw new CommandError('The database has no Afield tables. Start Afield here once.');
  if (here === migration) return;
  throw new CommandError(
    here < migration
      ? `The export was made by Afield ${version}, which is newer than this installation. Nothing was changed. Update this one to ${version}.`
      : `The export was made by Afield ${version}, which is older than this installation. Nothing was changed. Update the other one and export the brand again.`,
  );
}

async function requireNoSuchBrand(tx: Database, { id, email }: BrandArchive['brand']): Promise<void> {
  const [found] = await rowsOf<{ id: string; email: string }>(
    tx,
    sql`select id, email from ${brands} where id = ${id} or email = ${email} order by (id = ${id}) desc`,
  );
  if (found === undefined) return;
  throw new CommandError(
    found.id === id
      ? `The brand ${id} is already in this installation, as ${found.email}. Nothing was changed.`
      : `Another brand here, ${found.id}, has the email ${email}. Nothing was changed.`,
  );
}

/** Checks the ledger before the commit: no later call could correct it. */
async function requireSoundBooks(tx: Database, brandId: string, payoutIds: readonly string[]): Promise<void> {
  const findings = (await auditLedger(tx)).filter(
    (finding) => finding.brandId === brandId || payoutIds.some((id) => finding.message.includes(id)),
  );
  if (findings.length === 0) return;
  const messages = findings.slice(0, 5).map(({ message }) => message);
  throw new CommandError(
    [
      `The ledger in the export doesn’t balance. Nothing was changed. Run reconcile in the installation that exported it.`,
      ...messages,
    ].join('\n'),
  );
}

/** PostgreSQL's unique_violation. */
const duplicateSchema = v.object({ code: v.literal('23505'), table: v.string(), detail: v.string() });

/** Names the duplicate row if the error is a unique violation; returns other errors unchanged. */
function asCommandError(error: unknown, file: string): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof CommandError) return at;
    const duplicate = v.safeParse(duplicateSchema, { ...at });
    if (!duplicate.success) continue;
    const { table, detail } = duplicate.output;
    return new CommandError(
      `${file} can’t be imported: in ${table}, ${detail.replace(/^Key/, 'the key')} Nothing was changed.`,
      {
        cause: error,
      },
    );
  }
  return error;
}
