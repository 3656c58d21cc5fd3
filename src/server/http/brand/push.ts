import { endpoints } from '#contract/calls/endpoints.ts';
import { readDevices, removeDevice, saveDevice } from '#server/services/push/devices.ts';
import { reachOf } from '#server/services/push/push-services.ts';
import type { HttpDeps } from '../deps.ts';
import { invalidRequest } from '../requests/parse-request.ts';
import type { Router } from '../router.ts';

export function mountPush(router: Router, { push, now }: HttpDeps): void {
  router.brand(endpoints.getPush, async ({ brand, scope }) => ({
    publicKey: push.publicKey,
    devices: await readDevices(scope, brand.sessionId, now()),
  }));
  router.brand(endpoints.savePushDevice, ({ brand, scope, body, caller }) => {
    if (reachOf(body.endpoint, push.pushServices) === null)
      throw invalidRequest([{ path: 'body.endpoint', message: 'Expected the address of a known push service.' }]);
    return saveDevice(scope, { sessionId: brand.sessionId, userAgent: caller.userAgent, body, now: now() });
  });
  router.brand(endpoints.removePushDevice, async ({ scope, params }) => {
    await removeDevice(scope, params.id);
    return {};
  });
}
