import type { CreatorMove, CreatorOffer } from '#contract/creator/creator.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { requestRendition } from '../drafts/state/request-rendition.ts';
import type { AfterMove } from '../moves/after-move.ts';
import { lookUpSubmittedLink } from '../moves/links/look-up-submitted-link.ts';
import { makeMove, requireMove } from '../moves/make-move.ts';
import { MoveRefusedError } from '../moves/state/refused.ts';
import type { LookedUpPost, LookUpPost } from '../posts/lookups/look-up.ts';
import { noteLinkUse } from './link-generations.ts';
import { readCreatorOffer } from './offer-view.ts';
import type { CreatorSession } from './use-link.ts';

interface Asked {
  body: CreatorMove;
  seen: { version: number };
  now: Date;
}

/** Looks up the link before a creator's move. Don't call it in the move's transaction; see {@link lookUpSubmittedLink}. */
export async function askBeforeMove(
  scope: BrandScope,
  { offerId }: CreatorSession,
  { body, seen, now }: Asked,
  lookUpPost: LookUpPost,
): Promise<LookedUpPost | undefined> {
  if (!('link' in body)) return undefined;
  return lookUpSubmittedLink(scope, { offerId, seen, now, by: 'creator', ...givenMove(body) }, lookUpPost);
}

/**
 * Makes a creator's move, which counts as a use of the link. For a draft, a rendition is requested instead: the offer
 * moves once it is ready.
 * @throws {ApiError} 412 if the offer has changed, 409 if the offer or 400 if the input doesn't allow the move
 */
export async function moveByLink(
  writer: BrandWriter,
  creator: CreatorSession,
  { body, seen, now, lookedUp, afterMove }: Asked & { lookedUp: LookedUpPost | undefined; afterMove: AfterMove },
): Promise<CreatorOffer> {
  const { offerId } = creator;
  const order = { offerId, seen, by: 'creator', now } as const;
  try {
    if ('uploadId' in body) {
      await requireMove(writer, { ...order, move: body.move });
      await requestRendition(writer, { ...body, offerId, now });
    } else await makeMove(writer, { ...order, ...givenMove(body), lookedUp }, afterMove);
  } catch (error) {
    if (!(error instanceof MoveRefusedError)) throw error;
    throw refusal(error, await readCreatorOffer(writer, offerId, now), seen);
  }
  await noteLinkUse(writer, creator);
  return readCreatorOffer(writer, offerId, now);
}

function givenMove(body: Exclude<CreatorMove, { uploadId: string }>): MoveWithInput {
  const { move } = body;
  switch (move) {
    case 'give-address':
      return { move, input: { address: body.address } };
    case 'give-caption':
      return { move, input: { caption: body.caption } };
    case 'submit-link':
    case 'replace-link':
      return { move, input: { link: body.link } };
    default:
      return { move, input: {} };
  }
}

/** Returns the error for a creator. A changed offer is reported first, whatever else was wrong with the move. */
function refusal({ message, field }: MoveRefusedError, offer: CreatorOffer, seen: { version: number }): ApiError {
  if (offer.version !== seen.version) {
    return new ApiError('offer_changed', 'This offer has changed since you looked at it.', { body: { offer } });
  }
  if (field !== null) {
    return new ApiError('invalid_request', message, { issues: [{ path: `body.${field}`, message }] });
  }
  return new ApiError('move_refused', message, { body: { offer } });
}
