import { quiet } from '#ui/styles/quiet.ts';
import { wantedPushKey } from './wanted-key.ts';

/** Repairs this device's push subscription when the browser is idle. The code is only loaded if there is one. */
export function healPushLater(): void {
  if (localStorage.getItem(wantedPushKey) === null) return;
  void quiet()
    .then(() => import('./heal.ts'))
    .then(({ healPush }) => healPush())
    .catch(() => undefined);
}
