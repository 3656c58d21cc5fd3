import type { QueryClient } from '@tanstack/react-query';
import { intentWords } from '#app/intents/intent-words.ts';
import { isSettled, outcomeOf } from '#app/intents/settled-actions.ts';
import { keepStorage } from '#app/storage/keep-storage.ts';
import type { IntentKind } from '#contract/brand/intent.ts';
import type { Pending } from '#domain/intents/intent-rules.ts';
import { toastInfo, toastSuccess } from '#ui/toasts/toast.tsx';
import { orderOfQueue } from './order-of-queue.ts';
import { shownAs } from './shown-as.ts';

/** Says why a waiting action has no Undo: an attempt was made whose answer was lost. */
export const unansweredText =
  'It was sent, but the server hasn’t confirmed it yet. Afield keeps trying, so you can’t undo it.';

interface Answered {
  kind: IntentKind;
  idempotencyKey: string;
  /** The worker's row of it; null where the server has done it. */
  queued: { actionId: string; mayHaveArrived: boolean; heldUntil?: string | undefined } | null;
  /** Lays the waiting intent over its record on the screen. */
  applyOptimistic: (pending: Pending) => void;
  /** True where the screen itself says what became of it: no toast. */
  isConfirmedByScreen: boolean;
}

/** Says what became of an intent that a user has just asked for: done, or kept with a way to undo it. */
export function confirmIntent(client: QueryClient, answered: Answered): void {
  const { kind, idempotencyKey, queued, applyOptimistic, isConfirmedByScreen } = answered;
  const sayDone = () => {
    if (!isConfirmedByScreen) toastSuccess(intentWords[kind].done);
  };
  if (queued === null) {
    sayDone();
    // A worker says what to read again before it answers: only where it has not, the page sees to that itself.
    if (!isSettled(idempotencyKey)) void client.invalidateQueries({ queryKey: shownAs(kind) });
    return;
  }
  const { actionId, mayHaveArrived, heldUntil } = queued;
  // The worker's message about the outcome may overtake this answer.
  const outcome = outcomeOf(actionId);
  if (outcome === 'sent') sayDone();
  if (outcome !== null) return;
  void keepStorage();
  const held = heldUntil === undefined ? {} : { heldUntil };
  applyOptimistic({ actionId, state: 'waiting', queuedAt: new Date().toISOString(), mayHaveArrived, ...held });
  if (isConfirmedByScreen) return;
  const onUndo = () => void orderOfQueue(client, 'undo', { actionId, kind });
  toastInfo(
    intentWords[kind].queued,
    mayHaveArrived ? { id: actionId, detail: unansweredText } : { id: actionId, onUndo },
  );
}
