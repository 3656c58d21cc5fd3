/// <reference lib="webworker" />
import { Queue } from 'workbox-background-sync';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { isTemporary } from '../decision.ts';
import { keepShell } from '../shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** A gateway's error is a failure, as the documentation shows for `fetchDidSucceed`. */
function refuseErrors(response: Response): Response {
  if (isTemporary(response.status)) throw new Error(`The server answered ${response.status}.`);
  return response;
}

/** Does the work of Queue's own replayRequests, which would take a temporary error for a delivery. */
async function replay(): Promise<void> {
  for (let entry = await queue.shiftRequest(); entry; entry = await queue.shiftRequest()) {
    try {
      refuseErrors(await fetch(entry.request.clone()));
    } catch (error) {
      await queue.unshiftRequest(entry);
      throw error;
    }
  }
}

let replaying: Promise<void> | null = null;
/** Allows one replay at a time: Background Sync and the page may ask for it at once. */
function replayOnce(): Promise<void> {
  replaying ??= replay().finally(() => {
    replaying = null;
  });
  return replaying;
}

const queue = new Queue('decisions', { onSync: replayOnce });

keepShell();
registerRoute(
  ({ url }) => url.pathname.endsWith('/evidence/accept'),
  new NetworkOnly({
    plugins: [
      {
        fetchDidSucceed: async ({ response }) => refuseErrors(response),
        fetchDidFail: ({ request }) => queue.pushRequest({ request }),
      },
    ],
  }),
  'POST',
);

self.addEventListener('message', (event) => {
  if (event.data === 'replay') event.waitUntil(replayOnce().catch(() => undefined));
  if (event.data !== 'waiting') return;
  const answer = async () => {
    const entries = await queue.getAll();
    event.ports[0]?.postMessage(entries.map(({ request }) => request.headers.get('Idempotency-Key')));
  };
  event.waitUntil(answer());
});
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
