import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { maxUploadBytes, type UploadMetadata } from '#contract/creator/draft-uploads.ts';
import { moveRefusal } from '#domain/offers/move-refusal.ts';
import { type BrandScope, type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { hasRoomFor } from '#server/services/files/transfers/free-disk.ts';
import type { UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { readOfferStates } from '#server/services/moves/state/situations.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import type { RequestedBy } from '../state/orders.ts';
import { dropOriginals, requireOriginalWanted } from '../state/wanted-originals.ts';

/** Total quota of an offer's uploads, including failed ones, in bytes. */
const quotaBytes = 2 * maxUploadBytes;
const maxPerDay = 60;
const dayMs = 86_400_000;

interface NewUpload {
  offerId: string;
  /** The actor who submits the video; defaults to the creator. */
  by?: RequestedBy;
  sizeBytes: number;
  metadata: UploadMetadata;
  now: Date;
  freeBytes: UploadStore['freeBytes'];
}

/**
 * Creates the row of an upload before its first byte arrives. If an earlier response was lost, the upload is found
 * again by its fingerprint.
 * @returns the upload's id
 * @throws {ApiError} 413 for a file that is too large, 400 for an empty one, 403 if the offer isn't waiting for a draft
 * or for this draft's original, 429 after 60 in a day, 503 if the disk is nearly full
 */
export async function beginUpload(scope: BrandScope, upload: NewUpload): Promise<string> {
  const { offerId, sizeBytes, now } = upload;
  if (sizeBytes > maxUploadBytes) throw tooLarge();
  if (sizeBytes === 0) throw new ApiError('invalid_request', 'This file is empty. Please choose another video.');
  const limit = { subject: ['draft upload', scope.brandId, offerId], max: maxPerDay, windowMs: dayMs };
  await countAttempt(scope.db, [limit], now);
  return writeBrand(scope, async (writer) => {
    const { filename: name, sha256 = null, fingerprint = null, rendition, originalOf = null } = upload.metadata;
    const draft = originalOf === null ? null : await requireOriginalWanted(writer, { offerId, originalOf });
    if (draft === null) await requireDraftOwed(writer, upload);
    const begun = await findBegun(writer, upload);
    if (begun !== null) return begun;
    if (draft === null) await evictOldUploads(writer, upload);
    else await dropOriginals(writer, { offerId, now });
    await requireFreeDisk(writer.db, upload);
    const id = newId('upl', now);
    const { by: orderedBy = 'creator' } = upload;
    await writer.db.insert(draftUploads).values({
      ...{ id, brandId: writer.brandId, offerId, name, sizeBytes, sha256, fingerprint },
      ...{ isRendition: rendition === '1', state: 'UPLOADING', orderedBy, createdAt: now, changedAt: now },
      ...{ originalOf, fileName: draft?.fileName ?? null, durationMs: draft?.durationMs ?? null },
    });
    return id;
  });
}

/** Refuses a draft that couldn't be submitted, before its upload rather than afterwards. */
async function requireDraftOwed(writer: BrandWriter, { offerId, by = 'creator', now }: NewUpload): Promise<void> {
  const [state] = await readOfferStates(writer, [offerId]);
  if (state === undefined) throw notFound('Offer not found.');
  const refusalOf = (move: 'submit-draft' | 'replace-draft') => moveRefusal(move, by, state.situation, now.getTime());
  const refusal = refusalOf('submit-draft');
  if (refusal !== null && refusalOf('replace-draft') !== null) throw new ApiError('forbidden', refusal);
}

const isLive = (offerId: string) => and(eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt));

async function findBegun(
  { db, own }: BrandWriter,
  { offerId, sizeBytes, metadata }: NewUpload,
): Promise<string | null> {
  const { filename, fingerprint, sha256 = null, rendition, originalOf = null } = metadata;
  if (fingerprint === undefined) return null;
  const isUntouched = and(eq(draftUploads.state, 'UPLOADING'), eq(draftUploads.receivedBytes, 0));
  const [row] = await db
    .select()
    .from(draftUploads)
    .where(own(draftUploads, isLive(offerId), isUntouched, eq(draftUploads.fingerprint, fingerprint)))
    .limit(1);
  if (row === undefined) return null;
  const isSame = row.sizeBytes === sizeBytes && row.name === filename && row.sha256 === sha256;
  const isSameKind = row.isRendition === (rendition === '1') && row.originalOf === originalOf;
  return isSame && isSameKind ? row.id : null;
}

/** Discards earlier unsubmitted uploads, oldest first, until the quota suffices. Originals don't count. */
async function evictOldUploads({ db, own }: BrandWriter, { offerId, sizeBytes, now }: NewUpload): Promise<void> {
  const rows = await db
    .select()
    .from(draftUploads)
    .where(
      own(
        draftUploads,
        isLive(offerId),
        isNull(draftUploads.originalOf),
        inArray(draftUploads.state, ['UPLOADING', 'RECEIVED', 'ORDERED', 'FAILED']),
      ),
    )
    .orderBy(asc(draftUploads.createdAt));
  let lacking = rows.reduce((sum, row) => sum + row.sizeBytes, sizeBytes) - quotaBytes;
  const isUnwritten = or(isNull(draftUploads.writerUntil), lt(draftUploads.writerUntil, now));
  for (const row of rows) {
    if (lacking <= 0) return;
    if (row.state === 'ORDERED') continue;
    const gone = await db
      .update(draftUploads)
      .set({ goneAt: now })
      .where(own(draftUploads, eq(draftUploads.id, row.id), isUnwritten))
      .returning({ id: draftUploads.id });
    if (gone.length > 0) lacking -= row.sizeBytes;
  }
  if (lacking > 0) throw full();
}

async function requireFreeDisk(db: Database, { sizeBytes, freeBytes }: NewUpload): Promise<void> {
  if (await hasRoomFor(db, sizeBytes, freeBytes)) return;
  throw new ApiError('unavailable', 'We’re out of space for videos right now. Please try again later.', {
    headers: { 'Retry-After': '600' },
  });
}

const gb = (bytes: number) => `${bytes / 1_000_000_000} GB`;

const tooLarge = () =>
  new ApiError('payload_too_large', `This video is too large. The limit is ${gb(maxUploadBytes)}.`);

const full = () =>
  new ApiError(
    'payload_too_large',
    `Uploads for this offer already use ${gb(quotaBytes)}. Please wait for the current upload to finish.`,
  );
