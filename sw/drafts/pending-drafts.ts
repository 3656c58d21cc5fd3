import type { Offer } from '#contract/brand/offer.ts';
import { draftVideo, fileAddress } from '#domain/drafts/draft-file.ts';
import { reviewKind } from '#domain/offers/offer-stage.ts';
import { compareBySubmission, waitingSince } from '#domain/review/review-inbox.ts';
import { DamagedCopyError, readCopy } from '#sw/copy/copy-read.ts';
import type { Overlay } from '#sw/copy/overlay.ts';
import { readEntity } from '#sw/copy/records/entities.ts';
import { offerKind } from '#sw/copy/records/offers.ts';
import { readToReview } from '#sw/copy/records/to-review.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, DraftFileRow } from '#sw/database/schema.ts';
import type { DraftFile } from './wanted.ts';

/** Pending drafts according to the copy. */
export interface PendingDrafts {
  /** Files of the drafts in review: stills first, then by longest wait. */
  files: DraftFile[];
  /** Offers that aren't in review but keep their stored drafts, because the decision isn't sent yet or the post link is due. */
  heldOffers: ReadonlySet<string>;
}

interface Question {
  brandId: string;
  overlay: Overlay;
  rows: readonly DraftFileRow[];
  origin: string;
}

/** Reads which drafts to keep; null if the copy lacks the data. */
export async function readPending(
  copy: Connection<CopySchema>,
  { brandId, overlay, rows, origin }: Question,
): Promise<PendingDrafts | null> {
  try {
    return await readCopy(copy, brandId, async (read) => {
      const toReview = await readToReview(read, overlay);
      if (toReview === null) return null;
      const { undecided, offers } = toReview;
      const others = [...new Set(rows.map(({ offerId }) => offerId))].filter((id) => !undecided.includes(id));
      const stored = await Promise.all(others.map((id) => readEntity(read, offerKind, id)));
      const held = stored.flatMap((row) => (row && isHeld(overlay.show('offer', row.value)) ? [row.value.id] : []));
      return { files: filesOf(offers, origin), heldOffers: new Set(held) };
    });
  } catch (error) {
    if (error instanceof DamagedCopyError) return null;
    throw error;
  }
}

/** True if an offer's draft may be viewed again: its decision can still be undone, or its post has no link yet. */
function isHeld(offer: Offer): boolean {
  if (offer.pendingAction !== undefined) return true;
  return offer.currentStage.type === 'SUBMIT_EVIDENCE' && reviewKind(offer) === 'link';
}

function filesOf(offers: readonly Offer[], origin: string): DraftFile[] {
  const drafts = offers.toSorted(compareBySubmission).flatMap((offer) => {
    const { fulfillment } = offer.currentStage;
    const video = draftVideo(offer);
    if (fulfillment === null || video === null) return [];
    const about = { offerId: offer.id, fulfillmentId: fulfillment.id, since: Date.parse(waitingSince(offer)) };
    return [{ about, video, still: fulfillment.metadata.posterUrl ?? null }];
  });
  const file = (kind: DraftFile['kind'], about: (typeof drafts)[number]['about'], given: string | null) => {
    const address = given === null ? null : fileAddress(given, origin);
    return address === null ? [] : [{ ...about, kind, address, url: new URL(given ?? '', origin).href }];
  };
  return [
    ...drafts.flatMap(({ about, still }) => file('still', about, still)),
    ...drafts.flatMap(({ about, video }) => file('video', about, video)),
  ];
}
