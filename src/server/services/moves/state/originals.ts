import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { fulfillments } from '#server/database/tables/tables.ts';
import { fileNamesIn } from '#server/services/files/names.ts';

type FulfillmentRow = typeof fulfillments.$inferSelect;

/** The creator's source video. The brand may download it once the draft made from it is approved. */
export interface Original {
  uploadId: string;
  name: string;
  sizeBytes: number;
}

/**
 * Returns the originals of approved drafts, by offer.
 * @param tries submissions of offers; offers without an approved draft are skipped
 */
export async function readOriginals(
  { db, own }: BrandScope,
  tries: readonly FulfillmentRow[],
): Promise<Map<string, Original>> {
  const approved = new Map<string, { at: number; fileName: string }>();
  for (const { offerId, evidenceType, acceptedAt, fulfillment } of tries) {
    const [fileName] = fileNamesIn(fulfillment ?? '');
    if (evidenceType !== 'VIDEO_WITH_CAPTION' || acceptedAt === null || fileName === undefined) continue;
    const at = acceptedAt.getTime();
    if (at >= (approved.get(offerId)?.at ?? 0)) approved.set(offerId, { at, fileName });
  }
  if (approved.size === 0) return new Map();
  const isKept = and(eq(draftUploads.isOriginalKept, true), isNull(draftUploads.goneAt));
  const rows = await db
    .select({
      ...{ uploadId: draftUploads.id, offerId: draftUploads.offerId, fileName: draftUploads.fileName },
      ...{ name: draftUploads.name, sizeBytes: draftUploads.sizeBytes },
    })
    .from(draftUploads)
    .where(own(draftUploads, isKept, inArray(draftUploads.offerId, [...approved.keys()])));
  const ofApproved = rows.filter(({ offerId, fileName }) => approved.get(offerId)?.fileName === fileName);
  return new Map(ofApproved.map(({ offerId, uploadId, name, sizeBytes }) => [offerId, { uploadId, name, sizeBytes }]));
}

/** Returns the original of an offer's approved draft; null if there is no approved draft or no original. */
export async function findOriginal(scope: BrandScope, offerId: string): Promise<Original | null> {
  const tries = await scope.db
    .select()
    .from(fulfillments)
    .where(scope.own(fulfillments, eq(fulfillments.offerId, offerId)));
  return (await readOriginals(scope, tries)).get(offerId) ?? null;
}

/** Returns a kept original by its upload's id; null if it was deleted or its draft's approval was taken back. */
export async function readOriginal(scope: BrandScope, uploadId: string): Promise<Original | null> {
  const [row] = await scope.db
    .select({ offerId: draftUploads.offerId })
    .from(draftUploads)
    .where(scope.own(draftUploads, eq(draftUploads.id, uploadId)));
  const original = row === undefined ? null : await findOriginal(scope, row.offerId);
  return original?.uploadId === uploadId ? original : null;
}
