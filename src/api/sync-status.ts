import { useSyncExternalStore } from 'react';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import type { PageMessage, WorkerReply } from '#contract/worker/worker-message.ts';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';
import { isBrandSession, readSession } from './session/session.ts';
import { sendToWorker } from './worker-link.ts';

const current = createStore<SyncStatus | null>(null);

/** Calls back after each new sync status; returns the unsubscribe function. */
export const onSyncStatus = current.subscribe;

/** The worker's latest status of the local copy and the queue; null without a worker, or before its first status. */
export const readSyncStatus = current.read;

/** Drops another brand's actions: a worker that couldn't store a login may still be working for the previous brand. */
function ofThisBrand(status: SyncStatus): SyncStatus {
  const session = readSession();
  if (!isBrandSession(session)) return status;
  const own = status.actions.filter(({ brandId }) => brandId === session.brandId);
  // A status covers one brand, so the counts are the other brand's, too.
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
export const requestSyncStatus = (): Promise<WorkerReply | null> => sendForStatus({ type: 'get-status' });

export const useSyncStatus = (): SyncStatus | null => useStore(current);

function subscribeToHint(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** True if the worker's last request got a response; without a worker, the browser's own hint. */
export function useOnline(): boolean {
  const hint = useSyncExternalStore(subscribeToHint, () => navigator.onLine);
  return useSyncStatus()?.online ?? hint;
}
