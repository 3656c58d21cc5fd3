import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { getPayment } from '#contract/brand/billing.ts';
import { getStatement, listStatements } from '#contract/brand/statement.ts';
import type { Month } from '#domain/statements/month.ts';

/**
 * Statements come from the network first, and offline from the local copy. They go stale immediately: holding a budget
 * changes them without a payment that would notify the client.
 */
const fromNetwork = { cacheControl: 'no-cache' } as const;

/** Months with a statement, newest first. */
export const statementMonthsQuery = () =>
  queryOptions({
    queryKey: ['payments', 'statements'],
    queryFn: async ({ signal }) => (await call(listStatements, { signal, ...fromNetwork })).data.months,
    staleTime: 0,
  });

/** A month's statement, and the time when it was stored if it's from the local copy. */
export const statementQuery = (month: Month) =>
  queryOptions({
    queryKey: ['payments', 'statement', month],
    queryFn: async ({ signal }) => {
      const { data, storedAt } = await call(getStatement, { params: { month }, signal, ...fromNetwork });
      return { statement: data, storedAt };
    },
    staleTime: 0,
  });

/** A payment, for its receipt. */
export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['payments', 'detail', paymentId],
    queryFn: async ({ signal }) => (await call(getPayment, { params: { paymentId }, signal })).data,
  });
