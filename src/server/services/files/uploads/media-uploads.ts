import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { maxBytesAt } from '#contract/brand/media-uploads.ts';
import { type BrandScope, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { mediaUploads } from '#server/database/tables/file-tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { hasRoomFor } from '../transfers/free-disk.ts';
import type { UploadFiles, UploadStore } from '../transfers/upload-store.ts';
import { countUpload, type Destination, storeUploads, type Uploads } from './uploads.ts';

type Row = typeof mediaUploads.$inferSelect;

const dayMs = 86_400_000;
/** Limit on a brand's uploads that aren't stored yet, in bytes. */
const maxOpenBytes = 1_000_000_000;

interface NewMediaUpload {
  destination: Destination;
  sizeBytes: number;
  now: Date;
  freeBytes: UploadStore['freeBytes'];
}

/**
 * Creates the row of an upload before its first byte arrives.
 * @returns the upload's id
 * @throws {ApiError} 400 for an empty file; 413 for one that is too large, or if unfinished uploads exceed the limit;
 * 429 after many uploads; 503 if the disk is nearly full
 */
export async function beginMediaUpload(scope: BrandScope, { destination, sizeBytes, now, freeBytes }: NewMediaUpload) {
  if (sizeBytes === 0) throw new ApiError('invalid_request', 'This file is empty. Please choose another one.');
  if (sizeBytes > maxBytesAt(destination)) throw tooLarge();
  await countUpload(scope, now);
  if (!(await hasRoomFor(scope.db, sizeBytes, freeBytes))) throw outOfSpace();
  return writeBrand(scope, async ({ db, own }) => {
    const [open] = await db
      .select({ bytes: sql<string>`coalesce(sum(${mediaUploads.sizeBytes}), 0)::text` })
      .from(mediaUploads)
      .where(own(mediaUploads, isNull(mediaUploads.goneAt), isNull(mediaUploads.url)));
    if (Number(open?.bytes ?? 0) + sizeBytes > maxOpenBytes) throw tooMany();
    const id = newId('mup', now);
    await db
      .insert(mediaUploads)
      .values({ id, brandId: scope.brandId, destination, sizeBytes, createdAt: now, changedAt: now });
    return id;
  });
}

/** Returns a brand's upload that can be resumed or stored; null if there is none. */
export async function findMediaUpload({ db, own }: BrandScope, id: string): Promise<Row | null> {
  const isIt = and(eq(mediaUploads.id, id), isNull(mediaUploads.goneAt));
  const [row] = await db.select().from(mediaUploads).where(own(mediaUploads, isIt));
  return row ?? null;
}

export async function noteMediaReceived(db: Database, id: string, receivedBytes: number, now: Date): Promise<void> {
  await db.update(mediaUploads).set({ receivedBytes, changedAt: now }).where(eq(mediaUploads.id, id));
}

interface Storing {
  uploads: Uploads;
  files: UploadFiles;
  now(): Date;
}

/**
 * Stores the content of a complete upload like {@link storeUploads}. A repeated call returns the same result.
 * @throws {ApiError} 404 if the brand has no such upload; 409 while bytes are missing; any error of `storeUploads`
 */
export async function storeMediaUpload(
  deps: Storing,
  scope: BrandScope,
  uploadId: string,
): Promise<{ url: string; mime: string }> {
  const row = await findMediaUpload(scope, uploadId);
  if (row === null) throw gone();
  if (row.url !== null && row.mime !== null) return { url: row.url, mime: row.mime };
  if (row.receivedBytes < row.sizeBytes) throw new ApiError('upload_conflict', 'This file isn’t uploaded yet.');
  const { uploads, files, now } = deps;
  const [stored] = await uploads.spool.during(scope.brandId, async (folder) => {
    const draft = await folder.begin();
    for await (const chunk of await files.read(uploadId)) await draft.write(Buffer.from(chunk));
    const destination = row.destination as Destination;
    return (await storeUploads({ uploads, now }, scope, { destination, files: [await draft.end()] })).urls;
  });
  if (stored === undefined) throw gone();
  const isIt = eq(mediaUploads.id, uploadId);
  // The row stays for a day, so that a repeated call returns the same result.
  await scope.db
    .update(mediaUploads)
    .set({ ...stored, changedAt: now() })
    .where(scope.own(mediaUploads, isIt));
  // If this fails, the content is removed with the row.
  await files.remove(uploadId).catch(() => {});
  return stored;
}

export async function dropMediaUpload({ db, own }: BrandScope, id: string, now: Date): Promise<void> {
  await db
    .update(mediaUploads)
    .set({ goneAt: now })
    .where(own(mediaUploads, eq(mediaUploads.id, id)));
}

/** Discards uploads that haven't changed for a day. */
export async function dropOldMediaUploads(db: Database, now: Date): Promise<void> {
  const isOld = lt(mediaUploads.changedAt, new Date(now.getTime() - dayMs));
  await db
    .update(mediaUploads)
    .set({ goneAt: now })
    .where(and(isNull(mediaUploads.goneAt), isOld));
}

const gone = () => notFound('This upload no longer exists. Please choose the file again.');
const tooLarge = () => new ApiError('payload_too_large', 'File is too large');
const tooMany = () =>
  new ApiError('payload_too_large', 'Too many files are being uploaded. Please wait for them to finish.');
const outOfSpace = () =>
  new ApiError('unavailable', 'We’re out of space for files right now. Please try again later.', {
    headers: { 'Retry-After': '600' },
  });
