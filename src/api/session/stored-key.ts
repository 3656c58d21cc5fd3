import { createListeners, type Listeners } from '#domain/shared/listeners.ts';

/** Listeners of something that local storage keeps for all tabs. */
export interface StoredKey {
  /** Calls back when this tab or another changes it; returns how to stop. */
  subscribe: Listeners['subscribe'];
  /** Says that this tab has changed it, which no event of storage does. */
  emit: () => void;
}

/** Listeners to keys of local storage; an event without a key says that all of it was cleared. */
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
