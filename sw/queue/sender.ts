import { lockNames } from '#contract/account/device.ts';
import { isQuiet } from '#contract/brand/intent.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createLanes, type LanesDeps, type LockHeld } from './lanes/lanes.ts';
import { dropQuietParked, readActions } from './outbox/actions.ts';
import { isLeased } from './outbox/sending.ts';
import type { SettledOutcome } from './store-outcome.ts';

/** Time that another sender has to release the lock. */
const lockWaitMs = 2000;

export interface Sender {
  /** Sends all due intents, oldest first; calls during a run share it. Never rejects. */
  drain(): Promise<void>;
  /** Like `drain`, but ignores the pauses of single intents, since the user asked for it. */
  sendNow(): Promise<void>;
  /** Ends all current holds; the next run sends those intents. */
  endHolds(): void;
  /** Resolves when the intent leaves the queue or needs attention during this run of the worker. */
  settled(actionId: string): { promise: Promise<SettledOutcome>; stop: () => void };
  /** Non-quiet intents that the server has responded to in this run; null while nothing is being sent. */
  answered(): ReadonlySet<string> | null;
  /** True while an intent is in flight. */
  isBusy(): boolean;
}

interface Deps extends LanesDeps, Pick<Runtime, 'locks'> {
  /** Called before waiters resolve, so the copy is up to date when they do. */
  onSettled(action: ActionRow, settled: SettledOutcome): Promise<void>;
  /** Called when an intent has been claimed or released. */
  onProgress(): void;
  /** Called when a run has ended and left intents that can still be sent. */
  onStay(): Promise<void>;
  reportError(error: unknown): void;
}

/** The single sender of intents. */
export function createSender(deps: Deps): Sender {
  const { outbox, now, wait, locks, sessions } = deps;
  const waiters = createWaiters();
  let answered: Set<string> | null = null;
  let running: Promise<void> | null = null;
  let askedAgain = false;
  let isTidied = false;

  const lanes = createLanes(deps, {
    onClaimed() {
      answered ??= new Set();
      deps.onProgress();
    },
    onAnswered({ actionId, kind }) {
      if (!isQuiet(kind)) answered?.add(actionId);
    },
    async onSettled(action, settled) {
      // Waiters resolve even if notifying the pages fails.
      await deps.onSettled(action, settled).catch(deps.reportError);
      waiters.resolve(action.actionId, settled);
    },
    onAttempted: deps.onProgress,
  });

  async function run(): Promise<void> {
    try {
      if (!isTidied) await dropQuietParked(outbox);
      isTidied = true;
      do {
        askedAgain = false;
        await withSenderLock({ locks, wait, isLeaseLive }, lanes.sendAll);
      } while (askedAgain);
      if (await staysAny()) await deps.onStay();
    } catch (error) {
      deps.reportError(error);
    } finally {
      running = null;
      answered = null;
      deps.onProgress();
    }
  }

  async function staysAny(): Promise<boolean> {
    const row = await sessions.read();
    if (row === null || row.expired) return false;
    return (await readActions(outbox, row.session.brandId)).some(({ state }) => state === 'waiting');
  }

  async function isLeaseLive(): Promise<boolean> {
    const row = await sessions.read();
    const actions = row === null ? [] : await readActions(outbox, row.session.brandId);
    return actions.some((action) => isLeased(action, now()));
  }

  function drain(): Promise<void> {
    if (running === null) running = run();
    else askedAgain = true;
    lanes.wake();
    return running;
  }

  return {
    drain,
    sendNow() {
      lanes.hurry();
      return drain();
    },
    endHolds: lanes.endHolds,
    settled: waiters.add,
    answered: () => answered,
    isBusy: lanes.isBusy,
  };
}

/** Promises for the outcomes of intents. */
function createWaiters() {
  const waiters = new Map<string, Set<(settled: SettledOutcome) => void>>();
  return {
    add(actionId: string): ReturnType<Sender['settled']> {
      let resolver: (settled: SettledOutcome) => void = () => {};
      const promise = new Promise<SettledOutcome>((resolve) => {
        resolver = resolve;
      });
      const ofAction = waiters.get(actionId) ?? new Set();
      waiters.set(actionId, ofAction.add(resolver));
      return { promise, stop: () => ofAction.delete(resolver) };
    },
    resolve(actionId: string, settled: SettledOutcome): void {
      for (const resolve of waiters.get(actionId) ?? []) resolve(settled);
      waiters.delete(actionId);
    },
  };
}

interface LockDeps extends Pick<Runtime, 'locks' | 'wait'> {
  /** Resolves to true while any sender has an intent in flight. */
  isLeaseLive(): Promise<boolean>;
}

/**
 * Runs the sender exclusively within this origin. Waits a limited time for another lock holder, since a frozen one would hold the
 * lock forever. The lock is then stolen once the holder's lease has expired. Leases keep intents from being sent twice if the
 * other sender resumes.
 */
export async function withSenderLock(
  { locks, wait, isLeaseLive }: LockDeps,
  work: (lock: LockHeld) => Promise<void>,
): Promise<void> {
  const waiting = new AbortController();
  const over = new AbortController();
  let isHeld = false;
  const held = locks.request(lockNames.sender, { signal: waiting.signal }, async () => {
    isHeld = true;
    over.abort();
    await work('free');
  });
  held.catch(() => undefined);
  await Promise.race([held.catch(() => undefined), wait(lockWaitMs, over.signal)]);
  if (isHeld) return held.catch(ignoreTheft);
  waiting.abort();
  if (await isLeaseLive()) return;
  await locks.request(lockNames.sender, { steal: true }, () => work('taken')).catch(ignoreTheft);
}

/** Ignores the error of a stolen lock, since the other sender continues from here. */
function ignoreTheft(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
