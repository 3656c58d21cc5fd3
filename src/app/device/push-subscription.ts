import { withTimeout } from '#api/with-timeout.ts';

async function pushManager(): Promise<PushManager | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
}

/** This browser's push subscription, or null. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  return (await (await pushManager())?.getSubscription()) ?? null;
}

/**
 * Subscribes this browser to pushes from the server with this key.
 * @throws DOMException if the push service can't be reached, or the user didn't allow it
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription> {
  const manager = await pushManager();
  if (manager === null) throw new DOMException('No service worker receives pushes', 'NotSupportedError');
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  return manager.subscribe(wanted).catch(async (error: unknown) => {
    // The subscription is bound to an earlier key of the server. Only a new subscription can use another key.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(wanted);
  });
}

const unsubscribeMs = 2000;

/** Cancels this browser's push subscription, with a timeout. Never rejects. */
export async function unsubscribeFromPush(): Promise<void> {
  const ended = currentSubscription().then((subscription) => subscription?.unsubscribe() ?? true);
  await withTimeout(unsubscribeMs, ended).catch(() => null);
}
