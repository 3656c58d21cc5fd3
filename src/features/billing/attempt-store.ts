import { useSyncExternalStore } from 'react';

const key = 'afield-payment';
const listeners = new Set<() => void>();

/** A payment of this device whose outcome is not known, as text; `attempt.ts` reads it. Logging out removes it. */
export const readStoredAttempt = (): string | null => localStorage.getItem(key);

export function writeStoredAttempt(text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const heard = (event: StorageEvent) => {
    if (event.key === null || event.key === key) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
  };
}

export const useStoredAttempt = (): string | null => useSyncExternalStore(subscribe, readStoredAttempt);
