import type { CampaignStep, campaignTypes } from '#contract/brand/campaign.ts';
import type { EvidenceType, Fulfillment, OfferStageType } from '#contract/brand/offer.ts';
import { type MoveName, moveRule, reviewStages, stagesBeforeReview } from './offer-moves.ts';

/** The state of an offer that determines its possible moves. Instants are milliseconds. */
export interface OfferSituation {
  stage: OfferStageType;
  enteredAtMs: number;
  invalidationType: string | null;
  /** Kind of the stage's submission, whether due or submitted; null if there is none. */
  evidenceType: EvidenceType | null;
  /** True while the link of an approved draft is due and hasn't been submitted, so the approval can be taken back. */
  isDraftApproved: boolean;
  /** True once the offer's post was approved, even if it was removed later. */
  isPostApproved: boolean;
  campaign: {
    isRunning: boolean;
    hasEnded: boolean;
    isSettled: boolean;
    isPaused: boolean;
    /** True when the campaign nears its end date or the end of its budget. */
    isEnding: boolean;
    /** Number of additional creators that the campaign can pay; null without a limit. */
    freePlaces: number | null;
    /** End of the campaign's last pause; null if it was never paused. */
    resumedAtMs: number | null;
    steps: readonly CampaignStep[];
  };
  /** Completed steps, regardless of the stage. */
  done: readonly CampaignStep[];
  /** The stage that an ended offer was in before it ended; null if unknown. */
  stageBefore: OfferStageType | null;
  waits: WaitingTimes;
  /** Days after which the provider may decide for the brand; null if never. */
  silentDays: number | null;
  /** A suspended brand can't take on new creators. */
  isBrandSuspended: boolean;
  /** A blocked creator can't make moves. */
  isCreatorBlocked: boolean;
}

/** Days that an offer waits for its creator, and days that a brand has to review; null without a limit. */
export interface WaitingTimes {
  offeredDays: number;
  submitDays: number;
  reviewDays: number | null;
}

export const defaultWaitingTimes: WaitingTimes = { offeredDays: 3, submitDays: 7, reviewDays: null };

/** Steps of a campaign: those set by the provider, or the defaults of its type. */
export function stepsOf(
  campaignType: (typeof campaignTypes)[number],
  asks: readonly CampaignStep[] | null,
): readonly CampaignStep[] {
  return asks ?? (campaignType === 'DROP' ? ['PACKAGE', 'DRAFT'] : ['DRAFT']);
}

/** Kind of the first submission: campaigns without a draft step begin with the link. */
export const firstEvidence = (steps: readonly CampaignStep[]): EvidenceType =>
  steps.includes('DRAFT') ? 'VIDEO_WITH_CAPTION' : 'PUBLISHED_VIDEO_URL';

/** Start of a creator's deadline: the stage's start, or the end of a later pause. */
export const waitStartMs = ({ enteredAtMs, campaign }: Pick<OfferSituation, 'enteredAtMs' | 'campaign'>): number =>
  Math.max(enteredAtMs, campaign.resumedAtMs ?? enteredAtMs);

/** Stage of an offer for its moves; an invalidated offer counts as INVALIDATED at any stage. */
export const effectiveStage = ({ stage, invalidationType }: Pick<OfferSituation, 'stage' | 'invalidationType'>) =>
  invalidationType === null ? stage : 'INVALIDATED';

/** True for an offer that ended before completion, for example because its creator declined or its post was removed. */
export const hasEnded = (offer: Pick<OfferSituation, 'stage' | 'invalidationType'>): boolean =>
  ['INVALIDATED', 'REJECTED'].includes(effectiveStage(offer));

const earningStages: readonly OfferStageType[] = [...stagesBeforeReview, ...reviewStages].filter(
  (stage) => stage !== 'OFFERED',
);

/** True for an accepted offer without an approved post: it takes a place in a campaign with a limit. */
export const canStillEarn = (stage: OfferStageType): boolean => earningStages.includes(stage);

/** True if continuing the offer takes a place: by accepting it, or reopening it before its post was approved. */
export function wouldTakePlace(situation: OfferSituation): boolean {
  const { isPostApproved, stageBefore } = situation;
  if (effectiveStage(situation) === 'OFFERED') return true;
  return hasEnded(situation) && !isPostApproved && stageBefore !== null && canStillEarn(stageBefore);
}

/** The stage in which each step begins. */
const begins = [
  ['PARENT_CONTRACT', 'AWAITING_PARENT_CONTRACT'],
  ['CONTRACT', 'AWAITING_CONTRACT'],
  ['PACKAGE', 'SUBMIT_ADDRESS'],
  ['CUSTOM_CAPTION', 'SUBMIT_CUSTOM_CAPTION'],
] as const satisfies readonly (readonly [CampaignStep, OfferStageType])[];

/** Index of the step that a stage belongs to; -1 before the first. */
function placeOf(stage: OfferStageType): number {
  if (stage === 'AWAITING_PACKAGE') return placeOf('SUBMIT_ADDRESS');
  if (stage === 'AWAITING_CUSTOM_CAPTION_CLEARANCE') return placeOf('SUBMIT_CUSTOM_CAPTION');
  return begins.findIndex(([, first]) => first === stage);
}

/** Stage of the next required step that isn't done; the draft or link once all others are done. */
function stageOfNextStep(
  stage: OfferStageType,
  steps: readonly CampaignStep[],
  done: readonly CampaignStep[],
): OfferStageType {
  const rest = begins.slice(placeOf(stage) + 1);
  return rest.find(([step]) => steps.includes(step) && !done.includes(step))?.[1] ?? 'SUBMIT_EVIDENCE';
}

/** Stage of an offer after a brand's decision. */
interface StageAfterDecision {
  type: Extract<OfferStageType, 'ONGOING' | 'SUBMIT_EVIDENCE'>;
  /** The submission that is due next; null if there is none. */
  owed: { evidenceType: EvidenceType; rejectedFulfillmentId: string | null } | null;
  /** The offer's final post; undefined if it isn't known yet. */
  finalPostUrl?: string | null;
}

/** The stage after an approval: a draft is followed by the post's link, and an approved link makes the offer ongoing. */
export function stageAfterAccept({
  evidenceType,
  fulfillment,
}: Pick<Fulfillment, 'evidenceType' | 'fulfillment'>): StageAfterDecision {
  return evidenceType === 'VIDEO_WITH_CAPTION'
    ? { type: 'SUBMIT_EVIDENCE', owed: { evidenceType: 'PUBLISHED_VIDEO_URL', rejectedFulfillmentId: null } }
    : { type: 'ONGOING', owed: null, finalPostUrl: fulfillment };
}

/** The stage after a change request, in which the same kind of evidence is due again. */
export function stageAfterReject({ id, evidenceType }: Pick<Fulfillment, 'id' | 'evidenceType'>): StageAfterDecision {
  return { type: 'SUBMIT_EVIDENCE', owed: { evidenceType, rejectedFulfillmentId: id } };
}

/** The stage that a move leads to, provided that the move is allowed. */
export function destinationOf(move: MoveName, situation: OfferSituation): OfferStageType {
  const { to } = moveRule(move);
  const { stage, campaign, done, stageBefore, evidenceType } = situation;
  switch (to) {
    case 'next-step':
      return stageOfNextStep(stage, campaign.steps, done);
    case 'same':
      return stage;
    case 'before':
      return stageBefore ?? stage;
    case 'after-approval':
      return stageAfterAccept({ evidenceType: evidenceType ?? 'VIDEO_WITH_CAPTION', fulfillment: null }).type;
    default:
      return to;
  }
}
