import { sharedSwitch } from '../shell/shared-switch.ts';

/** A logout request from any screen. A single dialog asks about pending work. */
export const { turnOn: requestLogOut, turnOff: withdrawLogOut, useIsOn: useLogOutRequested } = sharedSwitch();
