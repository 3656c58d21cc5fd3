import { QueryClient } from '@tanstack/react-query';
import { classifyError } from '#api/meaning.ts';
import { limits } from '#domain/shared/limits.ts';

/** Cache time, longer than the stale time: returning to a list within half an hour shows it immediately. */
const keptMs = 1_800_000;

/** True if a retry may succeed: never after a 401 or 403, nor after any other final refusal. */
function mayHelp(error: unknown): boolean {
  const meaning = classifyError(error);
  return meaning === 'passing' || meaning === 'broken';
}

/** Queries stay fresh for 5 minutes and are retried 3 times, mutations once. Offline, the worker responds. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: limits.queryStaleMs,
        gcTime: keptMs,
        retry: (failures, error) => failures < limits.queryRetries && mayHelp(error),
      },
      mutations: {
        networkMode: 'always',
        retry: (failures, error) => failures < limits.mutationRetries && mayHelp(error),
      },
    },
  });
}
