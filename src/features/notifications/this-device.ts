import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { subscribeToPush, unsubscribeFromPush } from '../../api/push-subscription.ts';
import { type QuietTime, removePushDevice, savePushDevice } from '../../contract/push.ts';
import { writeWantedPush } from './wanted.ts';

/** The user, or the browser for him, has not allowed notifications. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/**
 * Has this device told from now on.
 * @throws {NotAllowedError} {@link ApiError} or the browser's own errors
 */
export async function tellThisDevice(publicKey: string, quietTime: QuietTime | null): Promise<void> {
  if (Notification.permission !== 'granted' && (await Notification.requestPermission()) !== 'granted')
    throw new NotAllowedError();
  await save(await subscribeToPush(publicKey), quietTime);
}

/** Tells the server of a subscription, and remembers it. */
export async function save(subscription: PushSubscription, quietTime: QuietTime | null): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await call(savePushDevice, { body: { endpoint, keys: { p256dh, auth }, quietTime } });
  writeWantedPush({ endpoint, quietTime });
}

/** Has a device told no more; one that is gone already is as good. */
export async function removeDevice(id: string): Promise<void> {
  await call(removePushDevice, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
}

export async function turnOff(id: string): Promise<void> {
  await removeDevice(id);
  writeWantedPush(null);
  await unsubscribeFromPush();
}
