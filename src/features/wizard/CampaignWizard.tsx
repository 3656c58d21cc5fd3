import { Suspense } from 'react';
import { useWizardRequest } from '#app/shell/wizard-request.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { creationStore } from './creation/attempt-store.ts';

const WizardModal = lazyPart(async () => (await import('./WizardModal.tsx')).WizardModal);
const CreationWatch = lazyPart(async () => (await import('./creation/CreationWatch.tsx')).CreationWatch);

/** The campaign wizard, for every screen, and the check of a creation whose response was lost. */
export function CampaignWizard() {
  const request = useWizardRequest();
  const hasAttempt = creationStore.usePendingAttempt() !== null;
  return (
    <>
      <OnceOpened opened={request !== null}>{(opened) => <WizardModal opened={opened} request={request} />}</OnceOpened>
      <ErrorBoundary fallback={() => null}>
        <Suspense>{hasAttempt && <CreationWatch />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
