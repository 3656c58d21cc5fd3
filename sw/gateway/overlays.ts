import type { CopyCall } from '#sw/copy/copy-call.ts';
import { noOverlay, type Overlay } from '#sw/copy/overlay.ts';
import type { RunOptions } from '#sw/database/database.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { isLeased } from '#sw/queue/outbox/sending.ts';
import { overlayOf } from '#sw/queue/overlay.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

export interface Overlays {
  /** The brand's optimistic updates. `orNone`: if the queue can't be read, only those of settled intents. */
  now(brandId: string, options?: RunOptions & { orNone?: boolean }): Promise<Overlay>;
  /** The overlay for a call that shows intents. Other calls don't wait for the queue's database, which may be busy or hang. */
  of(brandId: string, call: CopyCall, options?: RunOptions): Promise<Overlay>;
}

interface Deps extends Pick<Runtime, 'outbox' | 'now'> {
  receipts: Pick<Receipts, 'ready' | 'uncopied'>;
}

/** Optimistic updates of a brand's pending and recently settled intents. */
export function createOverlays({ outbox, now, receipts }: Deps): Overlays {
  /** The pending intents. An expired lease is cleared: its worker was stopped, so the intent is no longer in flight. */
  async function actionsOf(brandId: string, options?: RunOptions) {
    const actions = await readActions(outbox, brandId, options);
    return actions.map((action) => (isLeased(action, now()) ? action : { ...action, lease: null }));
  }

  async function overlayNow(
    brandId: string,
    { orNone = false, ...options }: RunOptions & { orNone?: boolean } = {},
  ): Promise<Overlay> {
    // The order matters: an intent that settles in between briefly shows as pending, but never goes missing.
    const reading = actionsOf(brandId, options);
    const actions = await (orNone ? reading.catch(() => []) : reading);
    return overlayOf({ actions, settled: await receipts.uncopied(brandId) });
  }

  return {
    now: overlayNow,
    async of(brandId, call, options) {
      if (call.overlay === null) return noOverlay;
      await receipts.ready(brandId);
      return overlayNow(brandId, options);
    },
  };
}
