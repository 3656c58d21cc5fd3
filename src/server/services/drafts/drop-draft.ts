import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/draft-tables.ts';

const dayMs = 86_400_000;
/** Time after its last change for which a creator can read why it failed. */
const failedMs = 7 * dayMs;

/**
 * Gives up an upload, whether it is whole or not; nobody sees it any more. One that was handed in stays handed in. Does nothing
 * for one that is not there. Its file goes with the next {@link removeGone}.
 */
export async function dropDraft(
  { db, own }: BrandScope,
  { offerId, uploadId, now }: { offerId: string; uploadId: string; now: Date },
): Promise<void> {
  const isIt = and(eq(draftUploads.offerId, offerId), eq(draftUploads.id, uploadId));
  const canGo = and(
    isNull(draftUploads.goneAt),
    inArray(draftUploads.state, ['UPLOADING', 'RECEIVED', 'ORDERED', 'FAILED']),
  );
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(own(draftUploads, isIt, canGo));
}

/** Gives up, of all offers, what nobody went on with for a day; and forgets what has failed, and what was handed in but
 * for originals that are kept. */
export async function dropOldDrafts(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => lt(draftUploads.changedAt, new Date(now.getTime() - ms));
  // An original that was ordered waits for its draft, and in vain if that one failed.
  const isOriginal = and(eq(draftUploads.state, 'ORDERED'), isNotNull(draftUploads.originalOf));
  const isLeft = and(
    or(inArray(draftUploads.state, ['UPLOADING', 'RECEIVED', 'READY']), isOriginal),
    eq(draftUploads.isOriginalKept, false),
    before(dayMs),
  );
  const isOldFailure = and(eq(draftUploads.state, 'FAILED'), before(failedMs));
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(and(isNull(draftUploads.goneAt), or(isLeft, isOldFailure)));
}
