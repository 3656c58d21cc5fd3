import type { Offer } from '../contract/offer.ts';
import { type Attention, type QueuedAction, unreadable } from '../contract/sync-status.ts';
import { offerBadge } from './offer-stage.ts';

interface Attended {
  kind: 'approve' | 'request-changes';
  attention: Pick<Attention, 'certainty' | 'message'>;
  /** The offer as the server has it now, where it told. */
  offerNow: Offer | null;
}

const arrived = { approve: 'your approval', 'request-changes': 'your request for changes' } as const;

/** Title and text for a decision that needs a person. */
export function attentionWords({ kind, attention, offerNow }: Attended): { title: string; text: string } {
  if (attention.certainty === 'refused') return { title: 'Your decision was not applied', text: attention.message };
  return {
    title: `We can’t tell whether ${arrived[kind]} arrived`,
    text: offerNow ? `The offer now: ${offerBadge(offerNow).label}.` : 'The server doesn’t show this offer any more.',
  };
}

/** False where sending the same decision again can do nothing: the offer holds something else. */
export function canSendAgain({ attention, offerSeen }: Pick<QueuedAction, 'attention' | 'offerSeen'>): boolean {
  if (attention === null || attention.code === 'offer_changed' || attention.code === unreadable) return false;
  if (attention.certainty === 'refused' || attention.offerNow === null) return true;
  const seen = offerSeen?.currentStage.fulfillment;
  return seen != null && attention.offerNow.currentStage.fulfillment?.id === seen.id;
}
