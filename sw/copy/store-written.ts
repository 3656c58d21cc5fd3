import * as v from 'valibot';
import { onboardBrand, updateBrand } from '#contract/brand.ts';
import { updateCampaign } from '#contract/campaign.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { acceptEvidence, rejectEvidence } from '#contract/offer.ts';
import { putCampaigns } from './campaigns.ts';
import type { CopyWrite } from './copy-write.ts';
import { putDocument } from './documents.ts';
import { pathParams } from './get-request.ts';
import { putOffers } from './offers.ts';

interface Written {
  method: string;
  /** Its path is as in the contract. */
  url: URL;
  body: unknown;
}
type Route = (write: CopyWrite, written: Written) => Promise<void> | null;

function on<E extends Endpoint>(endpoint: E, store: (write: CopyWrite, body: AnswerOf<E>) => Promise<void>): Route {
  return (write, { method, url, body }) =>
    method === endpoint.method && pathParams(endpoint.path, url.pathname) !== null
      ? store(write, v.parse(endpoint.answer, body) as AnswerOf<E>)
      : null;
}

const routes: readonly Route[] = [
  on(updateBrand, (write, brand) => putDocument(write, 'brand', brand)),
  on(onboardBrand, (write, brand) => putDocument(write, 'brand', brand)),
  on(updateCampaign, (write, campaign) => putCampaigns(write, [campaign])),
  on(acceptEvidence, (write, offer) => putOffers(write, [offer])),
  on(rejectEvidence, (write, offer) => putOffers(write, [offer])),
];

/**
 * Stores what the server answered to a change: the record as it is now. Answers that hold none store nothing.
 * @throws {v.ValiError} where the body isn't the contract's
 */
export async function storeWritten(write: CopyWrite, written: Written): Promise<void> {
  await routes.reduce<Promise<void> | null>((found, route) => found ?? route(write, written), null);
}
