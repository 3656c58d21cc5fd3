import { ApiError, messageOf } from '#api/error.ts';

interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/** Props of the part of a screen, below its title, that replaces data that failed to load. */
export function readFailureOf({ error, isFetching, refetch }: FailedQuery) {
  return {
    notStored: error instanceof ApiError && error.code === 'not_available_offline',
    detail: messageOf(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
