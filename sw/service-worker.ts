/// <reference lib="webworker" />

import { openNotificationTarget } from '#sw/notices/notification-click.ts';
import { createLifetime } from '#sw/runtime/held-events.ts';
import { createShell } from '#sw/shell/caches.ts';
import { createBrowserRuntime } from './browser-runtime.ts';
import { createWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope;

const shell = createShell(self.__WB_MANIFEST, {
  origin: self.location.origin,
  caches: self.caches,
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
});
const { runtime, media, playback, windows, reportError } = createBrowserRuntime(self, shell.settings);
const worker = createWorker(runtime, {
  claim: () => self.clients.claim(),
  skipWaiting: () => self.skipWaiting(),
  reportError,
});

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([shell.install(event), shell.route(event)]));
});

self.addEventListener('activate', (event) => {
  // The first version takes over the page that installed it; a later version waits for the user's consent.
  event.waitUntil(shell.activate(event).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const answer = worker.fetch(request, (work) => event.waitUntil(work));
  if (answer !== null) {
    event.respondWith(answer);
    return;
  }
  const file = shell.handlerOf(request);
  if (file !== null) {
    event.respondWith(file((work) => event.waitUntil(work)));
    return;
  }
  const medium = media.handlerOf(request) ?? playback.handlerOf(request);
  if (medium === null) return;
  const lifetime = createLifetime();
  const response = medium(lifetime.keep);
  lifetime.keep(response);
  event.waitUntil(lifetime.done());
  event.respondWith(response);
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  void worker.message(
    event.data,
    (reply) => port?.postMessage(reply),
    (work) => event.waitUntil(work),
  );
});

self.addEventListener('push', (event) => {
  void worker.push(event.data?.text() ?? null, (work) => event.waitUntil(work));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotificationTarget(event.notification.data, windows));
});

self.addEventListener('sync', (event) => {
  event.waitUntil(worker.sync((work) => event.waitUntil(work)));
});

// Periodic Background Sync, supported only by Chromium.
self.addEventListener('periodicsync', (event) => {
  event.waitUntil(worker.periodicSync((work) => event.waitUntil(work)));
});
