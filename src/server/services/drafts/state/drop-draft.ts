import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';

const dayMs = 86_400_000;
/** Time for which the creator can read why a draft failed, counted from the draft's last change. */
const failedMs = 7 * dayMs;

/**
 * Discards an upload, complete or not, so that it is no longer shown. A submitted draft stays submitted. Does nothing
 * for an unknown upload. The next {@link removeDiscardedUploads} deletes its file.
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

/**
 * Discards uploads without a change for a day, including submitted ones unless their original is kept. Failed uploads
 * are discarded after {@link failedMs}.
 */
export async function dropOldDrafts(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => lt(draftUploads.changedAt, new Date(now.getTime() - ms));
  // A queued original waits for its draft, and would wait forever if the draft failed.
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
