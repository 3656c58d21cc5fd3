import { attemptStore } from '#app/attempts/attempt-store.ts';

/** A change of a campaign that this device has sent, and whose outcome is unknown. */
export const changeStore = attemptStore('afield-campaign-change');
