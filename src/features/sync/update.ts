import { useSyncExternalStore } from 'react';

/** `waiting`: a newer version is installed and waits. `reload`: it is already in charge, this page is of the older one. */
export type Update = 'waiting' | 'reload';

let current: Update | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function setUpdate(update: Update): void {
  // A version in charge can't become one that waits again for this page.
  current = current === 'reload' ? current : update;
  for (const listener of listeners) listener();
}

export const useUpdate = (): Update | null => useSyncExternalStore(subscribe, () => current);
