/** Present in local storage where this device is told by push; gone with a logout. */
export const wantedPushKey = 'afield-push';
