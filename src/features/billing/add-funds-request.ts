import { sharedSwitch } from '#app/shared-switch.ts';

/** Opens the one dialog that adds funds, from whichever screen. */
export const { turnOn: requestAddFunds, turnOff: closeAddFunds, useIsOn: useAddFundsRequested } = sharedSwitch();
