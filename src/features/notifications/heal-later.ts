import { whenIdle } from '#ui/styles/when-idle.ts';
import { pushSettingsKey } from './wanted-key.ts';

/**
 * Repairs this device's push subscription when the browser is idle. The code for that is only loaded if the device has
 * one.
 */
export function repairPushSubscriptionWhenIdle(): void {
  if (localStorage.getItem(pushSettingsKey) === null) return;
  void whenIdle()
    .then(() => import('./heal.ts'))
    .then(({ repairPushSubscription }) => repairPushSubscription())
    .catch(() => undefined);
}
