import type { BrandSession } from '#contract/account/auth.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import type { Probe } from '#sw/network/probe.ts';
import type { Authorised, Sessions } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { attempt, type Outcome, timeoutMsOf } from './attempt.ts';
import { conclude, type Settled } from './conclude.ts';
import { resolveDoubt, resolveFailing } from './doubt.ts';
import type { HoldUp } from './hold-up.ts';
import { readActions } from './outbox/actions.ts';
import { claimAction, isHeld, isLeased, isPaused, lanesOf } from './outbox/sending.ts';
import { isGivenUp } from './patience.ts';

/** A browser opens six connections per server; two are left for reads and probes. */
const lanesAtOnce = 4;
/** Longer pauses end a run; the next trigger starts another. */
const maxPauseMs = 3000;
/** A run that settles nothing must not keep the worker alive forever. */
const maxIdleMs = 25_000;
const leaseMarginMs = 5000;

export interface LanesDeps extends Pick<Runtime, 'outbox' | 'now' | 'monotonicNow' | 'wait' | 'owner' | 'isOffline'> {
  sessions: Sessions;
  authorised: Authorised;
  connectivity: Connectivity;
  probe: Probe;
  holdUp: HoldUp;
}

interface LaneEvents {
  /** An intent was claimed for an attempt. */
  onClaimed(): void;
  /** The server's response to an intent arrived and is about to be stored. */
  onAnswered(action: ActionRow): void;
  /** An intent left the queue, or needs attention. */
  onSettled(action: ActionRow, settled: Settled): Promise<void>;
  /** An attempt is over. */
  onAttempted(): void;
}

/** One run: from acquiring the lock until nothing can be sent. */
interface Run {
  isOver: boolean;
  errors: unknown[];
}

/** If the lock was `free`, the sender that claimed intents before has finished or died. */
export type LockHeld = 'free' | 'taken';

export interface Lanes {
  /**
   * Sends all due intents: oldest first, sequentially within a lane, and several lanes in parallel. Sends nothing until a probe
   * has reached the server: an intent that was never sent can be undone, while one sent into a dead connection has an unknown
   * outcome.
   */
  sendAll(lock: LockHeld): Promise<void>;
  /** Something has changed, so another intent may be ready to send. */
  wake(): void;
  /** The user asked to send now: earlier pauses and holds of single intents no longer count. */
  hurry(): void;
  /** The user has left the app and can't undo any more, so all earlier holds end. */
  endHolds(): void;
  /** True while an intent is in flight. */
  isBusy(): boolean;
}

