import type { BrandSession } from '#contract/account/auth.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Probe } from '#sw/network/probe.ts';
import type { AuthorizedClient } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { attempt, type Outcome } from '../attempt.ts';
import type { HoldUp } from '../hold-up.ts';
import { shouldGiveUp } from '../patience.ts';
import { type SettledOutcome, storeOutcome } from '../store-outcome.ts';
import { resolveFailingIntent, resolveUncertainRefusal } from '../uncertain-refusal.ts';

export interface DeliveryDeps extends Pick<Runtime, 'outbox' | 'now' | 'monotonicNow' | 'owner'> {
  authorised: AuthorizedClient;
  probe: Probe;
  holdUp: HoldUp;
}

export interface DeliveryEvents {
  /** Called when the server's response to an intent has arrived and is about to be stored. */
  onAnswered(action: ActionRow): void;
  /** Called when an intent has left the queue, or needs attention. */
  onSettled(action: ActionRow, settled: SettledOutcome): Promise<void>;
}

/** Makes one attempt to send a claimed intent, and stores its outcome. */
export type Deliver = (session: BrandSession, action: ActionRow) => Promise<Outcome>;

export function createDelivery(deps: DeliveryDeps, events: DeliveryEvents): Deliver {
  const { now, monotonicNow, probe, holdUp } = deps;
  const hangs = new Map<string, number>();

  /** Pauses the other intents if they would fail the same way. */
  function noteHoldUp({ actionId }: ActionRow, outcome: Outcome, startedAt: number): void {
    if (outcome.kind === 'sent' || outcome.kind === 'refused') holdUp.over(actionId);
    else if (outcome.kind === 'held-up') holdUp.refused({ startedAt, waitMs: outcome.waitMs });
    else if (outcome.kind === 'kept-out') holdUp.keptOut({ startedAt });
    else if (outcome.kind === 'unknown' && outcome.error)
      holdUp.failed(actionId, { startedAt, waitMs: outcome.waitMs });
  }

  /**
   * Counts consecutive hangs. A network failure resets the count, since it says nothing about how slow the server is for an
   * intent.
   */
  function noteHanging({ actionId }: ActionRow, outcome: Outcome): void {
    if (outcome.kind === 'unknown' && outcome.hung) hangs.set(actionId, (hangs.get(actionId) ?? 0) + 1);
    else hangs.delete(actionId);
  }

  /** Resolves the outcome from the server's record if the response alone is inconclusive. */
  async function resolved(session: BrandSession, action: ActionRow, attempted: Outcome): Promise<Outcome> {
    // A response with the record shows that the server has checked whether it knows this intent.
    const isDoubtful = attempted.kind === 'refused' && (action.mayHaveArrived || attempted.attention.now === null);
    if (isDoubtful) return resolveUncertainRefusal(deps, { session, action, refused: attempted });
    const error = attempted.kind === 'unknown' ? attempted.error : undefined;
    if (error === undefined || !shouldGiveUp(action, holdUp.causeOf(action.actionId), now())) return attempted;
    return resolveFailingIntent(deps, { session, action, error });
  }

  return async (session, action) => {
    const startedAt = monotonicNow();
    const attempted = await attempt(deps, { session, action, hangs: hangs.get(action.actionId) ?? 0 });
    noteHanging(action, attempted);
    noteHoldUp(action, attempted, startedAt);
    const outcome = await resolved(session, action, attempted);
    if (outcome.kind === 'sent' || outcome.kind === 'refused') events.onAnswered(action);
    const settled = await storeOutcome(deps, action, outcome);
    if (settled !== null) await events.onSettled(action, settled);
    // A captive portal intercepts every request, while a gateway may refuse only intents.
    if (outcome.kind === 'held-up' && outcome.by === 'gateway') await probe.run({ fresh: true });
    return outcome;
  };
}
