import { attemptStore } from '#app/attempts/attempt-store.ts';

/** This device's payment with an unknown outcome. */
export const paymentStore = attemptStore('afield-payment');
