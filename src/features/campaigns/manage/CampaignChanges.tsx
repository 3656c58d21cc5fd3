import { Suspense } from 'react';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { changeStore } from './change-store.ts';

const ChangeWatch = lazyPart(async () => (await import('./ChangeWatch.tsx')).ChangeWatch);

/** Tracks a campaign change whose response was lost, on every screen of the dashboard. */
export function CampaignChanges() {
  const hasAttempt = changeStore.usePendingAttempt() !== null;
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>{hasAttempt && <ChangeWatch />}</Suspense>
    </ErrorBoundary>
  );
}
