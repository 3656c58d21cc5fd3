import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { limits } from '#domain/shared/limits.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Cause } from './patience.ts';

/** Pauses, ms, after the first, second and later refusals in a row; short, so that intents go out within 5 s of a recovery. */
const pausesMs = [1000, 2000, 3000] as const;
/** If the server fails at this many different intents and takes none in between, the server is in trouble. */
const troubleForAll = 2;

interface Refusal {
  /** Start of the refused attempt, monotonic clock, ms. */
  startedAt: number;
  /** The wait that the server, or a gateway, asks for; null where it doesn't say. */
  waitMs: number | null;
}

/**
 * Tracks periods in which intents are refused although the network works: the server is busy, or a gateway answers for it. All
 * intents wait then, and a single one is tried before the others follow.
 */
export interface HoldUp {
  /** Time at which intents may be sent again, ms by the device's clock; 0 if they may be sent now. */
  until(): number;
  /** Only one at a time is to be sent. */
  isOn(): boolean;
  status(): SyncStatus['holdUp'];
  /** The server refused to take intents at the moment, whatever their kind. */
  refused(refusal: Refusal): void;
  /** The server keeps the brand out of the dashboard: no intent is taken until it lets it in again. */
  keptOut(refusal: Pick<Refusal, 'startedAt'>): void;
  /** The server answered an intent with an error. */
  failed(actionId: string, refusal: Refusal): void;
  /** Says if the errors of an intent are its own, or the server's trouble with all of them. */
  causeOf(actionId: string): Cause;
  /** An intent was taken, or refused for good. */
  over(actionId: string): void;
}

export function createHoldUp({ now, monotonicNow }: Pick<Runtime, 'now' | 'monotonicNow'>): HoldUp {
  let refusals = 0;
  /** Intents that have failed since the last success. */
  const failing = new Set<string>();
  /** Intents that failed before others succeeded. */
  const outlived = new Set<string>();
  let isKeptOut = false;
  /** Monotonic clock, ms, as is `until`. */
  let refusedAt = 0;
  let until = 0;
  let isAsked = false;

  function refused({ startedAt, waitMs }: Refusal): void {
    // Concurrent attempts get the same refusal; count it once.
    if (refusals === 0 || startedAt >= refusedAt) refusals += 1;
    refusedAt = monotonicNow();
    isKeptOut = false;
    isAsked = waitMs !== null;
    const pauseMs = waitMs ?? pausesMs[Math.min(refusals, pausesMs.length) - 1] ?? 0;
    until = Math.max(until, monotonicNow() + pauseMs);
  }

  const leftMs = () => Math.max(until - monotonicNow(), 0);
  const untilByPhone = () => (leftMs() > 0 ? now() + leftMs() : 0);

  return {
    until: untilByPhone,
    isOn: () => refusals > 0,
    status() {
      if (refusals === 0 || isKeptOut) return null;
      if (!isAsked) return { kind: 'not-taking' };
      return leftMs() > 0 ? { kind: 'asked-to-wait', until: new Date(untilByPhone()).toISOString() } : null;
    },
    refused,
    keptOut(refusal) {
      refused({ ...refusal, waitMs: limits.gatePollMs });
      isKeptOut = true;
    },
    failed(actionId, refusal) {
      if (outlived.has(actionId)) return;
      failing.add(actionId);
      if (failing.size >= troubleForAll || refusals > 0) refused(refusal);
    },
    causeOf(actionId) {
      if (outlived.has(actionId)) return 'own';
      return failing.size < troubleForAll ? 'alone' : 'shared';
    },
    over(actionId) {
      refusals = 0;
      until = 0;
      isKeptOut = false;
      for (const each of failing) outlived.add(each);
      failing.clear();
      outlived.delete(actionId);
    },
  };
}
