import type { OfferStageType } from '#contract/brand/offer.ts';

/** Actors that can move an offer. The provider's team also acts through commands; the clock is the server itself. */
export const movers = ['creator', 'brand', 'provider', 'clock'] as const;
export type Mover = (typeof movers)[number];

/** A stage, or the rule by which `destinationOf` determines it. */
type Destination = OfferStageType | 'next-step' | 'same' | 'after-approval' | 'before';

/** Conditions of a move besides the offer's stage; `lacks` in move-refusal.ts decides when each is met. */
export type Need =
  | 'running-campaign'
  | 'active-brand'
  | 'room-for-creators'
  | 'free-place'
  | 'ended-campaign'
  | 'settled-campaign'
  | 'open-campaign'
  | 'draft-owed'
  | 'link-owed'
  | 'approved-draft'
  | 'package-sent'
  | 'submission'
  | 'silent-brand'
  | 'overdue'
  | 'known-before';

/** Notices to creators, whose texts are in services/notices/creators/creator-email-texts.ts. */
export type CreatorNotice =
  | 'invited'
  | 'your-turn'
  | 'reopened'
  | 'handed-in'
  | 'changes-requested'
  | 'approved'
  | 'approval-taken-back'
  | 'earning-cleared'
  | 'expired'
  | 'ended';

/** Notices of a move, by audience. */
export interface MoveNotices {
  /** Sent by email and push when the offer enters the brand's review. */
  brand?: 'submission';
  /** Sent by email, with a link to the offer's page. */
  creator?: CreatorNotice;
}

interface MoveRule {
  by: readonly Mover[];
  /** Empty if no offer exists yet. */
  from: readonly OfferStageType[];
  to: Destination;
  needs?: readonly Need[];
  /** Text that completes "Can’t …". */
  doing: string;
  /** The `invalidationType` of an offer that this move ends. */
  ends?: string;
  /** Audiences to notify besides the mover; omitted if there are none. */
  notices?: MoveNotices;
}

const contracts = ['AWAITING_PARENT_CONTRACT', 'AWAITING_CONTRACT'] as const;
const submittingStages = ['SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE'] as const;
/** Stages with a submission that can be decided on until the campaign is settled, even after it has ended. */
export const reviewStages = ['AWAITING_CUSTOM_CAPTION_CLEARANCE', 'AWAITING_EVIDENCE_CLEARANCE'] as const;
/** Stages before a submission, which expire at the campaign's end. */
export const stagesBeforeReview = ['OFFERED', ...contracts, ...submittingStages, 'AWAITING_PACKAGE'] as const;
const beforeOngoing = [...stagesBeforeReview, ...reviewStages] as const;

