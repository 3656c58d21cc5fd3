import { ApiError, messageOf } from '#api/error.ts';

interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/** Props of the failure message that replaces data that failed to load, below a screen's title. */
export function readFailureOf({ error, isFetching, refetch }: FailedQuery) {
  return {
    notStored: error instanceof ApiError && error.code === 'not_available_offline',
    detail: messageOf(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
