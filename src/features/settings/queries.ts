import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listPayments } from '#contract/brand/billing.ts';
import { listCampaigns } from '#contract/brand/campaign.ts';
import { listOffers } from '#contract/brand/offer.ts';
import { limits } from '#domain/shared/limits.ts';

/** The brand's payments, newest first, paginated. */
export const paymentsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['payments', 'list'],
    queryFn: async ({ pageParam, signal }) =>
      (await call(listPayments, { query: { page: pageParam, pageSize: limits.pageSize.payments }, signal })).data,
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => pagination.nextPage,
  });

const one = { page: 1, pageSize: 1 };

/** Total number of the brand's campaigns, read from the pagination of a page with one row. */
export const campaignCountQuery = () =>
  queryOptions({
    queryKey: ['campaigns', 'count'],
    queryFn: async ({ signal }) => (await call(listCampaigns, { query: one, signal })).data.pagination.total,
  });
export const offerCountQuery = () =>
  queryOptions({
    queryKey: ['offers', 'count'],
    queryFn: async ({ signal }) => (await call(listOffers, { query: one, signal })).data.pagination.total,
  });
export const paymentCountQuery = () =>
  queryOptions({
    queryKey: ['payments', 'count'],
    queryFn: async ({ signal }) => (await call(listPayments, { query: one, signal })).data.pagination.total,
  });
