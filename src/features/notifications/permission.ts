import { useSyncExternalStore } from 'react';

/** The browser's permission for pushes; `unsupported` on an iPhone until the app is installed. */
export type PushPermission = 'unsupported' | NotificationPermission;

export function pushPermission(): PushPermission {
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return has ? Notification.permission : 'unsupported';
}

/** The permission is changed in the browser's own settings, from which the user comes back. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  return () => window.removeEventListener('focus', listener);
}
export const usePushPermission = (): PushPermission => useSyncExternalStore(subscribe, pushPermission);
