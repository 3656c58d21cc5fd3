import { QueryClient } from '@tanstack/react-query';

/** The page itself asks again for what a bad network keeps, and says so meanwhile: see use-keep-trying.ts. */
export const createCreatorQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The browser's own word on networks is often wrong.
      queries: { networkMode: 'always', retry: false, staleTime: 5_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
