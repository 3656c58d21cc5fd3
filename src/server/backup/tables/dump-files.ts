import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { fileNamePattern } from '#server/services/files/names.ts';
import type { FileStore } from '#server/services/files/stores/file-store.ts';
import { draftKind, keyOf } from '#server/services/files/transfers/upload-store.ts';
import type { ArchiveWriter } from '../archive/archive-writer.ts';
import { fileEntry, type Totals, uploadEntry } from '../archive/format.ts';
import type { Stores } from '../stores.ts';

const rowsAtOnce = 500;

type FileTotals = Pick<Totals, 'files' | 'fileBytes' | 'uploads' | 'missing'>;

/**
 * Adds files that have a row, and complete uploads. It may run after the snapshot was read: files never change, and are
 * kept for 30 days after their last reference is gone.
 * @param brandId limits the dump to one brand's files; all brands' by default
 */
export async function dumpFiles(
  db: Database,
  stores: Stores,
  archive: ArchiveWriter,
  brandId?: string,
): Promise<FileTotals> {
  const totals: FileTotals = { files: 0, fileBytes: 0, uploads: 0, missing: 0 };
  for await (const name of fileNames(db, brandId)) {
    const sizeBytes = await addFile(archive, fileEntry(name), stores.files, name);
    if (sizeBytes === null) totals.missing += 1;
    else totals.files += 1;
    totals.fileBytes += sizeBytes ?? 0;
  }
  for await (const { id, sizeBytes } of wholeUploads(db, brandId)) {
    const added = await addFile(archive, uploadEntry(id), stores.uploads, keyOf(draftKind, id), sizeBytes);
    if (added === null) totals.missing += 1;
    else totals.uploads += 1;
  }
  return totals;
}

async function* fileNames(db: Database, brandId: string | undefined): AsyncGenerator<string> {
  const isTheirs = brandId === undefined ? undefined : eq(storedFiles.brandId, brandId);
  let after = { brandId: '', name: '' };
  for (;;) {
    const rows = await db
      .select({ brandId: storedFiles.brandId, name: storedFiles.name })
      .from(storedFiles)
      .where(and(isTheirs, sql`(${storedFiles.brandId}, ${storedFiles.name}) > (${after.brandId}, ${after.name})`))
      .orderBy(asc(storedFiles.brandId), asc(storedFiles.name))
      .limit(rowsAtOnce);
    for (const { name } of rows) if (fileNamePattern.test(name)) yield name;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function* wholeUploads(
  db: Database,
  brandId: string | undefined,
): AsyncGenerator<{ id: string; sizeBytes: number }> {
  const isTheirs = brandId === undefined ? undefined : eq(draftUploads.brandId, brandId);
  const isWhole = and(isTheirs, eq(draftUploads.receivedBytes, draftUploads.sizeBytes), isNull(draftUploads.goneAt));
  let after = '';
  for (;;) {
    const rows = await db
      .select({ id: draftUploads.id, sizeBytes: draftUploads.sizeBytes })
      .from(draftUploads)
      .where(and(isWhole, gt(draftUploads.id, after)))
      .orderBy(asc(draftUploads.id))
      .limit(rowsAtOnce);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** @returns the file's size; null if the store lacks the file or has it with another size */
async function addFile(
  archive: ArchiveWriter,
  entry: string,
  store: FileStore,
  name: string,
  expectedBytes?: number,
): Promise<number | null> {
  const found = await store.find(name);
  if (found === null || (expectedBytes !== undefined && found.sizeBytes !== expectedBytes)) return null;
  const { sizeBytes } = found;
  if (sizeBytes === 0) await archive.addBytes(entry, new Uint8Array());
  else {
    const content = await begun(found.read(0, sizeBytes - 1));
    if (content !== null) await archive.add(entry, sizeBytes, content);
    // An entry can't be removed again, so a file that was deleted just now must not get one.
    else if ((await store.find(name)) === null) return null;
    else throw new Error(`The store can't read ${name}`);
  }
  return sizeBytes;
}

/** Content whose first bytes have arrived; null if it can't be read. */
async function begun(opening: Promise<ReadableStream<Uint8Array>>): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    const stream = await opening;
    const chunks = (stream as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const first = await chunks.next();
    return (async function* all() {
      if (first.done === true) return;
      yield first.value;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    })();
  } catch {
    return null;
  }
}
