import { useSyncExternalStore } from 'react';
import { useSyncStatus } from './sync-status.ts';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** True if the last request was answered, as the worker knows it; the browser's own hint where there is no worker. */
export function useOnline(): boolean {
  const hint = useSyncExternalStore(subscribe, () => navigator.onLine);
  return useSyncStatus()?.online ?? hint;
}
