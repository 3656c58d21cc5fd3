import { useSyncExternalStore } from 'react';

let requested = false;
const listeners = new Set<() => void>();

function set(value: boolean) {
  requested = value;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** A user wants to log out, from whichever screen; one dialog for all asks about what still waits. */
export const requestLogOut = (): void => set(true);
export const withdrawLogOut = (): void => set(false);
export const useLogOutRequested = (): boolean => useSyncExternalStore(subscribe, () => requested);
