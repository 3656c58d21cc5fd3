import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { limits } from '#domain/shared/limits.ts';
import { busyServerBackoff } from '#domain/time/backoff.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Cause } from './patience.ts';

/** The server counts as failing if this many different intents fail with no success in between. */
const troubleForAll = 2;

interface Refusal {
  /** Start of the refused attempt, monotonic clock, ms. */
  startedAt: number;
  /** Wait requested by the server or a gateway, ms; null if unspecified. */
  waitMs: number | null;
}

/**
 * Tracks periods in which intents are refused although the network works, because the server is busy or a gateway responds in its
 * place. All intents then wait, and one is tried before the others follow.
 */
export interface HoldUp {
  /** Time at which intents may be sent again, wall clock, ms; 0 if they may be sent now. */
  until(): number;
  /** True if only one intent may be sent at a time. */
  isOn(): boolean;
  status(): SyncStatus['holdUp'];
  /** Records that the server refuses all intents for the moment. */
  refused(refusal: Refusal): void;
  /** Records that the server denies the brand access to the dashboard, so it accepts no intents until access is restored. */
  keptOut(refusal: Pick<Refusal, 'startedAt'>): void;
  /** Records that the server responded to an intent with an error. */
  failed(actionId: string, refusal: Refusal): void;
  /** Attributes an intent's errors to the intent itself, or to the server failing for all intents. */
  causeOf(actionId: string): Cause;
  /** Records that an intent was applied or permanently refused, which ends the hold-up. */
  over(actionId: string): void;
}

export function createHoldUp({ now, monotonicNow }: Pick<Runtime, 'now' | 'monotonicNow'>): HoldUp {
  let refusals = 0;
  /** Intents that have failed since the last success. */
  const failing = new Set<string>();
  /** Intents that failed before others succeeded. */
  const outlived = new Set<string>();
  let isKeptOut = false;
  /** Time of the last refusal, ms. Uses the monotonic clock, like `until`. */
  let refusedAt = 0;
  let until = 0;
  let isAsked = false;

  function refused({ startedAt, waitMs }: Refusal): void {
    // Concurrent attempts get the same refusal; count it once.
    if (refusals === 0 || startedAt >= refusedAt) refusals += 1;
    refusedAt = monotonicNow();
    isKeptOut = false;
    isAsked = waitMs !== null;
    until = Math.max(until, monotonicNow() + (waitMs ?? busyServerBackoff(refusals)));
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
