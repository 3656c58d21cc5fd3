import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';

interface RenditionRequest {
  offerId: string;
  uploadId: string;
  caption: string | null;
  /** The move to make. A replacement doesn't address changes that the brand requests in the meantime. */
  move: 'submit-draft' | 'replace-draft';
  now: Date;
}

/**
 * Requests the rendition of a complete upload; the offer moves once the rendition is ready. The caller must check that
 * the move is allowed. A second request replaces the first one and discards all earlier uploads.
 * @throws {ApiError} 400 for an upload that is missing, incomplete, unusable or already submitted
 */
export async function requestRendition(writer: BrandWriter, order: RenditionRequest): Promise<void> {
  const { offerId, uploadId, caption, move: orderedAs, now } = order;
  const { db, own } = writer;
  const isLive = and(eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt));
  const isOther = or(isNull(draftUploads.originalOf), ne(draftUploads.originalOf, uploadId));
  const [row] = await db
    .select()
    .from(draftUploads)
    .where(own(draftUploads, isLive, isNull(draftUploads.originalOf), eq(draftUploads.id, uploadId)))
    .for('update');
  if (row === undefined) throw refused('This upload no longer exists. Please choose the video again.');
  if (row.state === 'UPLOADING') throw refused('The video hasn’t finished uploading.');
  if (row.state === 'READY') throw refused('You already sent this video.');
  if (row.state === 'FAILED') throw refused(row.reason ?? 'We couldn’t use this video. Please choose another one.');
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(own(draftUploads, isLive, isOther, ne(draftUploads.id, uploadId), ne(draftUploads.state, 'READY')));
  const isOrdered = row.state === 'ORDERED';
  await db
    .update(draftUploads)
    .set({
      caption,
      orderedAs,
      reason: null,
      changedAt: now,
      ...(isOrdered ? {} : { state: 'ORDERED', orderedAt: now, tries: 0 }),
    })
    .where(own(draftUploads, eq(draftUploads.id, uploadId)));
}

const refused = (message: string) =>
  new ApiError('invalid_request', message, { issues: [{ path: 'body.uploadId', message }] });
