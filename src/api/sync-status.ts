import { useSyncExternalStore } from 'react';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import type { PageMessage, WorkerReply } from '#contract/worker/worker-message.ts';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';
import { isBrandSession, readSession } from './session/session.ts';
import { sendToWorker } from './worker-link.ts';

const current = createStore<SyncStatus | null>(null);

/** Calls back when the worker says something new; returns how to stop. */
export const onSyncStatus = current.subscribe;

/** The worker's last word on the phone's copy and the queue; null with no worker, or before its first word. */
export const readSyncStatus = current.read;

/** Leaves out what is another brand's: a worker that could not store a login may still be the other brand's. */
function ofThisBrand(status: SyncStatus): SyncStatus {
  const session = readSession();
  if (!isBrandSession(session)) return status;
  const own = status.actions.filter(({ brandId }) => brandId === session.brandId);
  // A status is of one brand: without its actions, its numbers are the other's, too.
  const { counts: _, ...rest } = status;
  return own.length === status.actions.length ? status : { ...rest, actions: own };
}

export function setSyncStatus(status: SyncStatus | null): void {
  current.write(status && ofThisBrand(status));
}

/** Sends a message to the worker, as {@link sendToWorker} does, and stores the sync status in its reply. */
export async function sendForStatus(message: PageMessage, timeoutMs?: number): Promise<WorkerReply | null> {
  const reply = await sendToWorker(message, timeoutMs);
  if (reply?.ok && reply.status) setSyncStatus(reply.status);
  return reply;
}

/** Requests the worker's status. This also restarts a worker that was stopped during a call of this page. */
export const askForSyncStatus = (): Promise<WorkerReply | null> => sendForStatus({ type: 'get-status' });

export const useSyncStatus = (): SyncStatus | null => useStore(current);

function subscribeToHint(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** True if the last request was answered, as the worker knows it; the browser's own hint where there is no worker. */
export function useOnline(): boolean {
  const hint = useSyncExternalStore(subscribeToHint, () => navigator.onLine);
  return useSyncStatus()?.online ?? hint;
}
