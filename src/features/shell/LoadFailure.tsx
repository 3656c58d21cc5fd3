import { useEffect } from 'react';
import { ApiError, messageOf } from '../../api/error.ts';
import { reportError } from '../../api/error-reports.ts';
import { Failure, NotStoredYet } from '../../ui/States.tsx';

/** A screen that broke, or whose code could not be fetched; the frame around it stays. */
export function LoadFailure({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error]);
  if (error instanceof ApiError && error.code === 'not_available_offline') return <NotStoredYet />;
  return <Failure detail={messageOf(error)} onRetry={() => window.location.reload()} title="Something went wrong" />;
}
