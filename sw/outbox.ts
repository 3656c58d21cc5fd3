import type { Offer } from '../src/contract/offer.ts';
import type { ActionRow } from '../src/offline/action-row.ts';
import { readActions } from '../src/offline/outbox.ts';
import {
  claimAction,
  isAhead,
  isLeased,
  isPaused,
  lanesOf,
  parkAction,
  releaseAction,
  settleAction,
} from '../src/offline/outbox-sending.ts';
import { attempt, type Outcome, timeoutMsOf } from './attempt.ts';
import type { Authorised } from './authorised.ts';
import type { Connectivity } from './connectivity.ts';
import type { Probe } from './probe.ts';
import type { Runtime } from './runtime.ts';
import { type LockHad, withSenderLock } from './sender-lock.ts';
import type { Sessions } from './session.ts';

/** Short: what a network's return must reach within 5 s may have failed many times before. */
const backOffMs = ({ failures }: ActionRow) => Math.min(250 * 2 ** failures, 2000);
/** Longer pauses end a run; the next trigger begins another. */
const longestPauseMs = 3000;
/** A run that always fails must not keep the worker alive for good. */
const longestRunMs = 25_000;
const leaseMarginMs = 5000;
/**
 * With no answer this recent a decision is not put on the wire before the server has said a word: a decision that was
 * never sent can be undone, while of one that went into the dark nobody knows.
 */
const freshMs = 1000;

export type Settled =
  | { kind: 'sent'; offer: Offer }
  | { kind: 'refused'; attention: NonNullable<ActionRow['attention']> };

export interface Sender {
  /** Sends what can be sent now, oldest first; those who ask while it runs share the run. Never rejects. */
  drain(): Promise<void>;
  /** Resolves when the decision leaves the queue or needs attention, in this run of the worker. */
  settled(actionId: string): { promise: Promise<Settled>; stop: () => void };
  progress(): { done: number; total: number } | null;
}

interface Deps extends Pick<Runtime, 'outbox' | 'now' | 'wait' | 'locks' | 'owner' | 'isOffline'> {
  sessions: Sessions;
  authorised: Authorised;
  connectivity: Connectivity;
  probe: Probe;
  /** Told before those who wait for it: the copy is up to date when they hear. */
  onSettled(action: ActionRow, settled: Settled): Promise<void>;
  /** A decision was claimed, or given back. */
  onProgress(): void;
  reportError(error: unknown): void;
}

