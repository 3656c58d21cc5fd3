import type { Offer } from '#contract/brand/offer.ts';
import type { ReviewCounts } from '#contract/worker/worker-message.ts';
import { canReview } from '#domain/offers/offer-stage.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema } from '#sw/database/schema.ts';
import { type CopyRead, DamagedCopyError, readCopy } from '../copy-read.ts';
import type { Overlay } from '../overlay.ts';
import { syncOf } from '../sync-row.ts';
import { readEntities, readListIds } from './entities.ts';
import { offerKind } from './offers.ts';

interface Question {
  brandId: string;
  overlay: Overlay;
}

/**
 * Reads the submissions that await the brand's decision, with optimistic updates applied. Returns null while the copy is
 * incomplete.
 * @returns `undecided`: ids of all offers in review without a queued decision, including those that can no longer be reviewed
 * @throws {DamagedCopyError}
 */
export async function readToReview(
  read: CopyRead,
  overlay: Overlay,
): Promise<{ undecided: string[]; offers: Offer[] } | null> {
  if (!(await syncOf(read)).complete) return null;
  // The list's row is filtered first, so only offers in review are read, regardless of the number of others.
  const wanted = [undefined, ['AWAITING_EVIDENCE_CLEARANCE']];
  const ids = await readListIds(read, offerKind.store, wanted, {
    newer: overlay.settled('offer').map(offerKind.entryOf),
  });
  const undecided = ids.filter((id) => !overlay.isWaiting('offer', id));
  const stored = await readEntities(read, offerKind, undecided);
  if (stored === null) return null;
  return { undecided, offers: stored.map((offer) => overlay.show('offer', offer)).filter(canReview) };
}

/**
 * Counts the copy's submissions that await the brand's decision, in total and by campaign. A queued decision removes its
 * submission from the count; a refused one restores it. Returns null if the copy lacks the data.
 */
export async function countToReview(
  copy: Connection<CopySchema>,
  { brandId, overlay }: Question,
): Promise<ReviewCounts | null> {
  try {
    const found = await readCopy(copy, brandId, (read) => readToReview(read, overlay));
    if (found === null) return null;
    const byCampaign: Record<string, number> = {};
    for (const { campaignId } of found.offers) byCampaign[campaignId] = (byCampaign[campaignId] ?? 0) + 1;
    return { total: found.offers.length, byCampaign };
  } catch (error) {
    if (error instanceof DamagedCopyError) return null;
    throw error;
  }
}
