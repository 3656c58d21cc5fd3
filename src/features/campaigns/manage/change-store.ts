import { attemptStore } from '#app/attempts/attempt-store.ts';

/** A campaign change that this device sent and whose outcome is unknown. */
export const changeStore = attemptStore('afield-campaign-change');
