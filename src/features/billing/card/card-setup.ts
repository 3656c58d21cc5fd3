import { useQuery, useQueryClient } from '@tanstack/react-query';
import { appSettings } from '#api/app-settings.ts';
import { call } from '#api/client.ts';
import { ApiError, isNetworkFailure } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { generateClientSecret } from '#contract/brand/billing.ts';
import { isSandboxSecret } from '#domain/money/sandbox-payments.ts';
import { cardFormBackoff } from '#domain/time/backoff.ts';

/** Configuration of the card form. */
export type CardSetup =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void; retrying: boolean }
  | { kind: 'no-key' }
  | { kind: 'sandbox'; clientSecret: string; renew: () => void }
  | { kind: 'stripe'; clientSecret: string; publishableKey: string; renew: () => void };

/** Changes reported by the worker don't refetch this key: a new response would replace a form in use. */
const queryKey = ['card-setup'];

/**
 * Returns a new setup intent for each form, and another after `renew`, since each one stores one card. A server without
 * a payment provider returns simulated intents, which are marked and need no publishable key.
 */
export function useCardSetup(): CardSetup {
  const { stripePublishableKey: publishableKey } = appSettings();
  const client = useQueryClient();
  const online = useOnline();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(generateClientSecret, { signal })).data.clientSecret,
    retry: false,
    // Retry requests that fail while online: no "network is back" event would load the form.
    refetchInterval: ({ state }) => online && isNetworkFailure(state.error) && cardFormBackoff(state.errorUpdateCount),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const again = () => void refetch();
  // Reset the used form immediately, or input would be lost when the next intent arrives.
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
