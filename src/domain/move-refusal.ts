import type { OfferStageType } from '#contract/offer.ts';
import { type MoveName, type Mover, moveRule, type Need } from './offer-moves.ts';
import { type OfferSituation, standing } from './offer-situation.ts';

const dayMs = 86_400_000;

/** Completes "the offer …". */
const stands: Readonly<Record<OfferStageType, string>> = {
  OFFERED: 'waits for the creator’s word',
  SUBMIT_ADDRESS: 'waits for an address',
  SUBMIT_CUSTOM_CAPTION: 'waits for a caption',
  SUBMIT_EVIDENCE: 'waits for a submission',
  AWAITING_CONTRACT: 'waits for the contract',
  AWAITING_PARENT_CONTRACT: 'waits for the parent contract',
  AWAITING_PACKAGE: 'waits for the package',
  AWAITING_CUSTOM_CAPTION_CLEARANCE: 'has a caption in review',
  AWAITING_EVIDENCE_CLEARANCE: 'has a submission in review',
  ONGOING: 'has its post up',
  AWAITING_EARNING_CLEARANCE: 'waits for its earning to be cleared',
  CLEARED: 'is cleared',
  INVALIDATED: 'has ended',
  REJECTED: 'was declined',
};

const titles: Readonly<Record<Mover, string>> = {
  creator: 'the creator',
  brand: 'the brand',
  provider: 'the provider',
  clock: 'time itself',
};

interface Asked {
  by: Mover;
  situation: OfferSituation;
  nowMs: number;
}

/** Says what each need lacks, in words that follow a colon; null where it is met. */
const lacks: Readonly<Record<Need, (asked: Asked) => string | null>> = {
  'running-campaign': ({ situation }) => (situation.campaign.isRunning ? null : 'the campaign is not running'),
  'active-brand': ({ situation }) => (situation.isBrandSuspended ? 'the brand is suspended' : null),
  'ended-campaign': ({ situation }) => (situation.campaign.hasEnded ? null : 'the campaign has not ended'),
  'open-campaign': ({ situation }) => (situation.campaign.hasEnded ? 'the campaign has ended' : null),
  'draft-owed': ({ situation }) => (situation.evidenceType === 'VIDEO_WITH_CAPTION' ? null : 'it is about a link'),
  'link-owed': ({ situation }) => (situation.evidenceType === 'PUBLISHED_VIDEO_URL' ? null : 'it is about a draft'),
  submission: ({ situation }) => (situation.evidenceType === null ? 'nothing was submitted' : null),
  'package-sent': ({ situation }) => (situation.done.includes('PACKAGE') ? null : 'no package was sent'),
  'silent-brand': ({ by, situation, nowMs }) => {
    if (by === 'brand') return null;
    const { silentDays, enteredAtMs } = situation;
    if (silentDays === null) return 'the brand decides itself';
    const isSilent = nowMs - enteredAtMs >= silentDays * dayMs;
    return isSilent ? null : `the brand has ${silentDays} ${silentDays === 1 ? 'day' : 'days'} to decide`;
  },
  overdue: ({ situation, nowMs }) => (isOverdue(situation, nowMs) ? null : 'its time is not over'),
  'known-before': ({ situation }) => (situation.stageBefore === null ? 'nobody knows where it stood before' : null),
};

/**
 * True if an offer has waited for its creator for too long: a campaign that has ended waits for nobody, also not the provider.
 */
export function isOverdue({ stage, enteredAtMs, waits, campaign }: OfferSituation, nowMs: number): boolean {
  if (campaign.hasEnded) return true;
  if (stage.startsWith('AWAITING_')) return false;
  const days = stage === 'OFFERED' ? waits.offeredDays : waits.submitDays;
  return nowMs - enteredAtMs >= days * dayMs;
}

/** Why a move can't be made by this mover now, as a sentence; null where it can. A new offer has no situation: pass null. */
export function moveRefusal(move: MoveName, by: Mover, situation: OfferSituation | null, nowMs: number): string | null {
  const { by: movers, from, needs = [], doing } = moveRule(move);
  const because = (reason: string) => `Can’t ${doing}: ${reason}.`;
  if (!movers.includes(by)) return because(`that is for ${movers.map((mover) => titles[mover]).join(' or ')}`);
  if (situation === null) return from.length === 0 ? null : because('there is no offer');
  const at = standing(situation);
  if (!from.includes(at)) return because(`the offer ${stands[at]}`);
  const [lacking] = needs.flatMap((need) => lacks[need]({ by, situation, nowMs }) ?? []);
  return lacking === undefined ? null : because(lacking);
}
