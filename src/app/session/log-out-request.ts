import { sharedSwitch } from '../shell/shared-switch.ts';

/** A user wants to log out, from whichever screen; one dialog for all asks about what still waits. */
export const { turnOn: requestLogOut, turnOff: withdrawLogOut, useIsOn: useLogOutRequested } = sharedSwitch();
