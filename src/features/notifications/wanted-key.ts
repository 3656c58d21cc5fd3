/** Present in local storage while this device has notifications on; a logout removes it. */
export const wantedPushKey = 'afield-push';
