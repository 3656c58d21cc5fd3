import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';

/** Time without progress after which an upload counts as abandoned. */
const uploadingMs = 86_400_000;

/** Returns the offers among the given ids with an upload or a rendition in progress, which keeps them from expiring. */
export async function hasUploadUnderWay(
  { db, own }: BrandScope,
  offerIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (offerIds.length === 0) return new Set();
  const isFresh = gt(draftUploads.changedAt, new Date(now.getTime() - uploadingMs));
  const isUnderWay = or(
    and(inArray(draftUploads.state, ['UPLOADING', 'RECEIVED']), isFresh),
    eq(draftUploads.state, 'ORDERED'),
  );
  const isDraft = and(isNull(draftUploads.goneAt), isNull(draftUploads.originalOf));
  const rows = await db
    .selectDistinct({ offerId: draftUploads.offerId })
    .from(draftUploads)
    .where(own(draftUploads, inArray(draftUploads.offerId, [...offerIds]), isDraft, isUnderWay));
  return new Set(rows.map(({ offerId }) => offerId));
}
