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

/** Opens the one dialog that adds funds, from whichever screen. */
export const requestAddFunds = (): void => set(true);
export const closeAddFunds = (): void => set(false);
export const useAddFundsRequested = (): boolean => useSyncExternalStore(subscribe, () => requested);
