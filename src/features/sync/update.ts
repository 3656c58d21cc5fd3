import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/listeners.ts';

/** `waiting`: a newer version is installed and waits. `reload`: it is already in charge, this page is of the older one. */
export type Update = 'waiting' | 'reload';

let current: Update | null = null;
const { subscribe, tell } = createListeners();

export function setUpdate(update: Update): void {
  // A version in charge can't become one that waits again for this page.
  current = current === 'reload' ? current : update;
  tell();
}

export const useUpdate = (): Update | null => useSyncExternalStore(subscribe, () => current);