export function createLanes(deps: LanesDeps, events: LaneEvents): Lanes {
  const { outbox, now, monotonicNow, wait, owner, sessions, probe, holdUp } = deps;
  /** Attempts in flight, by lane, including those of a run that lost its lock. */
  const busy = new Map<string, Promise<void>>();
  const hangs = new Map<string, number>();
  let isWoken = false;
  let resting = new AbortController();
  let settledAt = 0;
  /** Wall clock, like `pausedAt`. */
  let hurriedAt = Number.NEGATIVE_INFINITY;
  let holdsEndedAt = Number.NEGATIVE_INFINITY;

  const isAnothers = (action: ActionRow) => isLeased(action, now()) && action.lease?.owner !== owner;
  const isHurried = ({ pausedAt }: ActionRow) => pausedAt !== undefined && pausedAt < hurriedAt && hurriedAt <= now();
  const heldUntil = (action: ActionRow) =>
    isHeld(action, now()) && action.queuedAt > holdsEndedAt ? (action.heldUntil ?? 0) : 0;
  const freeAt = (action: ActionRow, isAlone: boolean) =>
    Math.max(
      holdUp.until(),
      heldUntil(action),
      isPaused(action, now()) && !isHurried(action) ? action.notBefore : 0,
      !isAlone && isAnothers(action) ? (action.lease?.until ?? 0) : 0,
    );

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
    if (isDoubtful) return resolveDoubt(deps, { session, action, refused: attempted });
    const error = attempted.kind === 'unknown' ? attempted.error : undefined;
    if (error === undefined || !isGivenUp(action, holdUp.causeOf(action.actionId), now())) return attempted;
    return resolveFailing(deps, { session, action, error });
  }

  async function attemptOne(session: BrandSession, action: ActionRow): Promise<Outcome> {
    const startedAt = monotonicNow();
    const attempted = await attempt(deps, { session, action, hangs: hangs.get(action.actionId) ?? 0 });
    noteHanging(action, attempted);
    noteHoldUp(action, attempted, startedAt);
    const outcome = await resolved(session, action, attempted);
    if (outcome.kind === 'sent' || outcome.kind === 'refused') events.onAnswered(action);
    const settled = await conclude(deps, action, outcome);
    if (settled !== null) {
      settledAt = monotonicNow();
      await events.onSettled(action, settled);
    }
    // A captive portal intercepts every request, while a gateway may refuse only intents.
    if (outcome.kind === 'held-up' && outcome.by === 'gateway') await probe.run({ fresh: true });
    return outcome;
  }

  function start(session: BrandSession, action: ActionRow, run: Run): void {
    events.onClaimed();
    const attempting = attemptOne(session, action)
      .then(
        ({ kind }) => {
          run.isOver ||= kind === 'session-over';
        },
        // End the run, or a broken disk would cause the same intent to be sent over and over.
        (error: unknown) => {
          run.isOver = true;
          run.errors.push(error);
        },
      )
      .finally(() => {
        busy.delete(action.lane);
        events.onAttempted();
      });
    busy.set(action.lane, attempting);
  }

  /** Waits until an attempt ends, `wake` is called, or the time is up. */
  async function pause(ms: number): Promise<void> {
    if (isWoken) return;
    resting = new AbortController();
    await Promise.race([...busy.values(), wait(ms, resting.signal)]);
    resting.abort();
  }

  async function sendUntilIdle(isAlone: boolean, run: Run): Promise<void> {
    // Only a hint: a server on the same machine or behind a tunnel can still respond.
    let fresh = deps.isOffline();
    settledAt = monotonicNow();
    while (!run.isOver && monotonicNow() - settledAt < maxIdleMs) {
      isWoken = false;
      const row = await sessions.read();
      if (row === null || row.expired) return;
      const { session } = row;
      const heads = lanesOf(await readActions(outbox, session.brandId)).filter(({ lane }) => !busy.has(lane));
      const room = holdUp.isOn() ? 1 : lanesAtOnce;
      // During a hold-up, the single intent that is tried must not be one that always fails.
      const inTurn = holdUp.isOn() ? heads.toSorted((a, b) => a.failures - b.failures) : heads;
      const next = busy.size < room ? inTurn.find((action) => freeAt(action, isAlone) <= now()) : undefined;
      if (next === undefined) {
        const pauseMs = Math.min(...heads.map((action) => freeAt(action, isAlone))) - now();
        if (busy.size === 0 && (heads.length === 0 || pauseMs > maxPauseMs)) return;
        await pause(pauseMs > 0 && busy.size < room ? Math.min(pauseMs, maxPauseMs) : maxPauseMs);
        continue;
      }
      if (!(await probe.run({ fresh }))) {
        if (busy.size === 0) return;
        await pause(maxPauseMs);
        continue;
      }
      fresh = false;
      // A pause or hold may have started while the probe was in flight.
      if (freeAt(next, isAlone) > now()) continue;
      const leaseMs = timeoutMsOf(next) + leaseMarginMs;
      const claimed = await claimAction(outbox, { actionId: next.actionId, owner, now: now(), leaseMs, isAlone });
      if (claimed !== null) start(session, claimed, run);
    }
  }

  return {
    async sendAll(lock) {
      const run: Run = { isOver: false, errors: [] };
      try {
        await sendUntilIdle(lock === 'free', run);
      } finally {
        await Promise.all(busy.values());
      }
      if (run.errors.length > 0) throw run.errors[0];
    },
    wake() {
      isWoken = true;
      resting.abort();
    },
    hurry() {
      hurriedAt = now();
      holdsEndedAt = now();
    },
    endHolds() {
      holdsEndedAt = now();
    },
    isBusy: () => busy.size > 0,
  };
}
