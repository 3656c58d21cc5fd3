import { QueryClient } from '@tanstack/react-query';

/** The page retries failed fetches itself and shows that it does: see `use-retry-with-backoff.ts`. */
export const createCreatorQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Fetch even if the browser reports no network: `navigator.onLine` is often wrong.
      queries: { networkMode: 'always', retry: false, staleTime: 5_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
