import type { QueryClient } from '@tanstack/react-query';
import { errorTexts } from '#api/error.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { isSettled } from '#app/intents/settled-actions.ts';
import { type QueuedAction, unreadable } from '#contract/worker/sync-status.ts';
import { toastError, toastInfo } from '#ui/toasts/toast.tsx';
import { queryKeyPrefixOf } from './query-key-prefix-of.ts';

/**
 * Undoes, retries or discards an intent in the worker's queue, and shows a toast if that's too late or failed.
 * @returns true if it succeeded; resolves after the record was refetched
 */
export async function sendQueueCommand(
  client: QueryClient,
  type: 'undo' | 'discard' | 'retry',
  { actionId, kind }: Pick<QueuedAction, 'actionId' | 'kind'>,
): Promise<boolean> {
  const reply = await sendToWorker({ type, actionId });
  if (reply?.ok === false && reply.isTooLate) {
    toastInfo(type === 'undo' ? 'Too late to undo' : 'This action is no longer waiting', {
      detail: reply.message,
      durationMs: 5000,
    });
  } else if (!reply?.ok) {
    toastError('Something went wrong.', { detail: reply?.message ?? errorTexts.tryAgain, id: actionId });
  }
  const isDone = reply?.ok === true;
  if (kind !== unreadable) {
    const queryKey = queryKeyPrefixOf(kind);
    // The worker reports what to refetch before it replies. If that report has arrived, only await the fetches it
    // started.
    const begun = isSettled(actionId) ? ({ fetchStatus: 'fetching' } as const) : {};
    await client.invalidateQueries({ queryKey, ...begun }, { cancelRefetch: false });
  }
  return isDone;
}
