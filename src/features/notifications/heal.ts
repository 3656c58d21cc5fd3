import { call } from '#api/client.ts';
import { currentSubscription, subscribeToPush } from '#app/device/push-subscription.ts';
import { getPush } from '#contract/account/push.ts';
import { pushPermission } from './permission.ts';
import { save } from './this-device.ts';
import { readPushSettings } from './wanted.ts';

/**
 * Restores the push subscription, which browsers change or drop on their own, and updates the server. It never prompts
 * the user, and contacts the server only after a change. Never rejects: the next start retries.
 */
export async function repairPushSubscription(): Promise<void> {
  const wanted = readPushSettings();
  if (wanted === null || pushPermission() !== 'granted') return;
  try {
    const subscription = await currentSubscription();
    if (subscription?.endpoint === wanted.endpoint) return;
    const renewed = subscription ?? (await subscribeToPush((await call(getPush, {})).data.publicKey));
    await save(renewed, wanted.quietTime);
  } catch {
    // The user didn't trigger this, so don't show the failure.
  }
}