/** Every move of an offer; its stage never changes in any other way. */
export const offerMoves = {
  invite: {
    by: ['provider'],
    from: [],
    to: 'OFFERED',
    needs: ['running-campaign', 'room-for-creators', 'free-place', 'active-brand'],
    doing: 'invite the creator',
    notices: { creator: 'invited' },
  },
  accept: {
    by: ['creator'],
    from: ['OFFERED'],
    to: 'next-step',
    needs: ['running-campaign', 'room-for-creators', 'free-place', 'active-brand'],
    doing: 'accept the offer',
  },
  decline: { by: ['creator'], from: ['OFFERED'], to: 'REJECTED', doing: 'decline the offer' },
  'receive-parent-contract': {
    by: ['provider'],
    from: ['AWAITING_PARENT_CONTRACT'],
    to: 'next-step',
    doing: 'record the parent’s contract',
    notices: { creator: 'your-turn' },
  },
  'receive-contract': {
    by: ['provider'],
    from: ['AWAITING_CONTRACT'],
    to: 'next-step',
    doing: 'record the contract',
    notices: { creator: 'your-turn' },
  },
  'give-address': {
    by: ['creator'],
    from: ['SUBMIT_ADDRESS', 'AWAITING_PACKAGE'],
    to: 'AWAITING_PACKAGE',
    needs: ['running-campaign'],
    doing: 'send an address',
  },
  'send-package': {
    by: ['provider'],
    from: ['AWAITING_PACKAGE'],
    to: 'next-step',
    doing: 'mark the package as sent',
    notices: { creator: 'your-turn' },
  },
  'lose-package': {
    by: ['provider'],
    from: ['SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE'],
    to: 'AWAITING_PACKAGE',
    needs: ['package-sent'],
    doing: 'mark the package as lost',
  },
  'give-caption': {
    by: ['creator'],
    from: ['SUBMIT_CUSTOM_CAPTION'],
    to: 'AWAITING_CUSTOM_CAPTION_CLEARANCE',
    needs: ['running-campaign'],
    doing: 'send a caption',
  },
  'clear-caption': {
    by: ['provider'],
    from: ['AWAITING_CUSTOM_CAPTION_CLEARANCE'],
    to: 'next-step',
    doing: 'approve the caption',
    notices: { creator: 'your-turn' },
  },
  'return-caption': {
    by: ['provider'],
    from: ['AWAITING_CUSTOM_CAPTION_CLEARANCE'],
    to: 'SUBMIT_CUSTOM_CAPTION',
    doing: 'request changes to the caption',
    notices: { creator: 'your-turn' },
  },
  'submit-draft': {
    by: ['creator', 'provider'],
    from: ['SUBMIT_EVIDENCE'],
    to: 'AWAITING_EVIDENCE_CLEARANCE',
    needs: ['running-campaign', 'draft-owed'],
    doing: 'submit a draft',
    notices: { brand: 'submission', creator: 'handed-in' },
  },
  'submit-link': {
    by: ['creator', 'provider'],
    from: ['SUBMIT_EVIDENCE'],
    to: 'AWAITING_EVIDENCE_CLEARANCE',
    needs: ['running-campaign', 'link-owed'],
    doing: 'submit a link',
    notices: { brand: 'submission', creator: 'handed-in' },
  },
  'replace-draft': {
    by: ['creator'],
    from: ['AWAITING_EVIDENCE_CLEARANCE'],
    to: 'same',
    needs: ['running-campaign', 'draft-owed'],
    doing: 'replace the draft',
    notices: { brand: 'submission', creator: 'handed-in' },
  },
  'replace-link': {
    by: ['creator'],
    from: ['AWAITING_EVIDENCE_CLEARANCE'],
    to: 'same',
    needs: ['running-campaign', 'link-owed'],
    doing: 'replace the link',
    notices: { brand: 'submission', creator: 'handed-in' },
  },
  approve: {
    by: ['brand', 'provider'],
    from: ['AWAITING_EVIDENCE_CLEARANCE'],
    to: 'after-approval',
    needs: ['submission', 'silent-brand'],
    doing: 'approve',
    notices: { creator: 'approved' },
  },
  'request-changes': {
    by: ['brand', 'provider'],
    from: ['AWAITING_EVIDENCE_CLEARANCE'],
    to: 'SUBMIT_EVIDENCE',
    needs: ['submission', 'silent-brand'],
    doing: 'request changes',
    notices: { creator: 'changes-requested' },
  },
  'take-back': {
    by: ['brand'],
    from: ['SUBMIT_EVIDENCE'],
    to: 'AWAITING_EVIDENCE_CLEARANCE',
    needs: ['approved-draft'],
    doing: 'take back the approval',
    notices: { creator: 'approval-taken-back' },
  },
  withdraw: { by: ['creator'], from: beforeOngoing, to: 'INVALIDATED', doing: 'withdraw', ends: 'WITHDRAWN' },
  'remove-post': {
    by: ['provider', 'clock'],
    from: ['ONGOING'],
    to: 'INVALIDATED',
    doing: 'mark the post as removed',
    ends: 'POST_REMOVED',
    notices: { creator: 'ended' },
  },
  'fall-due': {
    by: ['clock'],
    from: ['ONGOING'],
    to: 'AWAITING_EARNING_CLEARANCE',
    needs: ['ended-campaign'],
    doing: 'start clearing the earnings',
  },
  'clear-earning': {
    by: ['provider', 'clock'],
    from: ['AWAITING_EARNING_CLEARANCE'],
    to: 'CLEARED',
    // Until the campaign is settled, views can still change an offer's earnings.
    needs: ['settled-campaign'],
    doing: 'clear the earnings',
    notices: { creator: 'earning-cleared' },
  },
  expire: {
    by: ['clock'],
    // Stages before a submission expire at the campaign's end, and those waiting for the creator also earlier. Stages in review
    // expire when the campaign is settled.
    from: beforeOngoing,
    to: 'INVALIDATED',
    needs: ['overdue'],
    doing: 'expire the offer',
    ends: 'EXPIRED',
    notices: { creator: 'expired' },
  },
  invalidate: {
    by: ['provider'],
    from: [...beforeOngoing, 'ONGOING', 'AWAITING_EARNING_CLEARANCE'],
    to: 'INVALIDATED',
    doing: 'invalidate the offer',
    ends: 'ADMIN_INVALIDATED',
    notices: { creator: 'ended' },
  },
  reopen: {
    by: ['provider'],
    from: ['INVALIDATED', 'REJECTED'],
    to: 'before',
    needs: ['open-campaign', 'known-before', 'free-place'],
    doing: 'reopen the offer',
    notices: { brand: 'submission', creator: 'reopened' },
  },
} as const satisfies Record<string, MoveRule>;

export type MoveName = keyof typeof offerMoves;
export const moveNames = Object.keys(offerMoves) as MoveName[];

/** The rule of a move, widened to the common type. */
export const moveRule = (move: MoveName): MoveRule => offerMoves[move];
