import type { Offer } from '#contract/brand/offer.ts';
import type { DraftState } from '#contract/creator/creator.ts';
import { withoutControls } from '#contract/wire/controls.ts';
import { creatorName, offerBadge } from '#domain/offers/offer-stage.ts';
import { dayAndAge } from '../shared/age.ts';

/** Returns the id of the submission that waits for a decision; null if there is none. */
export const submissionIn = (offer: Offer | null): string | null =>
  offer?.currentStage.type === 'AWAITING_EVIDENCE_CLEARANCE' ? (offer.currentStage.fulfillment?.id ?? null) : null;

/** Formats an offer in one line, for a terminal. */
export function offerLine(offer: Offer): string {
  const { platform, username } = offer.socialAccount;
  const submission = submissionIn(offer);
  const who = withoutControls(`${creatorName(offer)}, @${username} on ${platform}`);
  return `${offer.id}  ${offer.currentStage.type}  ${offerBadge(offer).label}  ${who}${submission === null ? '' : `  ${submission}`}`;
}

/** Describes a draft that isn't submitted yet. */
export function draftWords(draft: DraftState | undefined): string {
  if (draft === undefined) return '';
  if (draft.state === 'failed') return `  The draft can’t be used: ${withoutControls(draft.reason)}`;
  if (draft.state === 'uploading' && draft.returned !== null)
    return '  The draft wasn’t submitted: the creator has to decide what to send.';
  return draft.state === 'processing' ? '  A draft is being prepared.' : '  A draft is being uploaded.';
}

/** Formats offers for a terminal, one per line. */
export function offerLines(
  offers: readonly Offer[],
  drafts: readonly { offerId: string; draft: DraftState }[],
  now: Date,
): string {
  if (offers.length === 0) return 'None found.';
  const draftOf = new Map(drafts.map(({ offerId, draft }) => [offerId, draft]));
  return offers
    .map((offer) => {
      const since = dayAndAge(offer.currentStage.enteredAt, now);
      return `${offerLine(offer)}  since ${since}${draftWords(draftOf.get(offer.id))}`;
    })
    .join('\n');
}
