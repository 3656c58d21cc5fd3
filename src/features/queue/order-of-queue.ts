import type { QueryClient } from '@tanstack/react-query';
import { errorTexts } from '#api/error.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { isSettled } from '#app/intents/settled-actions.ts';
import { type QueuedAction, unreadable } from '#contract/worker/sync-status.ts';
import { toastError, toastInfo } from '#ui/toasts/toast.tsx';
import { shownAs } from './shown-as.ts';

/**
 * Takes back, sends again or gives up an intent that the worker keeps, and says so where that is too late or failed.
 * @returns true if it was done, once the screens have read its record again
 */
export async function orderOfQueue(
  client: QueryClient,
  type: 'undo' | 'discard' | 'retry',
  { actionId, kind }: Pick<QueuedAction, 'actionId' | 'kind'>,
): Promise<boolean> {
  const reply = await sendToWorker({ type, actionId });
  if (reply?.ok === false && reply.isTooLate) {
    toastInfo(type === 'undo' ? 'Too late to undo' : 'Already handled', { detail: reply.message, durationMs: 5000 });
  } else if (!reply?.ok) {
    toastError('Something went wrong.', { detail: reply?.message ?? errorTexts.tryAgain, id: actionId });
  }
  const isDone = reply?.ok === true;
  if (kind !== unreadable) {
    const queryKey = shownAs(kind);
    // A worker says what to read again before it replies: where its word is here, only what that has begun is waited for.
    const begun = isSettled(actionId) ? ({ fetchStatus: 'fetching' } as const) : {};
    await client.invalidateQueries({ queryKey, ...begun }, { cancelRefetch: false });
  }
  return isDone;
}
