import { describe, expect, it } from 'vitest';
import { type OfferStageType, offerStageTypes } from '#contract/brand/offer.ts';
import {
  canReview,
  creatorName,
  matchesOfferQuery,
  offerBadge,
  offerFilters,
  offerStageGroup,
  reviewKind,
} from '#domain/offers/offer-stage.ts';
import { aFulfillment, anOffer } from '../examples.ts';

const at = (type: OfferStageType, fulfillment = aFulfillment() as ReturnType<typeof aFulfillment> | null) =>
  anOffer({ currentStage: { type, enteredAt: '2026-01-02T00:00:00.000Z', fulfillment } });
const link = aFulfillment({ evidenceType: 'PUBLISHED_VIDEO_URL' });

describe('an offer', () => {
  it.each([
    ['Waiting for contract', at('AWAITING_CONTRACT', null)],
    ['Waiting for parent contract', at('AWAITING_PARENT_CONTRACT', null)],
    ['Waiting for package', at('AWAITING_PACKAGE', null)],
    ['Waiting for acceptance', at('OFFERED', null)],
    ['Waiting for address', at('SUBMIT_ADDRESS', null)],
    ['Waiting for custom caption', at('SUBMIT_CUSTOM_CAPTION', null)],
    ['Waiting for draft', at('SUBMIT_EVIDENCE', null)],
    ['Waiting for draft', at('SUBMIT_EVIDENCE', aFulfillment({ fulfillment: null }))],
    ['Waiting for link', at('SUBMIT_EVIDENCE', { ...link, fulfillment: null })],
    ['Waiting for resubmission', at('SUBMIT_EVIDENCE', { ...link, fulfillment: null, rejectedFulfillmentId: 'ful_0' })],
    ['Waiting for resubmission', at('SUBMIT_EVIDENCE', aFulfillment())],
    ['Review draft', at('AWAITING_EVIDENCE_CLEARANCE')],
    ['Review link', at('AWAITING_EVIDENCE_CLEARANCE', link)],
    ['Caption in review', at('AWAITING_CUSTOM_CAPTION_CLEARANCE', null)],
    ['Ongoing', at('ONGOING', null)],
    ['Completed', at('AWAITING_EARNING_CLEARANCE', null)],
    ['Completed', at('CLEARED', null)],
    ['Expired', at('INVALIDATED', null)],
    ['Rejected', at('REJECTED', null)],
    ['Expired', { ...at('ONGOING'), invalidationType: 'TIMED_OUT' }],
    ['Invalidated by admin', { ...at('ONGOING'), invalidationType: 'ADMIN_INVALIDATED' }],
  ])('reads "%s"', (label, offer) => {
    expect(offerBadge(offer).label).toBe(label);
  });

  it('matches exactly one filter besides "all" at every stage', () => {
    for (const type of offerStageTypes) {
      const offer = at(type, null);
      const matching = offerFilters
        .filter(({ stages }) => matchesOfferQuery(offer, { offerStageType: stages }))
        .map(({ key }) => key);
      expect(matching).toEqual(['all', offerStageGroup(type)]);
    }
  });

  it('can be reviewed only with evidence, at its stage, while it is valid', () => {
    expect(canReview(at('AWAITING_EVIDENCE_CLEARANCE'))).toBe(true);
    expect(canReview(at('AWAITING_EVIDENCE_CLEARANCE', null))).toBe(false);
    expect(canReview(at('AWAITING_CUSTOM_CAPTION_CLEARANCE'))).toBe(false);
    expect(canReview(anOffer({ invalidationType: 'ADMIN_INVALIDATED' }))).toBe(false);
    expect(reviewKind(at('AWAITING_EVIDENCE_CLEARANCE', link))).toBe('link');
  });

  it('has the color of an expired one when invalidated', () => {
    expect(offerBadge(anOffer()).tone).toBe('with-brand');
    expect(offerBadge(anOffer({ invalidationType: 'TIMED_OUT' })).tone).toBe('expired');
  });

  it('matches only Expired once invalidated, at any stage', () => {
    for (const type of offerStageTypes) {
      for (const invalidationType of ['ADMIN_INVALIDATED', 'CAMPAIGN_ENDED']) {
        const offer = { ...at(type), invalidationType };
        const matching = offerFilters.filter(({ stages }) => matchesOfferQuery(offer, { offerStageType: stages }));
        expect(matching.map(({ key }) => key)).toEqual(['all', 'expired']);
      }
    }
  });

  it('belongs to its campaign’s list', () => {
    expect(matchesOfferQuery(anOffer(), { campaignId: 'cmp_2' })).toBe(false);
  });

  it('shows the handle if it has no name', () => {
    expect(creatorName(anOffer())).toBe('Ada Moss');
    expect(creatorName(anOffer({ user: { firstName: '', lastName: '' } }))).toBe('adamoss');
  });
});
