import type { SyncStatus } from '#contract/worker/sync-status.ts';

/**
 * Intervals between a page's beats, its regular messages to the worker, ms. `hurried`: decisions were just made or
 * viewed, so the network's return is noticed immediately. `urgent`: decisions are still pending, the server can't be
 * reached, or the worker has no session. `calm`: otherwise, to pick up changes, and to notice a silent network loss
 * within 15 s.
 */
export const beatMs = { hurried: 500, urgent: 2000, calm: 10_000, hidden: 30_000 };
/** Time limit for `hurried`, to save the battery of a phone that stays offline. */
const hurryMs = 120_000;

interface Deps {
  now(): number;
  /** Calls back after `ms`; returns a function that cancels it. */
  setTimer(work: () => void, ms: number): () => void;
  /** Sends the worker a beat; resolves after a short timeout even if it doesn't reply. */
  send(): Promise<void>;
}

export interface Beat {
  /**
   * Receives the worker's latest status, whether the page is visible, and whether the worker has the page's session.
   */
  update(state: { status: SyncStatus | null; visible: boolean; isSessionKnown: boolean }): void;
  /** Call it when the page becomes visible, or the browser reports a network. */
  hurry(): void;
}

/** Schedules a page's beats. A beat also restarts a worker that was stopped. */
export function createBeat({ now, setTimer, send }: Deps): Beat {
  let waiting: ReadonlySet<string> = new Set();
  let before = 0;
  let isCutOff = false;
  let isUnknown = false;
  let isVisible = false;
  let hurriedAt = now();
  let beatAt = now();
  let isSending = false;
  let stop = () => {};

  function everyMs(): number | null {
    const isUrgent = waiting.size > 0 || isCutOff || isUnknown;
    if (!isVisible) return isUrgent ? beatMs.hidden : null;
    if (!isUrgent) return beatMs.calm;
    return waiting.size > 0 && now() - hurriedAt < hurryMs ? beatMs.hurried : beatMs.urgent;
  }

  function schedule(): void {
    stop();
    const next = everyMs();
    if (next === null || isSending) return;
    // Cap the wait, since the phone's clock may be set back.
    const passedMs = Math.max(now() - beatAt, 0);
    stop = setTimer(() => void beat(), Math.max(next - passedMs, 0));
  }

  async function beat(): Promise<void> {
    beatAt = now();
    isSending = true;
    await send();
    isSending = false;
    schedule();
  }

  return {
    update({ status, visible, isSessionKnown }) {
      // Held actions aren't waiting for the network.
      const isHeld = (heldUntil = '') => Date.parse(heldUntil) > now();
      const unsettled = status?.actions.filter(({ state }) => state !== 'attention') ?? [];
      const actions = unsettled.filter(({ heldUntil }) => !isHeld(heldUntil));
      const { counts } = status ?? {};
      const unsent = counts ? counts.waiting - counts.held + counts.quiet : actions.length;
      // A status only lists the first actions of a long queue.
      if (unsent > before || actions.some(({ actionId }) => !waiting.has(actionId))) hurriedAt = now();
      before = unsent;
      waiting = new Set(actions.map(({ actionId }) => actionId));
      // Without network or storage the worker can't report changes.
      isCutOff = status !== null && (!status.online || status.storage === 'unavailable');
      // The worker sends and reads nothing without a session.
      isUnknown = !isSessionKnown;
      isVisible = visible;
      schedule();
    },
    hurry() {
      hurriedAt = now();
      schedule();
    },
  };
}
