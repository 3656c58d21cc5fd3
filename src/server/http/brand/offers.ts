import { endpoints } from '#contract/calls/endpoints.ts';
import { originalsPath } from '#contract/creator/draft-uploads.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { readTemplates } from '#server/services/moves/change-templates.ts';
import { makeMove } from '#server/services/moves/make-move.ts';
import { readOffer, readOfferPage } from '#server/services/moves/state/offers.ts';
import { findOriginal } from '#server/services/moves/state/originals.ts';
import { MoveRefusedError } from '#server/services/moves/state/refused.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

/** Maximum links per brand in 15 minutes. */
const maxLinks = 120;

export function mountOffers(router: Router, deps: HttpDeps): void {
  router.brand(endpoints.listOffers, ({ scope, query }) => readOfferPage(scope, query));
  router.brand(endpoints.getOffer, ({ scope, params }) => readOffer(scope, params.id));
  router.brand(endpoints.linkOriginal, async ({ scope, params }) => {
    const now = deps.now();
    await countAttempt(deps.db, [{ subject: ['original link', scope.brandId], max: maxLinks }], now);
    const original = await findOriginal(scope, params.id);
    if (original === null) throw notFound('This offer has no original yet.');
    const { token, expiresAt } = deps.originalLinks.make({ brandId: scope.brandId, id: original.uploadId, now });
    return { path: `${originalsPath}${token}`, expiresAt: expiresAt.toISOString() };
  });
  router.brand(endpoints.listChangeTemplates, () => readTemplates(deps.db));
  const byBrand = (offerId: string, fulfillmentId: string) =>
    ({ offerId, seen: { fulfillmentId }, by: 'brand', now: deps.now() }) as const;
  router.act(endpoints.acceptEvidence, ({ writer, params, seen }) =>
    orChanged(makeMove(writer, { ...byBrand(params.id, seen), move: 'approve', input: {} }, afterMove)),
  );
  router.act(endpoints.rejectEvidence, ({ writer, params, seen, body }) =>
    orChanged(makeMove(writer, { ...byBrand(params.id, seen), move: 'request-changes', input: body }, afterMove)),
  );
  router.act(endpoints.takeBackApproval, ({ writer, params, seen }) =>
    orChanged(makeMove(writer, { ...byBrand(params.id, seen), move: 'take-back', input: {} }, afterMove)),
  );
}

/** Responds with the offer's current state if it no longer allows the brand's decision. */
async function orChanged<T>(move: Promise<T>): Promise<T> {
  try {
    return await move;
  } catch (error) {
    if (!(error instanceof MoveRefusedError)) throw error;
    throw new ApiError('offer_changed', 'This offer has changed since you looked at it.', {
      body: { offer: error.offer },
    });
  }
}
