import type { Sender } from '#sw/queue/sender.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Syncing } from '#sw/sync/syncing.ts';

/** Time that a sync waits for intents in flight, since they change the data to fetch. */
const sendingMs = 3000;

export interface CatchUp {
  /** Sends queued intents, then syncs: `always`, or only if an intent was settled. */
  run(options: { always: boolean }): Promise<void>;
  /** Records that an intent was settled, so the next run syncs. */
  noteSettled(): void;
}

interface Deps extends Pick<Runtime, 'wait'> {
  sender: Pick<Sender, 'drain'>;
  syncing: Pick<Syncing, 'run'>;
}

/** Sends the device's queued intents, and fetches the server's changes. */
export function createCatchUp({ wait, sender, syncing }: Deps): CatchUp {
  let sentSome = false;

  async function run({ always }: { always: boolean }): Promise<void> {
    const over = new AbortController();
    const sending = sender.drain().finally(() => over.abort());
    await Promise.race([sending, wait(sendingMs, over.signal)]);
    // A hanging intent, possibly the previous brand's, must not block the sync.
    const isHeldUp = always && !over.signal.aborted;
    if (isHeldUp) await syncing.run();
    await sending;
    // Sync again to fetch changes made by the intents or in the meantime.
    if ((always && !isHeldUp) || sentSome) {
      sentSome = false;
      await syncing.run();
    }
  }

  return {
    run,
    noteSettled() {
      sentSome = true;
    },
  };
}
