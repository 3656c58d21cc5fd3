import { and, desc, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import type { DraftState } from '#contract/creator/creator.ts';
import { uploadsPath } from '#contract/creator/draft-uploads.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';

const unknownReason = 'We couldn’t use this video. Please choose another file.';

/** Returns the state of an offer's newest upload; null if there is none, or once it is submitted. */
export async function readDraftState(scope: BrandScope, offerId: string): Promise<DraftState | null> {
  return (await readDraftStates(scope, [offerId])).get(offerId) ?? null;
}

/** Returns the states of the newest unsubmitted uploads, by offer id. */
export async function readDraftStates(
  { db, own }: BrandScope,
  offerIds: readonly string[],
): Promise<Map<string, DraftState>> {
  // The creator sees a provider's upload only once it is complete and its rendition is requested.
  const isForCreator = or(
    eq(draftUploads.orderedBy, 'creator'),
    notInArray(draftUploads.state, ['UPLOADING', 'RECEIVED']),
  );
  const isDraft = and(isNull(draftUploads.goneAt), isNull(draftUploads.originalOf));
  const isShown = and(inArray(draftUploads.offerId, [...offerIds]), isDraft, isForCreator);
  const rows = await db
    .selectDistinctOn([draftUploads.offerId])
    .from(draftUploads)
    .where(own(draftUploads, isShown))
    .orderBy(draftUploads.offerId, desc(draftUploads.createdAt), desc(draftUploads.id));
  return new Map(rows.filter(({ state }) => state !== 'READY').map((row) => [row.offerId, toDraftState(row)]));
}

/** Converts an unsubmitted upload to the creator's view of it. */
export function toDraftState(row: typeof draftUploads.$inferSelect): DraftState {
  const { id: uploadId, name, sizeBytes, receivedBytes, fingerprint, originalOf } = row;
  switch (row.state) {
    case 'ORDERED':
      return { state: 'processing', uploadId, name, since: (row.orderedAt ?? row.changedAt).toISOString() };
    case 'FAILED':
      return { state: 'failed', uploadId, name, reason: row.reason ?? unknownReason, originalOf };
    default:
      return {
        ...{ state: 'uploading', uploadId, url: `${uploadsPath}/${uploadId}`, name },
        ...{ sizeBytes, receivedBytes, fingerprint, originalOf },
        returned: row.reason === null ? null : { reason: row.reason, caption: row.caption },
      };
  }
}
