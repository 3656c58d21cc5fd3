import type { CreatorMove, CreatorOffer } from '../../contract/creator.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { moveRefusal } from '../../domain/move-refusal.ts';
import { ApiError, notFound } from '../api-error.ts';
import type { BrandWriter } from '../database/brand-scope.ts';
import { noteLinkUse } from '../services/creators/link-generations.ts';
import { readCreatorOffer } from '../services/creators/offer-view.ts';
import type { CreatorSession } from '../services/creators/use-link.ts';
import { dropDraft } from '../services/drafts/drop-draft.ts';
import { orderDraft } from '../services/drafts/order-draft.ts';
import { makeMove } from '../services/moves/make-move.ts';
import { MoveRefusedError } from '../services/moves/refused.ts';
import { readStandings } from '../services/moves/situations.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';

/** The calls of the page behind a creator's link. */
export function mountCreator(router: Router, deps: HttpDeps): void {
  router.creator(endpoints.getCreatorOffer, ({ scope, creator }) =>
    readCreatorOffer(scope, creator.offerId, deps.now()),
  );
  router.creatorAct(endpoints.makeCreatorMove, ({ writer, creator, seen, body }) =>
    moveByLink(writer, creator, seen, body, deps.now()),
  );
  router.creator(endpoints.dropCreatorDraft, async ({ scope, creator: { offerId }, body }) => {
    await dropDraft(scope, { offerId, uploadId: body.uploadId, now: deps.now() });
    return readCreatorOffer(scope, offerId, deps.now());
  });
}

/** Makes the move, then the link has been used. */
async function moveByLink(
  writer: BrandWriter,
  creator: CreatorSession,
  seen: { version: number },
  asked: CreatorMove,
  now: Date,
): Promise<CreatorOffer> {
  const { offerId } = creator;
  try {
    if ('uploadId' in asked) await orderSeen(writer, { ...asked, offerId }, seen, now);
    else await makeMove(writer, { ...givenMove(asked), offerId, seen, by: 'creator', now });
  } catch (error) {
    if (!(error instanceof MoveRefusedError)) throw error;
    const offer = await readCreatorOffer(writer, offerId, now);
    throw refusal(error, offer, seen);
  }
  await noteLinkUse(writer, creator);
  return readCreatorOffer(writer, offerId, now);
}

type DraftMove = Extract<CreatorMove, { uploadId: string }>;

/** A draft moves its offer once it can be watched. Whether it may is asked now, too: its creator is here to be told. */
async function orderSeen(
  writer: BrandWriter,
  order: DraftMove & { offerId: string },
  seen: { version: number },
  now: Date,
): Promise<void> {
  const [standing] = await readStandings(writer, [order.offerId]);
  if (standing === undefined) throw notFound('Offer not found.');
  const refused = moveRefusal(order.move, 'creator', standing.situation, now.getTime());
  if (refused !== null) throw new MoveRefusedError(refused, null);
  if (standing.sequence !== seen.version) throw new MoveRefusedError('This offer has changed.', null);
  await orderDraft(writer, { ...order, now });
}

function givenMove(asked: Exclude<CreatorMove, DraftMove>) {
  const { move } = asked;
  switch (move) {
    case 'give-address':
      return { move, input: { address: asked.address } };
    case 'give-caption':
      return { move, input: { caption: asked.caption } };
    case 'submit-link':
    case 'replace-link':
      return { move, input: { link: asked.link } };
    default:
      return { move, input: {} };
  }
}

/** Of an offer that moved on meanwhile its creator is told that first, whatever else speaks against the move. */
function refusal({ message, field }: MoveRefusedError, offer: CreatorOffer, seen: { version: number }): ApiError {
  if (offer.version !== seen.version) {
    return new ApiError('offer_changed', 'This offer has changed since you looked at it.', { body: { offer } });
  }
  if (field !== null) {
    return new ApiError('invalid_request', message, { issues: [{ path: `body.${field}`, message }] });
  }
  return new ApiError('move_refused', message, { body: { offer } });
}
