import { useQueryClient } from '@tanstack/react-query';
import { useResolveAttempt } from '#app/attempts/use-resolve-attempt.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { changes } from './changes.ts';
import { conclude } from './use-change.ts';

/** Resolves the outcome of a change whose response was lost, and reports it. Renders nothing. */
export function ChangeWatch() {
  const client = useQueryClient();
  useResolveAttempt(changes, {
    onKnown: (outcome, attempt) => conclude(client, attempt, outcome),
    onStale: () => {
      changes.clear();
      toastError('We couldn’t check your last change to a campaign.', {
        detail: 'Check the campaign before you change it again.',
        id: 'campaign-change',
      });
    },
  });
  return null;
}
