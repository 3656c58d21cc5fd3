import { useEffect } from 'react';
import { ApiError, errorTexts, messageOf } from '#api/error.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { reportError } from '#app/reports/error-reports.ts';
import { Failure, NotStoredYet } from '#ui/states/States.tsx';

const reload = () => window.location.reload();

/**
 * True if code or styles failed to load, according to the messages of Chromium, Firefox, Safari and Vite. These
 * messages contain a URL and are meant for developers.
 */
const isLostCode = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|unable to preload css/i.test(error.message);

/** Shown if a screen crashed or its code couldn't be fetched; the surrounding layout stays. */
export function LoadFailure({ error }: { error: unknown }) {
  const isLost = isLostCode(error);
  useEffect(() => reportError(error), [error]);
  useRetryOnline(isLost, reload);
  if (error instanceof ApiError && error.code === 'not_available_offline') return <NotStoredYet />;
  return (
    <Failure detail={isLost ? errorTexts.network : messageOf(error)} onRetry={reload} title="Something went wrong" />
  );
}
