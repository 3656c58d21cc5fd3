import { Suspense } from 'react';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { closeAddFunds, useAddFundsRequest } from './add-funds-request.ts';
import { paymentStore } from './attempt/attempt-store.ts';

const AddFundsDialog = lazyPart(async () => (await import('./AddFundsDialog.tsx')).AddFundsDialog);
const FundsWatch = lazyPart(async () => (await import('./attempt/FundsWatch.tsx')).FundsWatch);

/**
 * The dialog that adds funds, for every screen of the dashboard, and the check of a payment whose response was lost.
 */
export function AddFunds() {
  const request = useAddFundsRequest();
  const hasAttempt = paymentStore.usePendingAttempt() !== null;
  return (
    <>
      <OnceOpened opened={request !== null}>
        {() => <AddFundsDialog onClose={closeAddFunds} request={request} />}
      </OnceOpened>
      <ErrorBoundary fallback={() => null}>
        <Suspense>{hasAttempt && <FundsWatch />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
