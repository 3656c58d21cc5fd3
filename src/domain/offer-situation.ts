import type { EvidenceType, OfferStageType } from '#contract/offer.ts';
import { type CampaignStep, stageOfNextStep } from './campaign-steps.ts';
import { type MoveName, moveRule } from './offer-moves.ts';
import { stageAfterAccept } from './offer-transitions.ts';

/** All of an offer that decides which moves there are. Instants are milliseconds. */
export interface OfferSituation {
  stage: OfferStageType;
  enteredAtMs: number;
  invalidationType: string | null;
  /** The kind of the submission that the stage is about, owed or handed in; null where there is none. */
  evidenceType: EvidenceType | null;
  campaign: { isRunning: boolean; hasEnded: boolean; steps: readonly CampaignStep[] };
  /** Steps that are behind the offer wherever it stands. */
  done: readonly CampaignStep[];
  /** The stage that an ended offer was in; null where nobody knows. */
  stageBefore: OfferStageType | null;
  waits: WaitingTimes;
  /** After so many days the provider may decide for the brand; null: never. */
  silentDays: number | null;
}

/** Days that an offer waits for its creator. */
export interface WaitingTimes {
  offeredDays: number;
  submitDays: number;
}

export const defaultWaits: WaitingTimes = { offeredDays: 3, submitDays: 7 };

/** First submission that is asked for: campaigns that ask for no draft begin with the link. */
export const firstEvidence = (steps: readonly CampaignStep[]): EvidenceType =>
  steps.includes('DRAFT') ? 'VIDEO_WITH_CAPTION' : 'PUBLISHED_VIDEO_URL';

/** Situation of an offer: one that was invalidated at any stage has ended. */
export const standing = ({ stage, invalidationType }: Pick<OfferSituation, 'stage' | 'invalidationType'>) =>
  invalidationType === null ? stage : 'INVALIDATED';

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
