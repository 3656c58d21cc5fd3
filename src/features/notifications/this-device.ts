import { call } from '#api/client.ts';
import { ApiError, messageOf } from '#api/error.ts';
import { subscribeToPush, unsubscribeFromPush } from '#app/device/push-subscription.ts';
import { type QuietTime, removePushDevice, savePushDevice } from '#contract/account/push.ts';
import { writePushSettings } from './wanted.ts';

/** The user, or the browser's policy, didn't allow notifications. */
class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/**
 * Turns on notifications on this device.
 * @param publicKey returns the server's key; called after the permission prompt, since a tap allows the prompt for only
 * a few seconds
 * @throws {NotAllowedError}, {@link ApiError} or the browser's own errors
 */
export async function subscribeThisDevice(
  publicKey: () => Promise<string>,
  quietTime: QuietTime | null,
): Promise<void> {
  if (Notification.permission !== 'granted' && (await Notification.requestPermission()) !== 'granted')
    throw new NotAllowedError();
  await save(await subscribeToPush(await publicKey()), quietTime);
}

/** Explains why notifications can't be turned on. */
export function subscribeErrorText(error: unknown): string {
  if (error instanceof NotAllowedError) return 'Your browser didn’t allow notifications.';
  if (error instanceof ApiError) return messageOf(error);
  return 'Your browser’s push service isn’t responding. Please try again.';
}

/** Sends a subscription to the server, then stores it. */
export async function save(subscription: PushSubscription, quietTime: QuietTime | null): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await call(savePushDevice, { body: { endpoint, keys: { p256dh, auth }, quietTime } });
  writePushSettings({ endpoint, quietTime });
}

/** Unsubscribes a device. A device that is already gone counts as success. */
export async function removeDevice(id: string): Promise<void> {
  await call(removePushDevice, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
}

export async function turnOff(id: string): Promise<void> {
  await removeDevice(id);
  writePushSettings(null);
  await unsubscribeFromPush();
}
