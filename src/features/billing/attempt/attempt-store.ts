import { useSyncExternalStore } from 'react';

const key = 'afield-payment';
const listeners = new Set<() => void>();
/** This page waits for the first answer to its attempt, so nothing is wrong yet. */
let isAsking = false;

function tell(): void {
  for (const listener of listeners) listener();
}

/** A payment of this device whose outcome is not known, as text; `attempt.ts` reads it. Logging out removes it. */
export const readStoredAttempt = (): string | null => localStorage.getItem(key);

export function writeStoredAttempt(text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  tell();
}

export function setAsking(asking: boolean): void {
  isAsking = asking;
  tell();
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

/** The attempt that nobody has an answer to; one that another page left behind is such a one. */
export const useUnansweredAttempt = (): string | null =>
  useSyncExternalStore(subscribe, () => (isAsking ? null : readStoredAttempt()));
