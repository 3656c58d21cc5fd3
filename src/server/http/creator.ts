import { endpoints } from '#contract/endpoints.ts';
import { answerHold } from '../services/creators/hold-answers.ts';
import { askBeforeMove, moveByLink } from '../services/creators/move-by-link.ts';
import { readCreatorOffer } from '../services/creators/offer-view.ts';
import { savePaymentReference } from '../services/creators/payment-reference.ts';
import { requestLink } from '../services/creators/request-link.ts';
import { readCreatorStatement } from '../services/creators/statement.ts';
import { dropDraft } from '../services/drafts/drop-draft.ts';
import { savePoster } from '../services/drafts/save-poster.ts';
import { afterMove } from '../services/notices/after-move.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';

/** The calls of the page behind a creator's link. */
export function mountCreator(router: Router, deps: HttpDeps): void {
  router.creator(endpoints.getCreatorOffer, ({ scope, creator }) =>
    readCreatorOffer(scope, creator.offerId, deps.now()),
  );
  router.creatorSteps(endpoints.makeCreatorMove, async ({ scope, creator, seen, body, finish }) => {
    const asked = { body, seen, now: deps.now() };
    const told = await askBeforeMove(scope, creator, asked, deps.lookUpPost);
    return finish((writer) => moveByLink(writer, creator, { ...asked, told, afterMove }));
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
