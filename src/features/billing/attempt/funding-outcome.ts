import type { QueryClient } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { patchQueries, setQueryResponse } from '#app/queries/write-queries.ts';
import { reportError } from '#app/reports/error-reports.ts';
import { type Brand, getBrand } from '#contract/brand/brand.ts';
import { limits } from '#domain/shared/limits.ts';
import { brandQuery } from '#features/auth/public.ts';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import type { AddedFunds } from './payments.ts';

const id = 'funds';
const failedTitle = 'Error: Could not add funds. Please refresh the page and try again.';

/** Refetches the brand from the server, bypassing the local copy, and the payments. */
export async function refreshFunds(client: QueryClient): Promise<void> {
  const { queryKey } = brandQuery();
  const { data } = await call(getBrand, { cacheControl: 'no-cache' });
  setQueryResponse(client, queryKey, data);
  await client.invalidateQueries({ queryKey: ['payments'] });
}

type FundingOutcome = { kind: 'done'; done: AddedFunds } | { kind: 'failed'; reason: string | null; error: unknown };

/** Reports a payment's outcome, and updates all balances. */
export function reportFunding(client: QueryClient, outcome: FundingOutcome): void {
  if (outcome.kind === 'failed') {
    reportError(outcome.error ?? new Error(failedTitle));
    toastError(failedTitle, { detail: outcome.reason, durationMs: 5000, id });
  } else {
    const { balances, status } = outcome.done;
    if (balances)
      patchQueries<Brand>(client, { queryKey: brandQuery().queryKey }, (brand) => ({ ...brand, ...balances }));
    if (status === 'PENDING' || (balances && balances.pendingBalanceCents > 0)) {
      toastSuccess('Funds added successfully, but are pending processing.', {
        detail: 'You will see them in your account once they are processed.',
        durationMs: limits.closableToastMs,
        id,
      });
    } else if (status === 'COMPLETED' || (balances && balances.availableBalanceCents > 0)) {
      toastSuccess('Funds added successfully!', {
        detail: 'You can now use them to create new campaigns.',
        durationMs: 5000,
        id,
      });
    }
  }
  void refreshFunds(client).catch(() => undefined);
}
