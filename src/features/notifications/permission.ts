import { useSyncExternalStore } from 'react';

/** The browser's permission for pushes; `unsupported` on an iPhone until the app is installed. */
export type PushPermission = 'unsupported' | NotificationPermission;

export function pushPermission(): PushPermission {
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return has ? Notification.permission : 'unsupported';
}

/** Users change the permission in the browser's settings, so check it whenever they return. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  return () => window.removeEventListener('focus', listener);
}
export const usePushPermission = (): PushPermission => useSyncExternalStore(subscribe, pushPermission);
