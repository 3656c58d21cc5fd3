import type { QueryClient } from '@tanstack/react-query';
import { errorTexts } from '#api/error.ts';
import { tellWorker } from '#api/worker-link.ts';
import { toastError, toastInfo } from '#ui/toast.tsx';
import { offerKeys } from './queries.ts';

async function tell(client: QueryClient, type: 'undo' | 'discard' | 'retry', actionId: string): Promise<boolean> {
  const reply = await tellWorker({ type, actionId });
  if (reply?.ok === false && reply.isTooLate) {
    toastInfo(type === 'undo' ? 'Too late to undo' : 'Already settled', { detail: reply.message, durationMs: 5000 });
  } else if (!reply?.ok) {
    toastError('Something went wrong.', { detail: reply?.message ?? errorTexts.tryAgain, id: actionId });
  }
  await client.invalidateQueries({ queryKey: offerKeys.all });
  return reply?.ok === true;
}

/** Takes back a decision that was not sent yet; says so where it is too late. Resolves to whether it was undone. */
export const undoDecision = (client: QueryClient, actionId: string) => tell(client, 'undo', actionId);

/** Gives up a decision that the server refused. */
export const discardDecision = (client: QueryClient, actionId: string) => tell(client, 'discard', actionId);

/** Sends a refused decision again. */
export const retryDecision = (client: QueryClient, actionId: string) => tell(client, 'retry', actionId);
