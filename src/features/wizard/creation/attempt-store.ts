import { attemptStore } from '#app/attempts/attempt-store.ts';

/** A campaign that this device has asked for and nobody knows of whether it was made. */
export const creationStore = attemptStore('afield-campaign-attempt');
