import type { ReviewCounts, WorkerMessage } from '#contract/worker/worker-message.ts';
import { countToReview } from '#sw/copy/records/to-review.ts';
import type { Sessions } from '#sw/network/session.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { overlayOf } from '#sw/queue/overlay.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'setBadge' | 'broadcast'> {
  sessions: Pick<Sessions, 'read'>;
  receipts: Pick<Receipts, 'uncopied'>;
  keep: KeepAlive;
  reportError(error: unknown): void;
}

export interface Badge {
  /** Recounts if a message to the pages implies that the count may have changed. */
  onBroadcast(message: WorkerMessage): void;
  /** Recounts and broadcasts, for a page that has just started. */
  touch(): void;
}

/** Keeps the app's badge and every page's counts equal to the number of submissions to review; a logout clears the badge. */
export function createBadge({ copy, outbox, setBadge, broadcast, sessions, receipts, keep, reportError }: Deps): Badge {
  let lastSummary = '';
  let isDue = false;
  let counting: Promise<void> = Promise.resolve();

  async function count(brandId: string): Promise<ReviewCounts | null> {
    const actions = await readActions(outbox, brandId);
    const overlay = overlayOf({ actions, settled: await receipts.uncopied(brandId) });
    return countToReview(copy, { brandId, overlay });
  }

  async function update(): Promise<void> {
    isDue = false;
    const row = await sessions.read();
    if (row === null) return setBadge(0);
    const { brandId } = row.session;
    const counts = await count(brandId);
    if (counts === null) return;
    // Set the badge even if the count is unchanged, since a push that the browser displayed itself may have changed it.
    await setBadge(counts.total);
    await broadcast({ type: 'to-review', brandId, counts });
  }

  function touch(): void {
    if (isDue) return;
    isDue = true;
    // Run counts sequentially, so the count after a logout is the last.
    counting = counting.then(update).catch(reportError);
    keep(counting);
  }

  return {
    touch,
    onBroadcast(message) {
      if (message.type === 'brand-changed') touch();
      if (message.type === 'data-changed' && message.kinds.includes('offers')) touch();
      if (message.type !== 'sync-status') return;
      const { syncedAt, counts, actions } = message.status;
      const summary = JSON.stringify([syncedAt, counts, actions.map(({ actionId, state }) => [actionId, state])]);
      if (summary !== lastSummary) touch();
      lastSummary = summary;
    },
  };
}
