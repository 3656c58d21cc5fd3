import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { connectCopy, connectDrafts, connectOutbox } from '#sw/database/database.ts';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import { wait } from '#sw/database/wait.ts';
import { createChunks } from '#sw/drafts/chunks.ts';
import { createPlayback, type Playback } from '#sw/drafts/playback.ts';
import { createMedia, type Media, mediaLimits } from '#sw/media/media.ts';
import type { Windows } from '#sw/notices/notification-click.ts';
import type { ConnectionKind, Runtime } from '#sw/runtime/runtime.ts';
import type { Shell } from '#sw/shell/caches.ts';

const syncTag = 'afield-outbox';
const periodicTag = 'afield-drafts';
/** Minimum interval; browsers wake an app less often, depending on how much it is used. */
const periodicMs = 6 * 3_600_000;

/** Desktop browsers lack `type`. An unmetered cable connection counts as Wi-Fi. */
function kindOf(type: string | undefined): ConnectionKind {
  if (type === 'wifi' || type === 'ethernet') return 'wifi';
  return type === 'cellular' || type === 'wimax' || type === 'bluetooth' ? 'mobile' : 'unknown';
}

/** Implements the worker's runtime in a browser. */
export function createBrowserRuntime(
  scope: ServiceWorkerGlobalScope,
  settings: Shell['settings'],
): {
  runtime: Runtime;
  media: Media;
  playback: Playback;
  windows: Windows;
  reportError(error: unknown): void;
} {
  const { origin } = scope.location;

  async function broadcast(message: WorkerMessage): Promise<number> {
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage(message);
    return pages.length;
  }

  const options = { onOutdated: () => void broadcast({ type: 'reload-needed' }) };
  const copy = connectCopy(options);
  const outbox = connectOutbox(options);
  const drafts = connectDrafts(options);
  // Errors are passed to the browser's own error reporting, since users can't act on them.
  const reportError = (error: unknown) => scope.reportError(error);
  const basics = {
    now: () => Date.now(),
    monotonicNow: () => performance.now(),
    isDataSaver: () => scope.navigator.connection?.saveData === true,
    fetchFile: (url: string | Request, init?: RequestInit) => fetch(url, init),
    origin,
  };
  const playback = createPlayback({
    ...basics,
    chunks: createChunks(drafts),
    brandOf: async () => (await readSessionCopy(outbox))?.session.brandId ?? null,
  });
  const media = createMedia({
    ...basics,
    fetch: (url, init) => fetch(url, init),
    copy,
    caches: scope.caches,
    kept: playback.answer,
    limits: mediaLimits,
    reportError,
  });
  const runtime: Runtime = {
    ...basics,
    ...installedFeatures(scope),
    isOffline: () => !scope.navigator.onLine,
    isReplaced: () => 'serviceWorker' in scope && scope.serviceWorker.state === 'redundant',
    async fetchApi(path, init) {
      const { apiUrl = origin } = await settings();
      return fetch(`${apiUrl}${path}`, init);
    },
    wait,
    locks: scope.navigator.locks as Runtime['locks'],
    copy,
    outbox,
    drafts,
    connection: () => kindOf(scope.navigator.connection?.type),
    fetchFile: async (url, init) => (typeof url === 'string' && (await media.part(url, init))) || fetch(url, init),
    storageLeft: async () => (await scope.navigator.storage?.estimate?.().catch(() => null)) ?? {},
    broadcast,
    wipeMedia: () => media.wipe(),
    owner: crypto.randomUUID(),
  };
  const windows: Windows = {
    origin,
    // Browsers list the most recently used window first.
    open: () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
    openNew: (path) => scope.clients.openWindow(path),
  };
  return { runtime, media, playback, windows, reportError };
}

type Installed = Pick<Runtime, 'registerPeriodicSync' | 'registerSync' | 'notify' | 'setBadge'>;

/** Features that a browser may lack, or allow only to an installed app or with the user's permission. */
const installedFeatures = (scope: ServiceWorkerGlobalScope): Installed => ({
  async registerPeriodicSync(isWanted) {
    const { periodicSync } = scope.registration;
    const asked = isWanted
      ? periodicSync?.register(periodicTag, { minInterval: periodicMs })
      : periodicSync?.unregister(periodicTag);
    // This rejects if the app isn't installed, or the user has turned the feature off.
    await asked?.catch(() => undefined);
  },
  async registerSync() {
    const { sync } = scope.registration;
    // This rejects if the user has turned the feature off; the other triggers remain.
    await sync?.register(syncTag).catch(() => undefined);
  },
  notify: (title, { body, path, tag }) =>
    scope.registration.showNotification(title, {
      body,
      data: path,
      icon: '/icons/icon-192.png',
      badge: '/icons/monochrome-512.png',
      ...(tag === undefined ? {} : { tag }),
    }),
  async setBadge(count) {
    const { setAppBadge } = scope.navigator;
    // This rejects if the app isn't installed, or has no notification permission.
    await setAppBadge?.call(scope.navigator, count).catch(() => undefined);
  },
});
