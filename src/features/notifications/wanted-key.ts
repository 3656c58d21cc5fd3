/** Set in local storage while notifications are on for this device; a logout removes it. */
export const pushSettingsKey = 'afield-push';
