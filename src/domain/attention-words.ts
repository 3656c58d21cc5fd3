import type { BrandRecord } from '#contract/intent.ts';
import { type Attention, type QueuedAction, unreadable } from '#contract/sync-status.ts';
import { offerIn } from './brand-record.ts';
import { campaignBadge } from './campaign-status.ts';
import { intentWords } from './intent-words.ts';
import { offerBadge } from './offer-stage.ts';

interface Attended {
  kind: QueuedAction['kind'];
  attention: Pick<Attention, 'certainty' | 'message'>;
  /** The record as the server has it now, where it told. */
  now: BrandRecord | null;
}

/** Title and text for an intent that needs a person. */
export function attentionWords({ kind, attention, now }: Attended): { title: string; text: string } {
  if (attention.certainty === 'refused') {
    const title = kind === unreadable ? 'Your decision was not applied' : intentWords[kind].refused;
    return { title, text: attention.message };
  }
  const { noun, subject } = kind === unreadable ? ({ noun: 'it', subject: 'offer' } as const) : intentWords[kind];
  return {
    title: `We can’t tell whether ${noun} arrived`,
    text: now ? stateOf(now) : `The server doesn’t show this ${subject} any more.`,
  };
}

const stateOf = (now: BrandRecord): string =>
  now.type === 'offer'
    ? `The offer now: ${offerBadge(now.value).label}.`
    : `The campaign now: ${now.value.status === 'ARCHIVED' ? 'Archived' : campaignBadge(now.value).label}.`;

/** False where sending the same decision again can do nothing: the offer holds something else. */
export function canSendAgain({ kind, attention, seen }: Pick<QueuedAction, 'kind' | 'attention' | 'seen'>): boolean {
  if (attention === null || attention.code === 'offer_changed' || kind === unreadable) return false;
  if (attention.certainty === 'refused' || attention.now === null) return true;
  const fulfillment = offerIn(seen)?.currentStage.fulfillment;
  return fulfillment != null && offerIn(attention.now)?.currentStage.fulfillment?.id === fulfillment.id;
}
