/**
 * True if this browser wakes the worker once there is a network, also with no page open: Chromium's Background Sync,
 * which Safari and Firefox lack (https://caniuse.com/background-sync).
 */
export const sendsWhenClosed = (): boolean =>
  'ServiceWorkerRegistration' in globalThis && 'sync' in ServiceWorkerRegistration.prototype;
