import type { CampaignStep, campaignTypes } from '#contract/brand/campaign.ts';
import type { EvidenceType, Fulfillment, OfferStageType } from '#contract/brand/offer.ts';
import { beforeReview, type MoveName, moveRule, underReview } from './offer-moves.ts';

/** All of an offer that decides which moves there are. Instants are milliseconds. */
export interface OfferSituation {
  stage: OfferStageType;
  enteredAtMs: number;
  invalidationType: string | null;
  /** The kind of the submission that the stage is about, owed or handed in; null where there is none. */
  evidenceType: EvidenceType | null;
  /** True while the link of a draft that was approved is owed, and none was given yet: the approval can be taken back. */
  isDraftApproved: boolean;
  /** True once its post was approved, whatever came of the post later. */
  isPostApproved: boolean;
  campaign: {
    isRunning: boolean;
    hasEnded: boolean;
    isSettled: boolean;
    isPaused: boolean;
    /** True once it nears its end or its budget's. */
    isEnding: boolean;
    /** Number of further creators that it can pay; null without a limit. */
    freePlaces: number | null;
    /** End of its last pause; null if it was never paused. */
    resumedAtMs: number | null;
    steps: readonly CampaignStep[];
  };
  /** Steps that are done, whatever the stage. */
  done: readonly CampaignStep[];
  /** The stage that an ended offer was in; null if unknown. */
  stageBefore: OfferStageType | null;
  waits: WaitingTimes;
  /** Days after which the provider may decide for the brand; null: never. */
  silentDays: number | null;
  /** A suspended brand takes on no new creators. */
  isBrandSuspended: boolean;
  /** A blocked creator makes no moves. */
  isCreatorBlocked: boolean;
}

/** Days that an offer waits for its creator, and that a brand has to review; null: as long as it takes. */
export interface WaitingTimes {
  offeredDays: number;
  submitDays: number;
  reviewDays: number | null;
}

export const defaultWaits: WaitingTimes = { offeredDays: 3, submitDays: 7, reviewDays: null };

/** Steps of a campaign: those that the provider has set, or else those of its type. */
export function stepsOf(
  campaignType: (typeof campaignTypes)[number],
  asks: readonly CampaignStep[] | null,
): readonly CampaignStep[] {
  return asks ?? (campaignType === 'DROP' ? ['PACKAGE', 'DRAFT'] : ['DRAFT']);
}

/** First submission that is asked for: campaigns that ask for no draft begin with the link. */
export const firstEvidence = (steps: readonly CampaignStep[]): EvidenceType =>
  steps.includes('DRAFT') ? 'VIDEO_WITH_CAPTION' : 'PUBLISHED_VIDEO_URL';

/** The instant from which an offer's creator has time: its stage's beginning, or the end of a later pause. */
export const waitsSinceMs = ({ enteredAtMs, campaign }: Pick<OfferSituation, 'enteredAtMs' | 'campaign'>): number =>
  Math.max(enteredAtMs, campaign.resumedAtMs ?? enteredAtMs);

/** Stage of an offer for its moves: one that was invalidated at any stage is INVALIDATED. */
export const effectiveStage = ({ stage, invalidationType }: Pick<OfferSituation, 'stage' | 'invalidationType'>) =>
  invalidationType === null ? stage : 'INVALIDATED';

/** True for an offer that ended before it was completed, as when its creator declined or its post was removed. */
export const hasEnded = (offer: Pick<OfferSituation, 'stage' | 'invalidationType'>): boolean =>
  ['INVALIDATED', 'REJECTED'].includes(effectiveStage(offer));

const earningStages: readonly OfferStageType[] = [...beforeReview, ...underReview].filter(
  (stage) => stage !== 'OFFERED',
);

/** True for stages of an accepted offer whose post isn't approved yet: it takes a place in a campaign that has a limit. */
export const canStillEarn = (stage: OfferStageType): boolean => earningStages.includes(stage);

/** True for an offer that takes a place if it goes on: once it is accepted, or reopened before its post was approved. */
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

/** The step that a stage belongs to, by its place; -1 before the first. */
function placeOf(stage: OfferStageType): number {
  if (stage === 'AWAITING_PACKAGE') return placeOf('SUBMIT_ADDRESS');
  if (stage === 'AWAITING_CUSTOM_CAPTION_CLEARANCE') return placeOf('SUBMIT_CUSTOM_CAPTION');
  return begins.findIndex(([, first]) => first === stage);
}

/** The stage of the next step that is asked for and not done: the draft or the link, once all before are. */
function stageOfNextStep(
  stage: OfferStageType,
  steps: readonly CampaignStep[],
  done: readonly CampaignStep[],
): OfferStageType {
  const rest = begins.slice(placeOf(stage) + 1);
  return rest.find(([step]) => steps.includes(step) && !done.includes(step))?.[1] ?? 'SUBMIT_EVIDENCE';
}

/** Stage of an offer after a brand's decision. */
interface DecidedStage {
  type: Extract<OfferStageType, 'ONGOING' | 'SUBMIT_EVIDENCE'>;
  /** The submission that the creator owes next; null if none. */
  owed: { evidenceType: EvidenceType; rejectedFulfillmentId: string | null } | null;
  /** The post that the offer ends up with; undefined where it isn't known yet. */
  finalPostUrl?: string | null;
}

/** After a draft the creator owes the post's link; after a link the offer is ongoing. */
export function stageAfterAccept({
  evidenceType,
  fulfillment,
}: Pick<Fulfillment, 'evidenceType' | 'fulfillment'>): DecidedStage {
  return evidenceType === 'VIDEO_WITH_CAPTION'
    ? { type: 'SUBMIT_EVIDENCE', owed: { evidenceType: 'PUBLISHED_VIDEO_URL', rejectedFulfillmentId: null } }
    : { type: 'ONGOING', owed: null, finalPostUrl: fulfillment };
}

/** After changes were asked for, the same kind of evidence is owed again. */
export function stageAfterReject({ id, evidenceType }: Pick<Fulfillment, 'id' | 'evidenceType'>): DecidedStage {
  return { type: 'SUBMIT_EVIDENCE', owed: { evidenceType, rejectedFulfillmentId: id } };
}

/** The stage that a move leads to. The move has to be allowed. */
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
