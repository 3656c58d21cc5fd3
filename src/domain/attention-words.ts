import type { Offer } from '../contract/offer.ts';
import { type Attention, type QueuedAction, unreadable } from '../contract/sync-status.ts';
import { offerIn } from './brand-record.ts';
import { intentWords } from './intent-words.ts';
import { offerBadge } from './offer-stage.ts';

interface Attended {
  kind: QueuedAction['kind'];
  attention: Pick<Attention, 'certainty' | 'message'>;
  /** The offer as the server has it now, where it told. */
  offerNow: Offer | null;
}

/** Title and text for a decision that needs a person. */
export function attentionWords({ kind, attention, offerNow }: Attended): { title: string; text: string } {
  if (attention.certainty === 'refused') return { title: 'Your decision was not applied', text: attention.message };
  return {
    title: `We can’t tell whether ${kind === unreadable ? 'it' : intentWords[kind].noun} arrived`,
    text: offerNow ? `The offer now: ${offerBadge(offerNow).label}.` : 'The server doesn’t show this offer any more.',
  };
}

/** False where sending the same decision again can do nothing: the offer holds something else. */
export function canSendAgain({ kind, attention, seen }: Pick<QueuedAction, 'kind' | 'attention' | 'seen'>): boolean {
  if (attention === null || attention.code === 'offer_changed' || kind === unreadable) return false;
  if (attention.certainty === 'refused' || attention.now === null) return true;
  const fulfillment = offerIn(seen)?.currentStage.fulfillment;
  return fulfillment != null && offerIn(attention.now)?.currentStage.fulfillment?.id === fulfillment.id;
}