/** The one sender of decisions. */
export function createSender(deps: Deps): Sender {
  const { outbox, now, wait, locks, owner, sessions, connectivity, probe } = deps;
  const waiters = new Map<string, Set<(settled: Settled) => void>>();
  const hangs = new Map<string, number>();
  let progress: { done: number; total: number } | null = null;
  let running: Promise<void> | null = null;
  let askedAgain = false;
  let pausing: AbortController | null = null;
  /** The server asked everyone to wait. */
  let pausedUntil = 0;

  const isAnothers = (action: ActionRow) => isLeased(action, now()) && action.lease?.owner !== owner;
  const freeAt = (action: ActionRow, isAlone: boolean) =>
    Math.max(
      isAhead(pausedUntil, now()) ? pausedUntil : 0,
      isPaused(action, now()) ? action.notBefore : 0,
      !isAlone && isAnothers(action) ? (action.lease?.until ?? 0) : 0,
    );

  async function conclude(action: ActionRow, outcome: Outcome): Promise<void> {
    const { actionId, failures, mayHaveArrived } = action;
    const own = { actionId, owner };
    switch (outcome.kind) {
      case 'sent':
        if (await settleAction(outbox, { actionId, offer: outcome.offer, now: now() })) await tell(action, outcome);
        return;
      case 'refused':
        if (await parkAction(outbox, { ...own, attention: outcome.attention })) await tell(action, outcome);
        return;
      case 'session-over':
        await releaseAction(outbox, { ...own, notBefore: 0, failures, mayHaveArrived });
        return;
      case 'later':
        if (outcome.everyone) pausedUntil = now() + outcome.waitMs;
        await releaseAction(outbox, { ...own, notBefore: now() + outcome.waitMs, failures, mayHaveArrived });
        return;
      case 'unknown': {
        const waitMs = outcome.waitMs ?? backOffMs(action);
        if (outcome.everyone && outcome.waitMs !== null) pausedUntil = now() + outcome.waitMs;
        const notBefore = now() + waitMs;
        await releaseAction(outbox, { ...own, notBefore, failures: failures + 1, mayHaveArrived: true });
        return;
      }
    }
  }

  async function tell(action: ActionRow, settled: Settled): Promise<void> {
    if (progress !== null) progress.done += 1;
    // Whoever waits hears of it, though telling the others fail.
    await deps.onSettled(action, settled).catch(deps.reportError);
    for (const resolve of waiters.get(action.actionId) ?? []) resolve(settled);
    waiters.delete(action.actionId);
  }

  async function sendAll(had: LockHad): Promise<void> {
    const isAlone = had === 'free';
    const startedAt = now();
    while (now() - startedAt < longestRunMs) {
      const row = await sessions.read();
      if (row === null || row.expired) return;
      const { session } = row;
      const actions = await readActions(outbox, session.brandId);
      const lanes = lanesOf(actions);
      const next = lanes.find((action) => freeAt(action, isAlone) <= now());
      if (next === undefined) {
        const pauseMs = Math.min(...lanes.map((action) => freeAt(action, isAlone))) - now();
        if (lanes.length === 0 || pauseMs > longestPauseMs) return;
        await pause(pauseMs);
        continue;
      }
      // Only a hint: a server on the same machine, or behind a tunnel, answers all the same.
      const anew = deps.isOffline();
      const isFresh = !anew && now() - connectivity.answeredAt() <= freshMs;
      if (!isFresh && !(await probe.run({ anew }))) return;
      const leaseMs = timeoutMsOf(next) + leaseMarginMs;
      const claimed = await claimAction(outbox, { actionId: next.actionId, owner, now: now(), leaseMs, isAlone });
      if (claimed === null) continue;
      const waiting = actions.filter(({ state }) => state === 'waiting').length;
      progress = { done: progress?.done ?? 0, total: (progress?.done ?? 0) + waiting };
      deps.onProgress();
      const outcome = await attempt(deps, { session, action: claimed, hangs: hangs.get(claimed.actionId) ?? 0 });
      noteHanging(claimed, outcome);
      await conclude(claimed, outcome);
      deps.onProgress();
      if (outcome.kind === 'session-over' || (outcome.kind === 'unknown' && outcome.everyone)) return;
    }
  }

  /** A network that failed says nothing of how slow the server is for a decision: only hanging in a row does. */
  function noteHanging({ actionId }: ActionRow, outcome: Outcome): void {
    if (outcome.kind === 'unknown' && outcome.hung) hangs.set(actionId, (hangs.get(actionId) ?? 0) + 1);
    else hangs.delete(actionId);
  }

  /** Ends early where somebody asks meanwhile: another decision may be free to go. */
  async function pause(ms: number): Promise<void> {
    pausing = new AbortController();
    await wait(ms, pausing.signal);
    pausing = null;
  }

  async function run(): Promise<void> {
    try {
      do {
        askedAgain = false;
        await withSenderLock({ locks, wait, isLeaseLive }, sendAll);
      } while (askedAgain);
    } catch (error) {
      deps.reportError(error);
    } finally {
      running = null;
      progress = null;
      deps.onProgress();
    }
  }

  async function isLeaseLive(): Promise<boolean> {
    const row = await sessions.read();
    const actions = row === null ? [] : await readActions(outbox, row.session.brandId);
    return actions.some((action) => isLeased(action, now()));
  }

  return {
    drain() {
      if (running === null) running = run();
      else askedAgain = true;
      pausing?.abort();
      return running;
    },
    settled(actionId) {
      let resolver: (settled: Settled) => void = () => {};
      const promise = new Promise<Settled>((resolve) => {
        resolver = resolve;
      });
      const ofAction = waiters.get(actionId) ?? new Set();
      waiters.set(actionId, ofAction.add(resolver));
      return { promise, stop: () => ofAction.delete(resolver) };
    },
    progress: () => progress,
  };
}
