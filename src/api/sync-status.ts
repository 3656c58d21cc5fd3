import { useSyncExternalStore } from 'react';
import type { SyncStatus } from '../contract/sync-status.ts';

let current: SyncStatus | null = null;
const listeners = new Set<() => void>();

/** Calls back when the worker says something new; returns how to stop. */
export const onSyncStatus = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** What the worker last said of the phone's copy and the queue; null with no worker, or before its first word. */
export const readSyncStatus = (): SyncStatus | null => current;

export function setSyncStatus(status: SyncStatus | null): void {
  current = status;
  for (const listener of listeners) listener();
}

export const useSyncStatus = (): SyncStatus | null => useSyncExternalStore(onSyncStatus, readSyncStatus);
