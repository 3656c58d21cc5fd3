import { attemptStore } from '#app/attempts/attempt-store.ts';

/** A campaign creation whose outcome is unknown. */
export const creationStore = attemptStore('afield-campaign-attempt');
