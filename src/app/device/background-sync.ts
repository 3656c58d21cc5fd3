/**
 * True if this browser wakes the worker once the network is back, even with no page open. Chromium has Background Sync;
 * Safari and Firefox don't (https://caniuse.com/background-sync).
 */
export const sendsWhenClosed = (): boolean =>
  'ServiceWorkerRegistration' in globalThis && 'sync' in ServiceWorkerRegistration.prototype;
