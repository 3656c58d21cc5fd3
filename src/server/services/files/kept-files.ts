import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { FileNames } from './names.ts';
import type { FileStore } from './stores/file-store.ts';

interface KeptFile {
  name: string;
  sizeBytes: number;
}

/**
 * Marks files as about to be used, which protects them from collection for a long time. Call it before a row references
 * a file, or in the same transaction.
 * @returns the names of the files that have a row
 */
export async function touchFiles({ db, own }: BrandScope, names: readonly string[], now: Date): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const touched = await db
    .update(storedFiles)
    .set({ touchedAt: now })
    .where(own(storedFiles, inArray(storedFiles.name, [...names])))
    .returning({ name: storedFiles.name });
  return new Set(touched.map(({ name }) => name));
}

/**
 * Reserves quota for files before they are stored. Files that are already stored count only once.
 * @throws {ApiError} 413 if the new files exceed the brand's quota
 */
export async function reserveFiles(
  { db, brandId }: Pick<BrandScope, 'db' | 'brandId'>,
  files: readonly KeptFile[],
  { quotaBytes, now }: { quotaBytes: number; now: Date },
): Promise<void> {
  if (files.length === 0) return;
  await db.transaction(async (tx) => {
    // Two concurrent uploads could otherwise both pass the check.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${brandId}`}, 0))`);
    const before = await storedBytes(tx, brandId);
    for (const file of files) {
      await tx
        .insert(storedFiles)
        .values({ ...file, brandId, touchedAt: now })
        .onConflictDoUpdate({ target: [storedFiles.brandId, storedFiles.name], set: { touchedAt: now } });
    }
    const after = await storedBytes(tx, brandId);
    if (after > before && after > quotaBytes) throw full(quotaBytes);
  });
}

/**
 * Records files of a creator's draft before they are stored. They are protected from collection for a long time and
 * don't count toward the brand's quota.
 */
export async function noteDraftFiles(
  db: Database,
  brandId: string,
  files: readonly KeptFile[],
  now: Date,
): Promise<void> {
  for (const file of files) {
    await db
      .insert(storedFiles)
      .values({ ...file, brandId, touchedAt: now, isDraft: true })
      .onConflictDoUpdate({ target: [storedFiles.brandId, storedFiles.name], set: { touchedAt: now } });
  }
}

/** Number of names per statement, which can have at most 65,535 parameters. */
const namesAtOnce = 5_000;

/** Makes files eligible for the next collection, unless a row names them. */
export async function letFilesGo(db: Database, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += namesAtOnce) {
    await db
      .update(storedFiles)
      .set({ touchedAt: new Date(0) })
      .where(inArray(storedFiles.name, names.slice(at, at + namesAtOnce)));
  }
}

/** Returns the total bytes of a brand's files, including those that are being stored. */
async function storedBytes(db: Database, brandId: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    db,
    sql`select coalesce(sum(${storedFiles.sizeBytes}), 0)::text as bytes 
      from ${storedFiles} where ${storedFiles.brandId} = ${brandId} and not ${storedFiles.isDraft}`,
  );
  return Number(row?.bytes ?? 0);
}

/**
 * Ensures that files to be referenced by a row exist, and protects them from collection.
 * @param addresses URLs, which may also point elsewhere
 * @throws {ApiError} 400 for the URL of a file that isn't the brand's or is no longer stored
 */
export async function requireStoredFiles(
  scope: BrandScope,
  { names, store }: { names: FileNames; store: FileStore },
  { addresses, path, now }: { addresses: readonly string[]; path: string; now: Date },
): Promise<void> {
  const named = new Set(addresses.flatMap((address) => names.nameIn(address) ?? []));
  const touched = await touchFiles(scope, [...named], now);
  for (const name of named) {
    const isKept = name.startsWith(`${scope.brandId}/`) && (touched.has(name) || (await store.find(name)) !== null);
    if (isKept) continue;
    const message = 'A file is no longer stored. Please upload it again.';
    throw new ApiError('invalid_request', message, { issues: [{ path, message }] });
  }
}

/**
 * Inserts rows for files that have none, such as files of an older version. They are collected later unless a row
 * references them.
 */
export async function noteFiles(
  db: Database,
  files: readonly (KeptFile & { brandId: string })[],
  now: Date,
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insert(storedFiles)
    .values(files.map((file) => ({ ...file, touchedAt: now })))
    .onConflictDoNothing();
}

export const isFile = (brandId: string, name: string) =>
  and(eq(storedFiles.brandId, brandId), eq(storedFiles.name, name));

const full = (quotaBytes: number) =>
  new ApiError(
    'payload_too_large',
    `Your files already use all of your ${Math.round(quotaBytes / 1_000_000)} MB. Files that no campaign uses are deleted after 30 days.`,
  );
