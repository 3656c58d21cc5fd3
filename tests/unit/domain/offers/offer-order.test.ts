import { describe, expect, it } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { offerOrder } from '#domain/offers/offer-order.ts';
import { anOffer } from '../examples.ts';

const isReviewed = { ...anOffer().currentStage, type: 'ONGOING' } as const;
const idsOf = (offers: Offer[], query: { campaignId?: string }) =>
  offers.toSorted(offerOrder(query)).map(({ id }) => id);

describe('a list of offers', () => {
  const old = anOffer({ id: 'off_1' });
  const same = anOffer({ id: 'off_2' });
  const expired = anOffer({ id: 'off_3', invalidationType: 'CAMPAIGN_ENDED', updatedAt: '2026-01-03T00:00:00.000Z' });
  const newest = anOffer({ id: 'off_0', currentStage: isReviewed, updatedAt: '2026-01-04T00:00:00.000Z' });

  it('of all campaigns is ordered by the last update, newest first, then by id', () => {
    expect(idsOf([old, same, expired, newest], {})).toEqual(['off_0', 'off_3', 'off_2', 'off_1']);
  });

  it('of one campaign begins with offers that await the brand’s decision', () => {
    expect(idsOf([old, same, expired, newest], { campaignId: 'cmp_1' })).toEqual(['off_2', 'off_1', 'off_0', 'off_3']);
  });

  it('keeps an offer in place while its decision is queued', () => {
    const pendingAction = { actionId: 'a', kind: 'approve', state: 'waiting', queuedAt: old.updatedAt } as const;
    expect(idsOf([newest, same, { ...old, pendingAction }], { campaignId: 'cmp_1' })).toEqual([
      'off_2',
      'off_1',
      'off_0',
    ]);
  });
});
