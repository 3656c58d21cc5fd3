import type { SyncStatus } from '#contract/sync-status.ts';

/**
 * Pauses between a page's beats, ms: `hurried` while decisions wait that were just made or just looked at, so that the network's
 * return is met at once; `urgent` while they go on waiting, the server can't be reached, or the worker has not heard who is logged in; `calm` for what has changed, and so
 * that a network that is lost without a word is noticed within 15 s.
 */
export const beatMs = { hurried: 500, urgent: 2000, calm: 10_000, hidden: 30_000 };
/** A phone that stays without a network is not kept busy for longer. */
const hurryMs = 120_000;

interface Deps {
  now(): number;
  /** Calls back after so long; returns how to stop. */
  setTimer(work: () => void, ms: number): () => void;
  /** Tells the worker; resolves soon also where it doesn't reply. */
  tell(): Promise<void>;
}

export interface Beat {
  /** Takes the worker's last word, whether the page is looked at, and whether the worker knows the page's session. */
  update(state: { status: SyncStatus | null; visible: boolean; isSessionKnown: boolean }): void;
  /** Somebody looks, or the browser says that there is a network. */
  hurry(): void;
}

/** Beats for a page. A worker that was stopped starts again at the next beat. */
export function createBeat({ now, setTimer, tell }: Deps): Beat {
  let waiting: ReadonlySet<string> = new Set();
  let before = 0;
  let isCutOff = false;
  let isUnknown = false;
  let isVisible = false;
  let hurriedAt = now();
  let beatAt = now();
  let isTelling = false;
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
    if (next === null || isTelling) return;
    // Never later than from now on: the phone's clock may be set back.
    const passedMs = Math.max(now() - beatAt, 0);
    stop = setTimer(() => void beat(), Math.max(next - passedMs, 0));
  }

  async function beat(): Promise<void> {
    beatAt = now();
    isTelling = true;
    await tell();
    isTelling = false;
    schedule();
  }

  return {
    update({ status, visible, isSessionKnown }) {
      // During their hold, actions wait for nothing that the network could bring.
      const isHeld = (heldUntil = '') => Date.parse(heldUntil) > now();
      const unsettled = status?.actions.filter(({ state }) => state !== 'attention') ?? [];
      const actions = unsettled.filter(({ heldUntil }) => !isHeld(heldUntil));
      const { counts } = status ?? {};
      const unsent = counts ? counts.waiting - counts.held + counts.quiet : actions.length;
      // A status lists only the first actions of a long queue.
      if (unsent > before || actions.some(({ actionId }) => !waiting.has(actionId))) hurriedAt = now();
      before = unsent;
      waiting = new Set(actions.map(({ actionId }) => actionId));
      // No network, or no storage, to tell what has changed.
      isCutOff = status !== null && (!status.online || status.storage === 'unavailable');
      // It sends and reads nothing for a brand that it does not know.
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
