import type { Intent } from '#contract/brand/intent.ts';
import { recordRefOf } from '#domain/intents/intent-rules.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import { isQueueable } from '#sw/queue/kinds.ts';
import { BrandLoggedOutError, enqueueAction, type NewAction, readActions } from '#sw/queue/outbox/actions.ts';
import { isHeld } from '#sw/queue/outbox/sending.ts';
import type { Sender } from '#sw/queue/sender.ts';
import type { SettledOutcome } from '#sw/queue/store-outcome.ts';
import type { WakeUp } from '#sw/queue/wake-up.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';
import type { Room } from '#sw/storage/room.ts';
import { jsonResponse, notStoredResponse } from './json-answers.ts';
import { createNewActions, type IntentCall, type NewActionDeps } from './new-actions.ts';

/** Time that a page waits for the server before the intent counts as queued; shorter if the connection hangs anyway. */
const responseTimeoutMs = { usual: 3000, hanging: 900 };
const lookEveryMs = 300;

export interface Intents {
  /** Queues an intent, then sends it. Returns null if the call can't be queued, so the server reports the error. */
  take(request: IntentCall, keep: KeepAlive): Promise<Response | null>;
}

interface Deps extends NewActionDeps, Pick<Runtime, 'outbox' | 'wait'> {
  sender: Sender;
  diskSpace: Pick<Room, 'noteStored'>;
  connectivity: Connectivity;
  wakeUp: WakeUp;
  /** Called when an intent was queued. */
  onQueued(): void;
  /** Called when the intent stays queued for now, so its record has a new optimistic update. */
  onKept(intent: Intent): Promise<void>;
  reportError(error: unknown): void;
}

export function createIntents(deps: Deps): Intents {
  const { outbox, now, wait, sender, connectivity } = deps;
  const { actionOf, recordOf } = createNewActions(deps);

  /** Resolves when the page has waited long enough. */
  async function waitForAnswer(signal: AbortSignal): Promise<void> {
    await wait(responseTimeoutMs.hanging, signal);
    for (let ms = responseTimeoutMs.hanging; ms < responseTimeoutMs.usual && !signal.aborted; ms += lookEveryMs) {
      if (!connectivity.isOnline() || connectivity.isHanging()) return;
      await wait(lookEveryMs, signal);
    }
  }

  async function sendSoon(intent: NewAction, keep: KeepAlive): Promise<Response> {
    const { actionId } = intent;
    const { promise, stop } = sender.settled(actionId);
    const drained = sender.drain();
    keep(drained);
    const over = new AbortController();
    const late = Promise.race([drained, waitForAnswer(over.signal)]).then(() => null);
    const settled = await Promise.race([promise, late]);
    stop();
    over.abort();
    if (settled !== null) return settledResponse(actionId, settled);
    // Other tabs still show the action's button.
    await deps.onKept(intent).catch(deps.reportError);
    return queuedResponse(actionId, await mayHaveArrived(intent));
  }

  /** Responds immediately, and sends the intent after its hold if the browser keeps the worker alive that long. */
  async function sendAfterHold(intent: ActionRow, heldUntil: number, keep: KeepAlive): Promise<Response> {
    keep(wait(heldUntil - now()).then(() => sender.drain()));
    await deps.onKept(intent).catch(deps.reportError);
    return queuedResponse(intent.actionId, intent.mayHaveArrived, heldUntil);
  }

  /** True if the server may have received the intent; also true if the storage is unresponsive, which leaves that open. */
  async function mayHaveArrived({ actionId, brandId }: NewAction): Promise<boolean> {
    const actions = await readActions(outbox, brandId).catch(() => []);
    return actions.find((action) => action.actionId === actionId)?.mayHaveArrived ?? true;
  }

  return {
    async take(request, keep) {
      if (!isQueueable(request.call.endpoint)) return null;
      try {
        const action = await actionOf(request);
        if (action === null) return null;
        const { actionId } = action;
        // Write the action to disk before the first attempt, or a half-open connection and a killed browser would lose it.
        const { receipt, action: kept } = await enqueueAction(outbox, action);
        if (receipt !== null) {
          const record = receipt.record ?? (await recordOf(request.session, request.call, recordRefOf(action)));
          return record && settledResponse(actionId, { kind: 'sent', record });
        }
        if (kept.attention !== null) return settledResponse(actionId, { kind: 'refused', attention: kept.attention });
        deps.diskSpace.noteStored();
        deps.onQueued();
        keep(deps.wakeUp.ask());
        const { heldUntil } = kept;
        if (heldUntil !== undefined && isHeld(kept, now())) return await sendAfterHold(kept, heldUntil, keep);
        return await sendSoon(action, keep);
      } catch (error) {
        if (error instanceof BrandLoggedOutError) return notStoredResponse();
        // A device that can't store anything can still send the request.
        deps.reportError(error);
        return null;
      }
    },
  };
}

type Result =
  | Pick<Extract<SettledOutcome, { kind: 'sent' }>, 'kind' | 'record'>
  | Pick<Extract<SettledOutcome, { kind: 'refused' }>, 'kind' | 'attention'>;

const queuedResponse = (actionId: string, mayHaveArrived: boolean, heldUntil?: number) =>
  jsonResponse(202, {
    ...{ queued: true, actionId, mayHaveArrived },
    ...(heldUntil === undefined ? {} : { heldUntil: new Date(heldUntil).toISOString() }),
  });

function settledResponse(actionId: string, settled: Result): Response {
  if (settled.kind === 'sent') return jsonResponse(200, settled.record.value);
  const { status, code, message, now, certainty } = settled.attention;
  // The outcome is unknown, so the intent stays queued and the sync status describes it.
  if (certainty === 'unknown') return queuedResponse(actionId, true);
  return jsonResponse(status, { code, message, ...(now === null ? {} : { [now.type]: now.value }) });
}
