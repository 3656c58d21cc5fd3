import { useEffect } from 'react';
import { ApiError, errorTexts, messageOf } from '#api/error.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { reportError } from '#app/reports/error-reports.ts';
import { Failure, NotStoredYet } from '#ui/states/States.tsx';

const reload = () => window.location.reload();

/**
 * Code that the network lost, as Chromium and Firefox, and as Safari put it, or its style, as Vite does: with an address, and
 * in words for developers.
 */
const isLostCode = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|unable to preload css/i.test(error.message);

/** A screen that broke, or whose code could not be fetched; the frame around it stays. */
export function LoadFailure({ error }: { error: unknown }) {
  const isLost = isLostCode(error);
  useEffect(() => reportError(error), [error]);
  useRetryOnline(isLost, reload);
  if (error instanceof ApiError && error.code === 'not_available_offline') return <NotStoredYet />;
  return (
    <Failure detail={isLost ? errorTexts.network : messageOf(error)} onRetry={reload} title="Something went wrong" />
  );
}
