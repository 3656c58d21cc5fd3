import { eq } from 'drizzle-orm';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { touchOffer } from '#server/services/moves/state/touch-offer.ts';
import type { DraftMedia } from '../media/media.ts';
import { isLeaseHeld, type RenditionJob } from '../state/orders.ts';
import { DraftRefusedError } from '../state/refused.ts';

/** Tolerated difference in length, since a rendition may begin or end some frames before or after its source. */
const tolerance = (ms: number) => 1_500 + ms * 0.02;

/**
 * Stores an original, which the brand can download once it approves the draft. Does nothing for a job discarded in the
 * meantime.
 * @throws {DraftRefusedError} for a video that can't be the draft's source
 */
export async function acceptOriginal(
  db: Database,
  order: RenditionJob,
  { media, now }: { media: DraftMedia; now: Date },
): Promise<void> {
  const { brandId, offerId } = order;
  await writeBrand({ db, brandId }, async (writer) => {
    const { db: tx } = writer;
    const [row] = await tx.select().from(draftUploads).where(isLeaseHeld(order)).for('update');
    if (row === undefined) return;
    const expectedMs = row.durationMs ?? media.durationMs;
    if (Math.abs(media.durationMs - expectedMs) > tolerance(expectedMs)) throw otherVideo();
    await tx
      .update(draftUploads)
      .set({ state: 'READY', isOriginalKept: true, leaseUntil: null, changedAt: now })
      .where(eq(draftUploads.id, order.id));
    // The brand may have approved the draft already, so its clients have to refetch the offer.
    await touchOffer(writer, offerId);
  });
}

const otherVideo = () =>
  new DraftRefusedError('This isn’t the video you made the draft from: its length differs. Please choose that video.');
