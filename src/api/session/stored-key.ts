import { createListeners, type Listeners } from '#domain/shared/listeners.ts';

/** Change listeners for values in local storage, which all tabs share. */
export interface StoredKey {
  /** Calls back after changes in this tab or another; returns the unsubscribe function. */
  subscribe: Listeners['subscribe'];
  /** Notifies listeners of a change by this tab, for which browsers fire no storage event. */
  emit: () => void;
}

/** Observes keys of local storage. A storage event without a key means that the storage was cleared. */
export function storedKey(...keys: readonly string[]): StoredKey {
  const listeners = createListeners();
  return {
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || keys.includes(event.key)) listener();
      };
      const stop = listeners.subscribe(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        stop();
        window.removeEventListener('storage', onStorage);
      };
    },
    emit: listeners.emit,
  };
}
