import { endpoints } from '#contract/calls/endpoints.ts';
import { answerHold } from '#server/services/creators/hold-answers.ts';
import { askBeforeMove, moveByLink } from '#server/services/creators/move-by-link.ts';
import { readCreatorOffer } from '#server/services/creators/offer-view.ts';
import { savePaymentReference } from '#server/services/creators/payment-reference.ts';
import { requestLink } from '#server/services/creators/request-link.ts';
import { readCreatorStatement } from '#server/services/creators/statement.ts';
import { savePoster } from '#server/services/drafts/hand-in/save-poster.ts';
import { dropDraft } from '#server/services/drafts/state/drop-draft.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

/** Calls of the page behind a creator's link. */
export function mountCreator(router: Router, deps: HttpDeps): void {
  router.creator(endpoints.getCreatorOffer, ({ scope, creator }) =>
    readCreatorOffer(scope, creator.offerId, deps.now()),
  );
  router.creatorSteps(endpoints.makeCreatorMove, async ({ scope, creator, seen, body, finish }) => {
    const asked = { body, seen, now: deps.now() };
    const lookedUp = await askBeforeMove(scope, creator, asked, deps.lookUpPost);
    return finish((writer) => moveByLink(writer, creator, { ...asked, lookedUp, afterMove }));
  });
  router.creator(endpoints.getCreatorStatement, ({ scope, creator }) => readCreatorStatement(scope, creator.offerId));
  router.creatorOwn(endpoints.savePaymentReference, ({ scope, creator, seen, body }) =>
    savePaymentReference(scope, { offerId: creator.offerId, ...body, seen, now: deps.now() }),
  );
  router.creatorAct(endpoints.answerHold, ({ writer, creator, body }) =>
    answerHold(writer, creator, { ...body, now: deps.now() }),
  );
  router.creator(endpoints.dropCreatorDraft, async ({ scope, creator, body }) => {
    const { offerId } = creator;
    await dropDraft(scope, { offerId, uploadId: body.uploadId, now: deps.now() });
    return readCreatorOffer(scope, offerId, deps.now());
  });
  router.creator(endpoints.saveDraftPoster, async ({ scope, creator, body }) => {
    await savePoster(deps, scope, { offerId: creator.offerId, ...body });
    return {};
  });
  router.open(endpoints.requestCreatorLink, async ({ body, caller }) => {
    await requestLink(deps, body.token, caller.address);
    return {};
  });
}
