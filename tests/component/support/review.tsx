import { screen, within } from '@testing-library/react';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from './brand-api.ts';
import { openApp } from './open-app.tsx';
import { screenWidth } from './screen-width.ts';

export const campaignPath = '/dashboard/campaigns/cmp_1';
export const accept = targets.accept('off_1');
export const reject = targets.reject('off_1');
export const wentWrong = 'Something went wrong. Please try again.';

/** The fields of an offer whose draft awaits the brand. */
export const underReview = (part: Parameters<typeof aFulfillment>[0] = {}): Partial<Offer> => ({
  currentStage: {
    type: 'AWAITING_EVIDENCE_CLEARANCE',
    enteredAt: '2026-01-02T00:00:00.000Z',
    fulfillment: aFulfillment(part),
  },
});

/** The offer after its draft was approved. */
export const approved = anOffer({
  currentStage: {
    type: 'SUBMIT_EVIDENCE',
    enteredAt: '2026-01-03T00:00:00.000Z',
    fulfillment: aFulfillment({ id: 'ful_2', evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: null }),
  },
});

/** The panel of the first of these offers. Its responses follow the decisions, like the server's. */
export async function review(offer: Offer = anOffer(), others: Offer[] = [], campaigns: Campaign[] = []) {
  screenWidth(1280);
  const api = brandApi({ campaigns: [aCampaign(), ...campaigns], offers: [offer, ...others] });
  const app = openApp(`${campaignPath}?offerId=${offer.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Ada Moss' });
  return { ...app, api, dialog, panel: within(dialog) };
}
export type Review = Awaited<ReturnType<typeof review>>;

/** Makes a decision's call, and later reads, return this offer. */
export function answerWith(api: Review['api'], target: string, offer: Offer) {
  api.on(target, () => {
    api.put(offer);
    return offer;
  });
}
