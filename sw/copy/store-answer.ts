import * as v from 'valibot';
import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
} from '#contract/analytics.ts';
import { listPayments } from '#contract/billing.ts';
import { getBrand, listTags } from '#contract/brand.ts';
import { getCampaign, listCampaigns } from '#contract/campaign.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { getOffer, listChangeTemplates, listOffers } from '#contract/offer.ts';
import type { Page } from '#contract/page.ts';
import type { ChangedKind } from '#contract/worker-message.ts';
import { dayOf } from '#domain/period.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import type { CopyAnswer } from './answer-context.ts';
import { routeTo } from './answer-route.ts';
import { putCampaigns } from './campaigns.ts';
import { DamagedCopyError } from './copy-read.ts';
import type { CopyWrite } from './copy-write.ts';
import { putDocument } from './documents.ts';
import { type GetRequest, parseGet } from './get-request.ts';
import { putOffers } from './offers.ts';
import { noOverlay } from './overlay.ts';
import { putPayments } from './payments.ts';
import { putStoredAnswer, readStoredAnswer } from './stored-answers.ts';
import { syncOf } from './sync-row.ts';

interface Storing {
  endpoint: Endpoint;
  store(write: CopyWrite, body: unknown): Promise<void>;
}
type Route = (url: URL) => Storing | null;

interface Asked {
  url: URL;
  endpoint: Endpoint;
}

function on<E extends Endpoint>(
  endpoint: E,
  store: (write: CopyWrite, body: AnswerOf<E>, request: GetRequest<E>, asked: Asked) => Promise<void>,
): Route {
  return (url) => {
    const request = parseGet(endpoint, url);
    if (request === null) return null;
    return {
      endpoint,
      store: (write, body) => store(write, v.parse(endpoint.answer, body) as AnswerOf<E>, request, { url, endpoint }),
    };
  };
}

/** Keeps which records a page has, until the copy is complete and knows by itself. */
async function putPage(
  write: CopyWrite,
  kind: ChangedKind,
  address: string,
  page: Page<{ id: string }>,
): Promise<void> {
  if ((await syncOf(write)).complete) return;
  const value = { ids: page.data.map(({ id }) => id), pagination: page.pagination };
  const shown = (await readStoredAnswer(write, address))?.value ?? null;
  await putStoredAnswer(write, { kind, address, value, shown });
}

/** Keeps an answer of analytics: where the copy has no daily figures, and where it has, until they have come this far. */
async function putAnalytics(
  write: CopyWrite,
  value: unknown,
  { address }: { address: string },
  { url, endpoint }: Asked,
): Promise<void> {
  const shown = await shownAnalytics(write, url);
  // In the order of the schema's keys, as what has come.
  const parsed = v.safeParse(endpoint.answer, shown?.body);
  await putStoredAnswer(write, { kind: 'analytics', address, value, shown: parsed.success ? parsed.output : null });
}

/** The copy's answer to an address until now; null where it had none. */
async function shownAnalytics(write: CopyWrite, url: URL): Promise<CopyAnswer | null> {
  const answering = routeTo(analyticsRoutes, url);
  const today = dayOf(new Date(write.storedAt));
  try {
    return answering && (await answering({ ...write, sync: await syncOf(write), today, overlay: noOverlay }));
  } catch (error) {
    if (error instanceof DamagedCopyError) return null;
    throw error;
  }
}

const routes: readonly Route[] = [
  on(getBrand, (write, brand) => putDocument(write, 'brand', brand)),
  on(listTags, (write, tags) => putDocument(write, 'tags', tags)),
  on(listChangeTemplates, (write, templates) => putDocument(write, 'templates', templates)),
  on(listPayments, async (write, page, { address }) => {
    await Promise.all([putPayments(write, page.data), putPage(write, 'payments', address, page)]);
  }),
  on(listCampaigns, async (write, page, { address }) => {
    await Promise.all([putCampaigns(write, page.data), putPage(write, 'campaigns', address, page)]);
  }),
  on(getCampaign, (write, campaign) => putCampaigns(write, [campaign])),
  on(listOffers, async (write, page, { address }) => {
    await Promise.all([putOffers(write, page.data), putPage(write, 'offers', address, page)]);
  }),
  on(getOffer, (write, offer) => putOffers(write, [offer])),
  on(getBrandAnalytics, putAnalytics),
  on(getCampaignAnalytics, putAnalytics),
  on(getBrandDays, putAnalytics),
  on(getCampaignDays, putAnalytics),
  on(listBrandPosts, putAnalytics),
  on(listCampaignPosts, putAnalytics),
];

const storingOf = (url: URL) => routeTo(routes, url);

/** The endpoint of a GET whose answer can be stored, to check the answer with; null for any other. Its path is as in the contract. */
export const storableEndpoint = (url: URL): Endpoint | null => storingOf(url)?.endpoint ?? null;

/**
 * Stores the answer to a GET as what it is made of: records, documents, and, where the copy can't put it together by itself,
 * the answer to its address.
 * @throws {v.ValiError} where the body isn't the contract's: it may be a captive portal's
 */
export async function storeAnswer(write: CopyWrite, url: URL, body: unknown): Promise<void> {
  await storingOf(url)?.store(write, body);
}
