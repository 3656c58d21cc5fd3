import { intentTexts } from '#app/intents/intent-texts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { type OfferStageGroup, offerBadge } from '#domain/offers/offer-stage.ts';
import { Badge, type Tone } from '#ui/text/Badge.tsx';

const looks: Readonly<Record<OfferStageGroup, { tone: Tone; look?: 'outline' }>> = {
  'with-brand': { tone: 'amber' },
  'with-user': { tone: 'grey' },
  offered: { tone: 'grey' },
  ongoing: { tone: 'blue' },
  complete: { tone: 'green' },
  expired: { tone: 'red', look: 'outline' },
  rejected: { tone: 'red', look: 'outline' },
};

/** An offer's state in a word. A queued decision takes precedence over the server's state. */
export function OfferBadge({ offer }: { offer: Offer }) {
  const { pendingAction } = offer;
  if (pendingAction?.state === 'attention') return <Badge icon="alert" label="Needs attention" tone="red" />;
  if (pendingAction !== undefined)
    return <Badge label={intentTexts[pendingAction.kind].queued} look="queued" tone="amber" />;
  const { label, tone } = offerBadge(offer);
  return <Badge label={label} {...looks[tone]} icon={tone === 'complete' ? 'check' : undefined} />;
}
