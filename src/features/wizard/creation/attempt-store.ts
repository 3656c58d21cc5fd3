import { attemptStore } from '#app/attempt-store.ts';

/** A campaign that this device has asked for and nobody knows of whether it was made; `attempt.ts` reads it. */
export const {
  read: readStoredCreation,
  write: writeStoredCreation,
  setAsking: setAskingForCreation,
  useUnanswered: useUnansweredCreation,
} = attemptStore('afield-campaign-attempt');
