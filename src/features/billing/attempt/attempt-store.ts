import { attemptStore } from '#app/attempts/attempt-store.ts';

/** A payment of this device whose outcome is not known. */
export const paymentStore = attemptStore('afield-payment');
