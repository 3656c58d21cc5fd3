import { isQuiet } from '#contract/brand/intent.ts';
import { requestOf } from '#domain/intents/intent-rules.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Outcome } from './attempt.ts';
import type { HoldUp } from './hold-up.ts';

import { dropOwn, parkAction, releaseAction, settleAction } from './outbox/sending.ts';
import { backOffMs, errorPauseMs } from './patience.ts';

export type SettledOutcome = Extract<Outcome, { kind: 'sent' | 'refused' }>;

interface ConcludeDeps extends Pick<Runtime, 'outbox' | 'now' | 'owner'> {
  holdUp: HoldUp;
}

/**
 * Stores the outcome of an attempt: the intent leaves the queue, needs attention, or is released for another attempt.
 * @returns the outcome that settled the intent; null if it stays queued, or if another sender has settled it
 */
export async function storeOutcome(
  { outbox, now, owner, holdUp }: ConcludeDeps,
  action: ActionRow,
  outcome: Outcome,
): Promise<SettledOutcome | null> {
  const { actionId, failures, errors, failingSince, mayHaveArrived } = action;
  const own = { actionId, owner, now: now() };
  switch (outcome.kind) {
    case 'sent': {
      const condition = requestOf(action).ifMatch;
      const isFirst = await settleAction(outbox, { actionId, record: outcome.record, condition, now: now() });
      return isFirst ? outcome : null;
    }
    case 'refused': {
      // A quiet intent wasn't made by the user, so its refusal needs no attention.
      const isOwn = isQuiet(action.kind)
        ? await dropOwn(outbox, own)
        : await parkAction(outbox, { ...own, attention: outcome.attention });
      return isOwn ? outcome : null;
    }
    case 'session-over':
      await releaseAction(outbox, { ...own, notBefore: 0, failures, mayHaveArrived });
      return null;
    case 'kept-out':
      if (isQuiet(action.kind)) return (await dropOwn(outbox, own)) ? { ...outcome, kind: 'refused' } : null;
      await releaseAction(outbox, { ...own, notBefore: 0, failures, mayHaveArrived });
      return null;
    case 'held-up': {
      const notBefore = now() + (outcome.waitMs ?? backOffMs(action));
      const known = outcome.isUndone ? { failures, mayHaveArrived } : { failures: failures + 1, mayHaveArrived: true };
      await releaseAction(outbox, { ...own, ...known, notBefore });
      return null;
    }
    case 'unknown':
    case 'no-answer': {
      const [waitMs, error] = outcome.kind === 'unknown' ? [outcome.waitMs, outcome.error] : [null, undefined];
      const pauseMs = error ? errorPauseMs(action, holdUp.causeOf(actionId)) : backOffMs(action);
      const notBefore = now() + (waitMs ?? pauseMs);
      const known = error ? { errors: errors + 1, failingSince: failingSince ?? now() } : {};
      await releaseAction(outbox, { ...own, ...known, notBefore, failures: failures + 1, mayHaveArrived: true });
      return null;
    }
  }
}
