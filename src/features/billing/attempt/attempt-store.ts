import { attemptStore } from '#app/attempt-store.ts';

/** A payment of this device whose outcome is not known; `attempt.ts` reads it. */
export const {
  read: readStoredAttempt,
  write: writeStoredAttempt,
  setAsking,
  useUnanswered: useUnansweredAttempt,
} = attemptStore('afield-payment');
