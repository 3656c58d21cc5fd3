import { useQuery, useQueryClient } from '@tanstack/react-query';
import { appSettings } from '#api/app-settings.ts';
import { call } from '#api/client.ts';
import { ApiError, isNetworkFailure } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { generateClientSecret } from '#contract/brand/billing.ts';
import { isSandboxSecret } from '#domain/money/sandbox-payments.ts';

/** Settings of the card form. */
export type CardSetup =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void; retrying: boolean }
  | { kind: 'no-key' }
  | { kind: 'sandbox'; clientSecret: string; renew: () => void }
  | { kind: 'stripe'; clientSecret: string; publishableKey: string; renew: () => void };

/** The worker reads no such key again: a new answer would replace a form that is in use. */
const queryKey = ['card-setup'];

const firstWaitMs = 2000;
const longestWaitMs = 30_000;

/**
 * A setup intent of its own for the form that asks; another after `renew`, for each stores one card. A server with no
 * provider behind it plays one, and its intents say so: they need no key.
 */
export function useCardSetup(): CardSetup {
  const { stripePublishableKey: publishableKey } = appSettings();
  const client = useQueryClient();
  const online = useOnline();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(generateClientSecret, { signal })).data.clientSecret,
    retry: false,
    // A call that was cut while there is a network: no return of it would have the form come.
    refetchInterval: ({ state }) =>
      online &&
      isNetworkFailure(state.error) &&
      Math.min(firstWaitMs * 2 ** (state.errorUpdateCount - 1), longestWaitMs),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const again = () => void refetch();
  // The used form goes at once: a number typed into it would go with it when the next intent arrives.
  const renew = () => void client.resetQueries({ queryKey, exact: true });
  useRetryOnline(data === undefined && error !== null, refetch);

  if (data !== undefined && !error) {
    if (isSandboxSecret(data)) return { kind: 'sandbox', clientSecret: data, renew };
    if (!publishableKey) return { kind: 'no-key' };
    return { kind: 'stripe', clientSecret: data, publishableKey, renew };
  }
  if (error === null) return { kind: 'loading' };
  if (!publishableKey && error instanceof ApiError && error.code === 'not_supported') return { kind: 'no-key' };
  return { kind: 'failed', error, retry: again, retrying: isFetching };
}
