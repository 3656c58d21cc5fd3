import type { BrandSession } from '#contract/account/auth.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { type Outcome, timeoutMsOf } from '../attempt.ts';
import { readActions } from '../outbox/actions.ts';
import { claimAction, lanesOf } from '../outbox/sending.ts';
import { createDelivery, type DeliveryDeps, type DeliveryEvents } from './delivery.ts';
import { createDueTimes } from './due-times.ts';

/** Maximum number of lanes in flight. A browser opens six connections per server, so two are left for reads and probes. */
const lanesAtOnce = 4;
/** Longer pauses end a run; the next trigger starts another. */
const maxPauseMs = 3000;
/** Time after which a run that settles nothing ends, so it doesn't keep the worker alive forever. */
const maxIdleMs = 25_000;
const leaseMarginMs = 5000;

export interface LanesDeps extends DeliveryDeps, Pick<Runtime, 'wait' | 'isOffline'> {
  sessions: Sessions;
}

interface LaneEvents extends DeliveryEvents {
  /** Called when an intent has been claimed for an attempt. */
  onClaimed(): void;
  /** Called when an attempt has ended. */
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
  /** Ends the current pause, since another intent may be ready to send. */
  wake(): void;
  /** Ends earlier pauses and holds of single intents, since the user asked to send now. */
  hurry(): void;
  /** Ends all earlier holds, since the user has left the app and can't undo anymore. */
  endHolds(): void;
  /** True while an intent is in flight. */
  isBusy(): boolean;
}

export function createLanes(deps: LanesDeps, events: LaneEvents): Lanes {
  const { outbox, now, monotonicNow, owner, sessions, probe, holdUp } = deps;
  /** Attempts in flight, by lane, including those of a run that lost its lock. */
  const busy = new Map<string, Promise<void>>();
  const due = createDueTimes(deps);
  const rest = createRest(deps);
  let settledAt = 0;
  const deliver = createDelivery(deps, {
    onAnswered: events.onAnswered,
    onSettled(action, settled) {
      settledAt = monotonicNow();
      return events.onSettled(action, settled);
    },
  });

  function start(session: BrandSession, action: ActionRow, run: Run): void {
    events.onClaimed();
    const attempting = noted(run, deliver(session, action)).finally(() => {
      busy.delete(action.lane);
      events.onAttempted();
    });
    busy.set(action.lane, attempting);
  }

  /** Waits until an attempt ends, `wake` is called, or the time is up. */
  const pause = (ms: number) => rest.pause(ms, busy.values());

  async function sendUntilIdle(isAlone: boolean, run: Run): Promise<void> {
    // Being offline is only a hint, since a server on the same machine or behind a tunnel can still respond.
    let fresh = deps.isOffline();
    settledAt = monotonicNow();
    while (!run.isOver && monotonicNow() - settledAt < maxIdleMs) {
      rest.renew();
      const row = await sessions.read();
      if (row === null || row.expired) return;
      const { session } = row;
      const heads = lanesOf(await readActions(outbox, session.brandId)).filter(({ lane }) => !busy.has(lane));
      const room = holdUp.isOn() ? 1 : lanesAtOnce;
      const next = busy.size < room ? due.next(heads, isAlone) : undefined;
      if (next === undefined) {
        const pauseMs = due.untilDueMs(heads, isAlone);
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
      if (!due.isDue(next, isAlone)) continue;
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
    wake: rest.end,
    hurry: due.hurry,
    endHolds: due.endHolds,
    isBusy: () => busy.size > 0,
  };
}

/** Ends a run if an attempt shows that the session is over, or fails. */
function noted(run: Run, attempting: Promise<Outcome>): Promise<void> {
  return attempting.then(
    ({ kind }) => {
      run.isOver ||= kind === 'session-over';
    },
    // End the run, or a broken disk would cause the same intent to be sent over and over.
    (error: unknown) => {
      run.isOver = true;
      run.errors.push(error);
    },
  );
}

/** The pauses of a run. Calling `end` cuts the current one short, or else skips the next. */
function createRest({ wait }: Pick<Runtime, 'wait'>) {
  let isEnded = false;
  let resting = new AbortController();
  return {
    /** Cancels earlier calls of `end`. Call this before reading the state that a pause depends on. */
    renew() {
      isEnded = false;
    },
    async pause(ms: number, work: Iterable<Promise<void>>): Promise<void> {
      if (isEnded) return;
      resting = new AbortController();
      await Promise.race([...work, wait(ms, resting.signal)]);
      resting.abort();
    },
    end() {
      isEnded = true;
      resting.abort();
    },
  };
}
