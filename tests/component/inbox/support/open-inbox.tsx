import type { Offer } from '#contract/brand/offer.ts';
import { brandApi, targets } from '#tests/component/support/brand-api.ts';
import { openApp } from '#tests/component/support/open-app.tsx';
import { screenWidth } from '#tests/component/support/screen-width.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';

export const inboxPath = '/dashboard/review';

/** A creator's submission that arrived on a day of January 2026. */
export const submission = (n: number, firstName: string, day: number, part: Partial<Offer> = {}): Offer =>
  anOffer({
    id: `off_${n}`,
    user: { firstName, lastName: 'Moss' },
    currentStage: {
      type: 'AWAITING_EVIDENCE_CLEARANCE',
      enteredAt: `2026-01-0${day}T00:00:00.000Z`,
      fulfillment: aFulfillment({ id: `ful_${n}`, ...(n === 3 ? { evidenceType: 'PUBLISHED_VIDEO_URL' } : {}) }),
    },
    ...part,
  });

export const decided = (offer: Offer): Offer => ({
  ...offer,
  currentStage: { type: 'ONGOING', enteredAt: '2026-01-09T00:00:00.000Z', fulfillment: null },
});

// Ben has waited longest; Cleo's is a post's link in another campaign.
export const ada = submission(1, 'Ada', 4);
export const ben = submission(2, 'Ben', 2);
export const cleo = submission(3, 'Cleo', 3, { campaignId: 'cmp_2' });

export function openInbox(path = inboxPath, offers: Offer[] = [ada, ben, cleo], widthPx = 360) {
  screenWidth(widthPx);
  const campaigns = [aCampaign({ name: 'Summer' }), aCampaign({ id: 'cmp_2', name: 'Winter café' })];
  const api = brandApi({ campaigns, offers });
  for (const offer of offers) {
    for (const target of [targets.accept(offer.id), targets.reject(offer.id)])
      api.on(target, () => {
        api.put(decided(offer));
        return decided(offer);
      });
  }
  return { api, ...openApp(path) };
}

export const decisionsOf = (api: ReturnType<typeof brandApi>) =>
  api.calls.filter(({ path }) => path.includes('/evidence/')).map(({ method, path }) => `${method} ${path}`);
