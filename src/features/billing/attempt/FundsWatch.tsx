import { useQueryClient } from '@tanstack/react-query';
import { useResolveAttempt } from '#app/attempts/use-resolve-attempt.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { refreshFunds, reportFunding } from './funding-outcome.ts';
import { payments } from './payments.ts';

/** Resolves the outcome of a payment whose response was lost, and reports it. Renders nothing. */
export function FundsWatch() {
  const client = useQueryClient();
  useResolveAttempt(payments, {
    onKnown: (outcome) => reportFunding(client, outcome),
    onStale: () => {
      payments.clear();
      toastError('We couldn’t check your last payment.', {
        detail: 'See Payments in Settings before you pay again.',
        id: 'funds',
      });
      void refreshFunds(client).catch(() => undefined);
    },
  });
  return null;
}
