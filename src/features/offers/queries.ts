import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { patchQueries, setQueryResponse } from '#app/queries/write-queries.ts';
import { getOffer, listOffers, type Offer } from '#contract/brand/offer.ts';
import { maxPageSize, type Page } from '#contract/wire/page.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { canReview, type OfferFilterKey, offerFilters } from '#domain/offers/offer-stage.ts';
import { compareBySubmission } from '#domain/review/review-inbox.ts';
import { limits } from '#domain/shared/limits.ts';
import type { RecordWriter } from '#features/queue/public.ts';

export const offerKeys = {
  all: ['offers'] as const,
  lists: ['offers', 'list'] as const,
  list: (campaignId: string, filter: OfferFilterKey, page: number) =>
    ['offers', 'list', campaignId, filter, page] as const,
  count: (campaignId: string, filter: OfferFilterKey) => ['offers', 'count', campaignId, filter] as const,
  toReview: ['offers', 'to-review'] as const,
  detail: (id: string) => ['offers', 'detail', id] as const,
};

const stagesOf = (filter: OfferFilterKey) => offerFilters.find(({ key }) => key === filter)?.stages ?? [];

/** A page of a campaign's offers matching a filter, with those to review first. */
export const offerListQuery = (campaignId: string, filter: OfferFilterKey, page: number) =>
  queryOptions({
    queryKey: offerKeys.list(campaignId, filter, page),
    queryFn: async ({ signal }) => {
      const query = { campaignId, offerStageType: stagesOf(filter), page, pageSize: limits.pageSize.offers };
      return (await call(listOffers, { query, signal })).data;
    },
  });

/** Number of a campaign's offers matching a filter. */
export const offerCountQuery = (campaignId: string, filter: OfferFilterKey) =>
  queryOptions({
    queryKey: offerKeys.count(campaignId, filter),
    queryFn: async ({ signal }) => {
      const query = { campaignId, offerStageType: stagesOf(filter), page: 1, pageSize: 1 };
      return (await call(listOffers, { query, signal })).data.pagination.total;
    },
  });

/**
 * Offers of all campaigns that the brand can decide on now, longest waiting first, except those with a queued decision.
 */
export const toReviewQuery = () =>
  queryOptions({
    queryKey: offerKeys.toReview,
    queryFn: async ({ signal }): Promise<Offer[]> => {
      const offerStageType = ['AWAITING_EVIDENCE_CLEARANCE'] as const;
      const read = async (page: number) =>
        (await call(listOffers, { query: { offerStageType, page, pageSize: maxPageSize }, signal })).data;
      const first = await read(1);
      const others = Math.max(0, Math.ceil(first.pagination.total / maxPageSize) - 1);
      const pages = [first, ...(await Promise.all(Array.from({ length: others }, (_, i) => read(i + 2))))];
      // Pages shift while they're read, so an offer may appear twice.
      const byId = new Map(pages.flatMap(({ data }) => data).map((offer) => [offer.id, offer]));
      const offers = [...byId.values()];
      return offers.filter((offer) => canReview(offer) && offer.pendingAction === undefined).sort(compareBySubmission);
    },
  });

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: offerKeys.detail(id),
    queryFn: async ({ signal }): Promise<Offer> => (await call(getOffer, { params: { id }, signal })).data,
  });

/** The newer of two versions of an offer; the first if both are equally old. */
export function newerOffer(a: Offer | undefined, b: Offer | undefined): Offer | undefined {
  return a !== undefined && (b === undefined || Date.parse(a.updatedAt) >= Date.parse(b.updatedAt)) ? a : b;
}

function changeOffer(client: QueryClient, id: string, change: (shown: Offer) => Offer): void {
  patchQueries(client, { queryKey: offerKeys.detail(id) }, change);
  patchQueries<Page<Offer>>(client, { queryKey: offerKeys.lists }, (list) => ({
    ...list,
    data: list.data.map((each) => (each.id === id ? change(each) : each)),
  }));
}

/**
 * Writes an offer to every query that shows it, except over newer versions: a response may arrive after a later change.
 */
export function setOffer(client: QueryClient, offer: Offer): void {
  const newerOf = (shown: Offer | undefined) => newerOffer(offer, shown) ?? offer;
  const { queryKey } = offerQuery(offer.id);
  setQueryResponse(client, queryKey, newerOf(client.getQueryData(queryKey)));
  changeOffer(client, offer.id, newerOf);
}

/** Removes an offer that was just decided from those to review, before that list is refetched. */
export const removeFromReview = (client: QueryClient, id: string): void =>
  patchQueries<Offer[]>(client, { queryKey: offerKeys.toReview }, (offers) => offers.filter((each) => each.id !== id));

/** Applies intents about offers to the queries that show them, even if an offer's submission has changed. */
export const offerRecords: RecordWriter = {
  put(client, record) {
    const offer = offerIn(record);
    if (offer !== null) setOffer(client, offer);
  },
  patch: (client, id, change) =>
    changeOffer(client, id, (shown) => offerIn(change({ type: 'offer', value: shown })) ?? shown),
};

/** An offer from any cached list, for use until its own query has loaded. */
export function offerInLists(client: QueryClient, id: string): Offer | undefined {
  return client
    .getQueriesData<Page<Offer>>({ queryKey: offerKeys.lists })
    .flatMap(([, list]) => list?.data ?? [])
    .find((offer) => offer.id === id);
}
