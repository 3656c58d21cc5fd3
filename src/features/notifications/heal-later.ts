import { quiet } from '#ui/styles/quiet.ts';
import { wantedPushKey } from './wanted-key.ts';

/** Looks after this device's subscription once there is time. Its code comes only where there is one. */
export function healPushLater(): void {
  if (localStorage.getItem(wantedPushKey) === null) return;
  void quiet()
    .then(() => import('./heal.ts'))
    .then(({ healPush }) => healPush())
    .catch(() => undefined);
}
