import type { SyncStatus } from '#contract/sync-status.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

/** Pauses, ms, after the first, second and later refusals in a row: what is taken again must not wait longer than 5 s. */
const pausesMs = [1000, 2000, 3000] as const;
/** After so many decisions in a row that the server could not do, the trouble is taken to be everyone's, not one decision's. */
const troubleForAll = 2;

interface Refusal {
  /** When the attempt was made that heard it, ms on the clock that nobody sets. */
  startedAt: number;
  /** The wait that the server, or a gateway, asks for; null where it doesn't say. */
  waitMs: number | null;
}

/**
 * Intents are not taken just now, though the network is there: the server is busy, or a gateway answers for it. All wait
 * then, and one alone is sent before the others follow.
 */
export interface HoldUp {
  /** When intents may be sent again, ms by the phone's clock; 0 where they may be now. */
  until(): number;
  /** Only one at a time is to be sent. */
  isOn(): boolean;
  status(): SyncStatus['holdUp'];
  /** No intent was taken, whichever it was. */
  refused(refusal: Refusal): void;
  /** The server failed at one intent. */
  failed(refusal: Refusal): void;
  /** An intent was taken, or refused for good. */
  over(): void;
}

export function createHoldUp({ now, monotonicNow }: Pick<Runtime, 'now' | 'monotonicNow'>): HoldUp {
  let refusals = 0;
  let failures = 0;
  /** Both by the clock that nobody sets. */
  let refusedAt = 0;
  let until = 0;
  let isAsked = false;

  function refused({ startedAt, waitMs }: Refusal): void {
    // Attempts side by side hear the same refusal: it counts once.
    if (refusals === 0 || startedAt >= refusedAt) refusals += 1;
    refusedAt = monotonicNow();
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
      if (refusals === 0) return null;
      if (!isAsked) return { kind: 'not-taking' };
      return leftMs() > 0 ? { kind: 'asked-to-wait', until: new Date(untilByPhone()).toISOString() } : null;
    },
    refused,
    failed(refusal) {
      failures += 1;
      if (failures >= troubleForAll || refusals > 0) refused(refusal);
    },
    over() {
      refusals = 0;
      failures = 0;
      until = 0;
    },
  };
}
