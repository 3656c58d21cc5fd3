import { withoutControls } from '../../../contract/controls.ts';
import type { Offer } from '../../../contract/offer.ts';
import { creatorName, offerBadge } from '../../../domain/offer-stage.ts';

/** An offer in one line, for a terminal. */
export function offerLine(offer: Offer): string {
  const { platform, username } = offer.socialAccount;
  const who = withoutControls(`${creatorName(offer)}, @${username} on ${platform}`);
  return `${offer.id}  ${offer.currentStage.type}  ${offerBadge(offer).label}  ${who}`;
}

/** Offers for a terminal, a line each. */
export const offerLines = (offers: readonly Offer[]): string =>
  offers.length === 0 ? 'There are none.' : offers.map(offerLine).join('\n');
