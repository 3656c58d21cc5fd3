import type { OfferStageType } from '#contract/brand/offer.ts';
import { type MoveName, type Mover, moveRule, type Need, reviewStages } from './offer-moves.ts';
import { effectiveStage, type OfferSituation, waitStartMs, wouldTakePlace } from './offer-situation.ts';

const dayMs = 86_400_000;

/** Text for each stage that completes "the offer …". */
const stageTexts: Readonly<Record<OfferStageType, string>> = {
  OFFERED: 'is waiting for the creator’s answer',
  SUBMIT_ADDRESS: 'is waiting for an address',
  SUBMIT_CUSTOM_CAPTION: 'is waiting for a caption',
  SUBMIT_EVIDENCE: 'is waiting for a submission',
  AWAITING_CONTRACT: 'is waiting for the contract',
  AWAITING_PARENT_CONTRACT: 'is waiting for the parent’s contract',
  AWAITING_PACKAGE: 'is waiting for the package',
  AWAITING_CUSTOM_CAPTION_CLEARANCE: 'has a caption in review',
  AWAITING_EVIDENCE_CLEARANCE: 'has a submission in review',
  ONGOING: 'is ongoing',
  AWAITING_EARNING_CLEARANCE: 'has earnings awaiting clearance',
  CLEARED: 'is complete',
  INVALIDATED: 'has ended',
  REJECTED: 'was declined',
};

const titles: Readonly<Record<Mover, string>> = {
  creator: 'the creator',
  brand: 'the brand',
  provider: 'the provider',
  clock: 'the server',
};

interface Asked {
  by: Mover;
  situation: OfferSituation;
  nowMs: number;
}

/** Text that completes "Can't invite the creator: …". */
export const noFreePlace = 'the campaign is full';

/** Text for each need, to follow a colon; null if the need is met. */
const lacks: Readonly<Record<Need, (asked: Asked) => string | null>> = {
  'running-campaign': ({ situation: { campaign } }) => {
    if (!campaign.isRunning) return 'the campaign isn’t running';
    return campaign.isPaused ? 'the campaign is paused' : null;
  },
  'room-for-creators': ({ situation: { campaign } }) =>
    campaign.isEnding ? 'the campaign is ending and takes no new creators' : null,
  'free-place': ({ situation }) => {
    const { freePlaces } = situation.campaign;
    return freePlaces !== null && freePlaces <= 0 && wouldTakePlace(situation) ? noFreePlace : null;
  },
  'active-brand': ({ situation }) => (situation.isBrandSuspended ? 'the brand is suspended' : null),
  'ended-campaign': ({ situation }) => (situation.campaign.hasEnded ? null : 'the campaign hasn’t ended'),
  'settled-campaign': ({ situation }) => (situation.campaign.isSettled ? null : 'the campaign isn’t settled yet'),
  'open-campaign': ({ situation }) => (situation.campaign.hasEnded ? 'the campaign has ended' : null),
  'draft-owed': ({ situation }) => (situation.evidenceType === 'VIDEO_WITH_CAPTION' ? null : 'the offer needs a link'),
  'link-owed': ({ situation }) => (situation.evidenceType === 'PUBLISHED_VIDEO_URL' ? null : 'the offer needs a draft'),
  'approved-draft': ({ situation }) => (situation.isDraftApproved ? null : 'no draft has just been approved'),
  submission: ({ situation }) => (situation.evidenceType === null ? 'nothing was submitted' : null),
  'package-sent': ({ situation }) => (situation.done.includes('PACKAGE') ? null : 'no package was sent'),
  'silent-brand': ({ by, situation, nowMs }) => {
    if (by === 'brand') return null;
    const { silentDays, enteredAtMs } = situation;
    if (silentDays === null) return 'only the brand can decide';
    const isSilent = nowMs - enteredAtMs >= silentDays * dayMs;
    return isSilent ? null : `the brand has ${silentDays} ${silentDays === 1 ? 'day' : 'days'} to decide`;
  },
  overdue: ({ situation, nowMs }) => (isOverdue(situation, nowMs) ? null : 'its deadline hasn’t passed'),
  'known-before': ({ situation }) => (situation.stageBefore === null ? 'its earlier stage is unknown' : null),
};

/**
 * True if the deadline of an offer's creator or its campaign has passed. Once a campaign has ended, it waits for no creator or
 * provider, but its brand can make decisions until it is settled. Creators' deadlines don't pass while the campaign is paused.
 */
export function isOverdue(situation: OfferSituation, nowMs: number): boolean {
  const { stage, waits, campaign } = situation;
  if (reviewStages.some((each) => each === stage)) return campaign.isSettled;
  if (campaign.hasEnded) return true;
  if (campaign.isPaused || stage.startsWith('AWAITING_')) return false;
  const days = stage === 'OFFERED' ? waits.offeredDays : waits.submitDays;
  return nowMs - waitStartMs(situation) >= days * dayMs;
}

/** The reason that this mover can't make a move now, as a sentence; null if it can. A new offer has no situation: pass null. */
export function moveRefusal(move: MoveName, by: Mover, situation: OfferSituation | null, nowMs: number): string | null {
  const { by: movers, from, needs = [], doing } = moveRule(move);
  const because = (reason: string) => `Can’t ${doing}: ${reason}.`;
  if (!movers.includes(by)) return because(`only ${movers.map((mover) => titles[mover]).join(' or ')} can do that`);
  if (situation === null) return from.length === 0 ? null : because('there is no offer');
  if (by === 'creator' && situation.isCreatorBlocked) return because('your account is blocked');
  const at = effectiveStage(situation);
  if (!from.includes(at)) return because(`the offer ${stageTexts[at]}`);
  const [lacking] = needs.flatMap((need) => lacks[need]({ by, situation, nowMs }) ?? []);
  return lacking === undefined ? null : because(lacking);
}
