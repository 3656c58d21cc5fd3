import { useSyncExternalStore } from 'react';
import { storedKey } from '#api/session/stored-key.ts';

/** One request with an unknown outcome, as text; logging out removes it. */
export interface AttemptStore {
  read: () => string | null;
  write: (text: string | null) => void;
  /** Set to true while this page awaits the first response, so that the attempt doesn't count as unanswered yet. */
  setPending: (asking: boolean) => void;
  /** The attempt without a response, including one that another page left behind. */
  usePendingAttempt: () => string | null;
}

/** Stores an attempt under a key of local storage, shared by all tabs. */
export function attemptStore(key: string): AttemptStore {
  const { subscribe, emit } = storedKey(key);
  let isAsking = false;
  const read = () => localStorage.getItem(key);

  return {
    read,
    write: (text) => {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      emit();
    },
    setPending: (asking) => {
      isAsking = asking;
      emit();
    },
    usePendingAttempt: () => useSyncExternalStore(subscribe, () => (isAsking ? null : read())),
  };
}
