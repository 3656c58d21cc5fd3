import type { OfferStageType } from '#contract/brand/offer.ts';
import { chance, cyclicEntry, type Random } from '#server/demo/random.ts';
import type { CampaignPlan } from '../campaign-plan.ts';
import type { SubmissionAttempt } from './offer-history.ts';

export interface OfferPlan {
  stage: OfferStageType;
  tries: readonly SubmissionAttempt[];
  invalidationType?: string;
}

const draft = (outcome: SubmissionAttempt['outcome']): SubmissionAttempt => ({ evidence: 'draft', outcome });
const link = (outcome: SubmissionAttempt['outcome']): SubmissionAttempt => ({ evidence: 'link', outcome });

const owed = (...tries: SubmissionAttempt[]): OfferPlan => ({ stage: 'SUBMIT_EVIDENCE', tries });
const review = (...tries: SubmissionAttempt[]): OfferPlan => ({ stage: 'AWAITING_EVIDENCE_CLEARANCE', tries });
const early = (stage: OfferStageType): OfferPlan => ({ stage, tries: [] });
const times = (count: number, plan: OfferPlan) => Array.from({ length: count }, () => plan);

/** Every kind of submission that can be in review. */
const reviews = {
  draft: review(draft('waiting')),
  draftAgain: review(draft('rejected'), draft('waiting')),
  draftThird: review(draft('rejected'), draft('rejected'), draft('waiting')),
  link: review(draft('accepted'), link('waiting')),
  linkAgain: review(draft('accepted'), link('rejected'), link('waiting')),
};
const captionReview: OfferPlan = {
  stage: 'AWAITING_CUSTOM_CAPTION_CLEARANCE',
  tries: [{ evidence: 'caption', outcome: 'waiting' }],
};
const withUser = [
  owed(draft('owed')),
  owed(draft('rejected'), draft('owed')),
  owed(draft('accepted'), link('owed')),
  owed(draft('accepted'), link('rejected'), link('owed')),
];
const gone: readonly OfferPlan[] = [
  { stage: 'INVALIDATED', tries: [draft('owed')] },
  { stage: 'INVALIDATED', tries: [draft('rejected'), draft('owed')], invalidationType: 'ADMIN_INVALIDATED' },
  { stage: 'INVALIDATED', tries: [], invalidationType: 'CAMPAIGN_ENDED' },
  // Invalidated during review: it keeps its stage, but can no longer be decided.
  { stage: 'AWAITING_EVIDENCE_CLEARANCE', tries: [draft('waiting')], invalidationType: 'ADMIN_INVALIDATED' },
];

/** An offer with a post. Most creators get at most one request for changes. */
function published(random: Random, stage: OfferStageType): OfferPlan {
  const before = chance(random, 0.3) ? [draft('rejected')] : [];
  return { stage, tries: [...before, draft('accepted'), link('accepted')] };
}

/**
 * Plans a campaign's offers for its current phase.
 * @param number the campaign's number, which spreads rare stages over the campaigns
 */
export function planOffers(random: Random, plan: CampaignPlan, number: number): OfferPlan[] {
  const posted = (stage: OfferStageType, count: number) =>
    Array.from({ length: count }, () => published(random, stage));
  const posts = plan.posts ?? 0;
  const goneOne = cyclicEntry(gone, number);
  switch (plan.state) {
    case 'sourcing':
      return [...times(6, early('OFFERED')), early('SUBMIT_ADDRESS'), early('AWAITING_CONTRACT'), early('REJECTED')];
    case 'active':
      return [
        ...times(3, early('OFFERED')),
        early('SUBMIT_ADDRESS'),
        early('SUBMIT_CUSTOM_CAPTION'),
        early('AWAITING_PACKAGE'),
        early(number % 2 === 0 ? 'AWAITING_CONTRACT' : 'AWAITING_PARENT_CONTRACT'),
        captionReview,
        ...withUser.slice(0, 3),
        ...(number % 3 === 0 ? withUser.slice(3) : []),
        reviews.draft,
        reviews.draftAgain,
        reviews.link,
        ...(number % 2 === 0 ? [reviews.draft] : [reviews.linkAgain]),
        ...(number % 5 === 0 ? [reviews.draftThird] : []),
        early('REJECTED'),
        goneOne,
        ...posted('ONGOING', posts),
      ];
    case 'ending':
      return [
        early('OFFERED'),
        owed(draft('accepted'), link('owed')),
        reviews.draft,
        reviews.link,
        early('REJECTED'),
        ...gone.slice(0, 2),
        ...posted('AWAITING_EARNING_CLEARANCE', 2),
        ...posted('ONGOING', posts - 2),
      ];
    case 'goal-reached':
    case 'end-reached': {
      const isRecent = plan.start > -90;
      const unpaid = isRecent ? Math.ceil(posts / 2) : 0;
      return [
        early('REJECTED'),
        ...gone.slice(0, 3),
        ...posted('AWAITING_EARNING_CLEARANCE', unpaid),
        ...posted('CLEARED', posts - unpaid),
      ];
    }
    case 'in-review':
    case 'rejected':
    case 'queued':
      return [];
  }
}
