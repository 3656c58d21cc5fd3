import { ApiError, messageOf } from './error.ts';

interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/** What a screen shows in place of what could not be read, but for its title. */
export function readFailureOf({ error, isFetching, refetch }: FailedQuery) {
  return {
    notStored: error instanceof ApiError && error.code === 'not_available_offline',
    detail: messageOf(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
