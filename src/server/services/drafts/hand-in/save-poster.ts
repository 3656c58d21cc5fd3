import { and, eq, inArray, isNull } from 'drizzle-orm';
import { maxPosterBytes } from '#contract/creator/draft-uploads.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { pictureType } from '#server/services/files/pictures/picture-type.ts';
import type { Uploads } from '#server/services/files/uploads/uploads.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { storeDraftFile } from './store-draft-file.ts';

const maxPerDay = 120;
const dayMs = 86_400_000;

interface GivenPoster {
  offerId: string;
  uploadId: string;
  /** JPEG in base64. */
  picture: string;
}

/**
 * Stores a still that the creator's browser took of the video, as a fallback if the server can't take one. It is
 * re-encoded from its pixels, which drops all metadata. A later still replaces it.
 * @throws {ApiError} 404 for an unknown upload, 413 or 415 for an unacceptable picture, 429 after many stills in a day
 */
export async function savePoster(
  { uploads, now }: { uploads: Uploads; now(): Date },
  scope: BrandScope,
  { offerId, uploadId, picture }: GivenPoster,
): Promise<void> {
  const { db, brandId, own } = scope;
  const limit = { subject: ['draft poster', brandId, offerId], max: maxPerDay, windowMs: dayMs };
  await countAttempt(db, [limit], now());
  const isIt = own(
    draftUploads,
    and(eq(draftUploads.id, uploadId), eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt)),
    inArray(draftUploads.state, ['UPLOADING', 'RECEIVED', 'ORDERED']),
  );
  const [row] = await db.select({ id: draftUploads.id }).from(draftUploads).where(isIt);
  if (row === undefined) throw notFound('This upload no longer exists. Please choose the video again.');
  const content = jpegOf(picture);
  const posterName = await uploads.spool.during(brandId, async (folder) => {
    const draft = await folder.begin();
    await draft.write(content);
    const { path } = await draft.end();
    const to = `${path}.${pictureType.extension}`;
    await uploads.drawer.redraw(brandId, { from: path, to });
    return storeDraftFile({ db, uploads, now }, brandId, { path: to, extension: pictureType.extension });
  });
  await db.update(draftUploads).set({ posterName }).where(isIt);
}

/** Accepts only JPEG, which browsers create from a canvas. */
function jpegOf(picture: string): Buffer {
  const content = Buffer.from(picture, 'base64');
  if (content.length > maxPosterBytes) throw new ApiError('payload_too_large', tooLarge);
  if (content.toString('latin1', 0, 3) !== '\xff\xd8\xff') throw unknown();
  return content;
}

const tooLarge = `The picture is too large. The limit is ${maxPosterBytes / 1_000} KB.`;
const unknown = () => new ApiError('unsupported_media_type', 'File is not supported. Expected a JPEG picture.');
