import { endpoints } from '../../contract/endpoints.ts';
import { changeTemplates } from '../../domain/change-templates.ts';
import { acceptEvidence, rejectEvidence } from '../services/offer-decisions.ts';
import { readOffer, readOfferPage } from '../services/offers.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';

export function mountOffers(router: Router, deps: HttpDeps): void {
  router.brand(endpoints.listOffers, ({ scope, query }) => readOfferPage(scope, query));
  router.brand(endpoints.getOffer, ({ scope, params }) => readOffer(scope, params.id));
  router.brand(endpoints.listChangeTemplates, async () => [...changeTemplates]);
  router.act(endpoints.acceptEvidence, ({ writer, params, seen }) =>
    acceptEvidence(writer, { offerId: params.id, seen, now: deps.now() }),
  );
  router.act(endpoints.rejectEvidence, ({ writer, params, seen, body }) =>
    rejectEvidence(writer, { offerId: params.id, seen, now: deps.now() }, body.requestedChanges),
  );
}
