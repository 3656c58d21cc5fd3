import type { Offer, OfferStageType } from '#contract/brand/offer.ts';
import { effectiveStage } from './offer-situation.ts';

/** Groups of stages, and the filter menu of the offers table, in order. */
export const offerFilters = [
  { key: 'all', label: 'All Offers', stages: [] },
  { key: 'ongoing', label: 'Ongoing', stages: ['ONGOING'] },
  { key: 'complete', label: 'Complete', stages: ['AWAITING_EARNING_CLEARANCE', 'CLEARED'] },
  { key: 'offered', label: 'Offered', stages: ['OFFERED'] },
  { key: 'with-user', label: 'With User', stages: ['SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE'] },
  {
    key: 'with-brand',
    label: 'With Brand',
    stages: [
      'AWAITING_CONTRACT',
      'AWAITING_PARENT_CONTRACT',
      'AWAITING_PACKAGE',
      'AWAITING_CUSTOM_CAPTION_CLEARANCE',
      'AWAITING_EVIDENCE_CLEARANCE',
    ],
  },
  { key: 'expired', label: 'Expired', stages: ['INVALIDATED'] },
  { key: 'rejected', label: 'Rejected', stages: ['REJECTED'] },
] as const satisfies readonly { key: string; label: string; stages: readonly OfferStageType[] }[];

export type OfferFilterKey = (typeof offerFilters)[number]['key'];
export type OfferStageGroup = Exclude<OfferFilterKey, 'all'>;

const groups = new Map<OfferStageType, OfferStageGroup>(
  offerFilters.flatMap(({ key, stages }) => (key === 'all' ? [] : stages.map((stage) => [stage, key] as const))),
);

/** The group of a stage. */
export function offerStageGroup(type: OfferStageType): OfferStageGroup {
  const group = groups.get(type);
  if (group === undefined) throw new Error(`No group for the stage ${type}`);
  return group;
}

/** Post links are reviewed as links, everything else as drafts. */
export function reviewKind({ currentStage }: Pick<Offer, 'currentStage'>): 'link' | 'draft' {
  return currentStage.fulfillment?.evidenceType === 'PUBLISHED_VIDEO_URL' ? 'link' : 'draft';
}

type OfferStageFields = Pick<Offer, 'currentStage' | 'invalidationType'>;

/** The stage under which an offer is listed: an invalidated offer keeps its stage, but is listed as expired. */
export const listedStage = ({ currentStage, invalidationType }: OfferStageFields): OfferStageType =>
  effectiveStage({ stage: currentStage.type, invalidationType });

function label(offer: OfferStageFields): string {
  const { type, fulfillment } = offer.currentStage;
  if (offer.invalidationType === 'ADMIN_INVALIDATED') return 'Invalidated by admin';
  if (offer.invalidationType !== null) return 'Expired';
  switch (type) {
    case 'AWAITING_CONTRACT':
      return 'Waiting for contract';
    case 'AWAITING_PACKAGE':
      return 'Waiting for package';
    case 'AWAITING_PARENT_CONTRACT':
      return 'Waiting for parent contract';
    case 'OFFERED':
      return 'Waiting for acceptance';
    case 'SUBMIT_ADDRESS':
      return 'Waiting for address';
    case 'SUBMIT_CUSTOM_CAPTION':
      return 'Waiting for custom caption';
    case 'SUBMIT_EVIDENCE':
      // The fulfillment exists before it is submitted. It is a resubmission if it references a rejected one, or if it has
      // content, on a server that keeps refused content.
      if (fulfillment !== null && (fulfillment.rejectedFulfillmentId !== null || fulfillment.fulfillment !== null)) {
        return 'Waiting for resubmission';
      }
      return `Waiting for ${reviewKind(offer)}`;
    case 'AWAITING_CUSTOM_CAPTION_CLEARANCE':
      // The provider clears captions. If the label began with "Review", the brand would look for a draft that doesn't exist.
      return 'Caption in review';
    case 'AWAITING_EVIDENCE_CLEARANCE':
      return `Review ${reviewKind(offer)}`;
    case 'ONGOING':
      return 'Ongoing';
    case 'AWAITING_EARNING_CLEARANCE':
    case 'CLEARED':
      return 'Completed';
    case 'INVALIDATED':
      return 'Expired';
    case 'REJECTED':
      return 'Rejected';
  }
}

/** Label of an offer's badge, and the stage group that determines its color. An invalidated offer is expired at any stage. */
export function offerBadge(offer: OfferStageFields): { label: string; tone: OfferStageGroup } {
  return { label: label(offer), tone: offerStageGroup(listedStage(offer)) };
}

/** True if the brand can approve or request changes now. */
export function canReview(offer: OfferStageFields): boolean {
  const { type, fulfillment } = offer.currentStage;
  return type === 'AWAITING_EVIDENCE_CLEARANCE' && fulfillment !== null && offer.invalidationType === null;
}

export interface OfferQuery {
  campaignId?: string | undefined;
  offerStageType?: readonly OfferStageType[] | undefined;
}

/** True if an offer matches the filters; an empty list of stages matches all. */
export function matchesOfferQuery(offer: Offer, { campaignId, offerStageType }: OfferQuery): boolean {
  return (
    (campaignId === undefined || offer.campaignId === campaignId) &&
    (offerStageType === undefined || offerStageType.length === 0 || offerStageType.includes(listedStage(offer)))
  );
}

/** First and last name, or the handle if both are missing. */
export function creatorName({ user, socialAccount }: Pick<Offer, 'user' | 'socialAccount'>): string {
  return `${user.firstName} ${user.lastName}`.trim() || socialAccount.username;
}
