import { errorTexts } from '#api/error.ts';
import { tellWorker } from '#api/worker-link.ts';
import { toastError, toastInfo } from '#ui/toast.tsx';

/**
 * Takes back, sends again or gives up an intent that the worker keeps, and says so where that is too late or failed.
 * @returns true if it was done
 */
export async function orderOfQueue(type: 'undo' | 'discard' | 'retry', actionId: string): Promise<boolean> {
  const reply = await tellWorker({ type, actionId });
  if (reply?.ok === false && reply.isTooLate) {
    toastInfo(type === 'undo' ? 'Too late to undo' : 'Already settled', { detail: reply.message, durationMs: 5000 });
  } else if (!reply?.ok) {
    toastError('Something went wrong.', { detail: reply?.message ?? errorTexts.tryAgain, id: actionId });
  }
  return reply?.ok === true;
}
