import type { Intent } from '#contract/brand/intent.ts';
import type { Offer } from '#contract/brand/offer.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { type Attention, keepsFailingCode, type QueuedAction, unreadable } from '#contract/worker/sync-status.ts';
import { campaignBadge } from '#domain/campaigns/campaign-status.ts';
import { intentRule } from '#domain/intents/intent-rules.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { canReview, offerBadge, reviewKind } from '#domain/offers/offer-stage.ts';
import { attemptLabel } from '#domain/review/tries.ts';
import { type IntentTexts, intentTexts } from './intent-texts.ts';

/** The intent, and the record as the user saw it. */
type IntentWithSeen = (Intent | { kind: typeof unreadable }) & { seen: BrandRecord | null };

/** An intent that needs the user's attention: parked in the queue, or just refused. */
export type ActionNeedingAttention = IntentWithSeen & { attention: Attention };

/** Labels of the conflict view, wherever it's shown. */
export const conflictLabels = {
  decided: 'Your decision',
  now: 'Current status',
  retry: 'Retry',
  reviewAgain: 'Review again',
};

/** Narrows a queued action to one that needs attention; null if it doesn't. */
export const toActionNeedingAttention = ({ attention, ...action }: QueuedAction): ActionNeedingAttention | null =>
  attention && { ...action, attention };

/** An intent's label, with details that its button omits: "Approve draft", "Request changes (2)". */
export function intentLabel(intent: IntentWithSeen): string {
  if (intent.kind === unreadable) return 'Action';
  const { label, listed }: IntentTexts = intentTexts[intent.kind];
  const offer = offerIn(intent.seen);
  if (intent.kind === 'approve') return offer ? `${label} ${reviewKind(offer)}` : label;
  return listed?.(intent.payload) ?? label;
}

/** Title and text for an intent that needs the user's attention. */
export function attentionText({ kind, attention }: ActionNeedingAttention): { title: string; text: string } {
  const { certainty, message, now } = attention;
  if (kind === unreadable) return { title: 'This action can’t be read', text: message };
  const { noun, refused } = intentTexts[kind];
  if (certainty === 'refused') return { title: refused, text: message };
  const title = `We can’t tell whether ${noun} arrived`;
  if (attention.code === keepsFailingCode) {
    const texts = ['The server returned an error on every attempt, so the action may or may not have been applied.'];
    return { title, text: [...texts, ...(now ? [stateOf(now)] : [])].join(' ') };
  }
  return { title, text: now ? stateOf(now) : `This ${intentRule({ kind }).type} is no longer available.` };
}

const stateOf = (now: BrandRecord): string =>
  now.type === 'offer'
    ? `The offer’s status is now “${offerBadge(now.value).label}”.`
    : `The campaign’s status is now “${now.value.status === 'ARCHIVED' ? 'Archived' : campaignBadge(now.value).label}”.`;

/**
 * The version that a side of the conflict view shows, and when it was submitted. For an offer without a submission to
 * review, when it entered its stage.
 */
export function conflictSideLabels(offer: Offer): { tried: string | null; at: string } {
  const { review, currentStage } = offer;
  if (!canReview(offer) || review === undefined) return { tried: null, at: currentStage.enteredAt };
  const tried = review.attempt === 0 ? null : attemptLabel(review, review.attempt);
  return { tried, at: review.submittedAt ?? currentStage.enteredAt };
}

/**
 * Label of the button that gives up on an action. An action that may have arrived can't be discarded, only dismissed.
 */
export const discardLabel = ({ certainty, code }: Attention): string =>
  certainty === 'unknown' && code !== keepsFailingCode ? 'Dismiss' : 'Discard';

/** False if resending the same decision can't succeed, since the offer has something else to review. */
export function canSendAgain({ kind, attention, seen }: ActionNeedingAttention): boolean {
  if (attention.code === 'offer_changed' || kind === unreadable) return false;
  if (attention.certainty === 'refused' || attention.now === null || attention.now.type === 'campaign') return true;
  const fulfillment = offerIn(seen)?.currentStage.fulfillment;
  return fulfillment != null && offerIn(attention.now)?.currentStage.fulfillment?.id === fulfillment.id;
}
