import type { Page } from 'playwright';
import { listOffers, type Offer } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { draftVideo } from '#domain/drafts/draft-file.ts';
import { canReview, reviewKind } from '#domain/offers/offer-stage.ts';
import { compareBySubmission } from '#domain/review/review-inbox.ts';

export interface PendingDraft {
  id: string;
  campaignId: string;
  video: string;
}

/** Drafts that await the brand, in the inbox's order. */
export async function pendingDrafts(page: Page): Promise<PendingDraft[]> {
  const offers: Offer[] = [];
  for (let number = 1; ; number += 1) {
    const query = { page: String(number), pageSize: '100', offerStageType: 'AWAITING_EVIDENCE_CLEARANCE' };
    const found = await page.evaluate(
      async (address) => {
        const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
        return ((await (await fetch(address, { headers })).json()) as { data: Offer[] }).data;
      },
      pathOf(listOffers, {}, query),
    );
    if (found.length === 0) break;
    offers.push(...found);
  }
  return offers
    .filter((offer) => canReview(offer) && reviewKind(offer) === 'draft')
    .sort(compareBySubmission)
    .flatMap((offer) => {
      const video = draftVideo(offer);
      return video === null ? [] : [{ id: offer.id, campaignId: offer.campaignId, video }];
    });
}
