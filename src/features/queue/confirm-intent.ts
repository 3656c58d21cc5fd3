import type { QueryClient } from '@tanstack/react-query';
import { intentTexts } from '#app/intents/intent-texts.ts';
import { isSettled, outcomeOf } from '#app/intents/settled-actions.ts';
import { requestPersistentStorage } from '#app/storage/request-persistent-storage.ts';
import type { IntentKind } from '#contract/brand/intent.ts';
import type { PendingState } from '#domain/intents/intent-rules.ts';
import { toastInfo, toastSuccess } from '#ui/toasts/toast.tsx';
import { queryKeyPrefixOf } from './query-key-prefix-of.ts';
import { sendQueueCommand } from './send-queue-command.ts';

/** Explains why a queued action has no Undo: it was sent, and its response was lost. */
export const unconfirmedText =
  'This action was sent, but the server hasn’t confirmed it yet. Afield keeps trying, and you can no longer undo it.';

interface IntentResponse {
  kind: IntentKind;
  idempotencyKey: string;
  /** The worker's queued action; null if the server has applied it. */
  queued: { actionId: string; mayHaveArrived: boolean; heldUntil?: string | undefined } | null;
  /** Applies the queued intent to its record on the screen. */
  applyOptimistic: (pending: PendingState) => void;
  /** True if the screen itself shows the outcome, so that no toast is needed. */
  isConfirmedByScreen: boolean;
}

/** Reports the outcome of a user's intent: applied, or queued with an Undo. */
export function confirmIntent(client: QueryClient, answered: IntentResponse): void {
  const { kind, idempotencyKey, queued, applyOptimistic, isConfirmedByScreen } = answered;
  const sayDone = () => {
    if (!isConfirmedByScreen) toastSuccess(intentTexts[kind].done);
  };
  if (queued === null) {
    sayDone();
    // The worker reports what to refetch before it responds. If that report is missing, the page invalidates the
    // queries itself.
    if (!isSettled(idempotencyKey)) void client.invalidateQueries({ queryKey: queryKeyPrefixOf(kind) });
    return;
  }
  const { actionId, mayHaveArrived, heldUntil } = queued;
  // The worker's message about the outcome may overtake this response.
  const outcome = outcomeOf(actionId);
  if (outcome === 'sent') sayDone();
  if (outcome !== null) return;
  void requestPersistentStorage();
  const held = heldUntil === undefined ? {} : { heldUntil };
  applyOptimistic({ actionId, state: 'waiting', queuedAt: new Date().toISOString(), mayHaveArrived, ...held });
  if (isConfirmedByScreen) return;
  const onUndo = () => void sendQueueCommand(client, 'undo', { actionId, kind });
  toastInfo(
    intentTexts[kind].queued,
    mayHaveArrived ? { id: actionId, detail: unconfirmedText } : { id: actionId, onUndo },
  );
}
