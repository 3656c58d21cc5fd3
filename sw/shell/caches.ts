import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import { mediaCacheName } from '#sw/media/media.ts';
import type { KeepAlive } from '#sw/runtime/runtime.ts';
import { createShellPolicy } from './shell-policy.ts';
import { createShellSettings, type ShellSettings } from './shell-settings.ts';
import { storeAhead } from './store-ahead.ts';

type PrecacheEntries = Parameters<PrecacheController['addToCacheList']>[0];
type LifeEvent = Parameters<PrecacheController['install']>[0];

/** Paths that the server handles itself, including the creators' page. */
const isServers = (path: string) =>
  /^\/(brand|creator|admin|c|v1\.0|media|files|health|version|metrics|reports)(\/|$)/.test(path);
const isFile = (path: string) => /\.\w+$/.test(path);

/** Timeout for a page that isn't stored; a page waiting for its settings tries again. */
const pageTimeoutMs = 10_000;

/** Static routing, which not every browser supports (https://w3c.github.io/ServiceWorker/#register-router-method). */
interface RoutingEvent {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: { cacheName: string } }[],
  ): Promise<void>;
}

type ShellRequest = Pick<Request, 'method' | 'url' | 'mode'>;

export interface Shell {
  /** The settings that this installation's server embeds in the page. */
  settings: ShellSettings['read'];
  install(event: LifeEvent): Promise<unknown>;
  /** Makes supporting browsers serve the app's own scripts and styles straight from the cache, without the worker. */
  route(event: object): Promise<void>;
  /** Deletes other versions' files from this version's caches, and older caches. */
  activate(event: LifeEvent): Promise<void>;
  /** Handler of a request for the app's own files or pages; null for anything else. */
  handlerOf(request: ShellRequest): ((keep: KeepAlive) => Promise<Response>) | null;
}

interface Deps {
  origin: string;
  caches: Pick<CacheStorage, 'keys' | 'delete' | 'open'>;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  now(): number;
}

/** The app's own files as of this version's installation, so they match each other. */
export function createShell(entries: PrecacheEntries, { origin, caches, fetch, now }: Deps): Shell {
  const controller = new PrecacheController();
  controller.addToCacheList(entries);
  const { cacheName } = controller.strategy;
  const page = `${origin}/index.html`;
  const key = controller.getCacheKeyForURL(page) ?? page;
  const settings = createShellSettings({
    stored: async () => (await caches.open(cacheName)).match(key),
    fetched: () => fetch(page, { signal: AbortSignal.timeout(pageTimeoutMs) }),
  });
  const refreshPolicy = createShellPolicy({
    caches,
    cacheName,
    key,
    url: page,
    fetch,
    now,
    onChange: settings.forget,
  });
  // Files with a content hash in their name, which may be cached indefinitely without revalidation.
  const lasting = entries.flatMap((entry) => (typeof entry !== 'string' && entry.revision === null ? [entry.url] : []));

  const fileOf = (request: ShellRequest): string | null => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== origin) return null;
    if (request.mode === 'navigate') {
      return isServers(url.pathname) || isFile(url.pathname) ? null : page;
    }
    const file = `${origin}${url.pathname}`;
    return controller.getCacheKeyForURL(file) === undefined ? null : file;
  };

  /** Stores the page. If the browser opened it at `/`, it is in the HTTP cache, so the server doesn't have to send it again. */
  async function storePage(): Promise<void> {
    const cache = await caches.open(cacheName);
    if ((await cache.match(key)) !== undefined) return;
    const answer = await fetch(`${origin}/`, { cache: 'no-cache' });
    if (answer.status === 200 && !answer.redirected) await cache.put(key, answer);
  }

  return {
    settings: settings.read,
    async install(event) {
      // Workbox fetches any file that isn't stored, including the page if this failed.
      await storePage().catch(() => undefined);
      // Workbox fetches and stores sequentially: on a slow network, a first visit would end long before the last file.
      await storeAhead(lasting, { cache: await caches.open(cacheName), fetch });
      return controller.install(event).catch(async (error: unknown) => {
        if (!isQuotaError(error)) throw error;
        // The app itself takes priority over its content.
        await caches.delete(mediaCacheName);
        return controller.install(event);
      });
    },
    async route(event) {
      const { addRoutes } = event as RoutingEvent;
      // File names contain a content hash, so a cached file is never stale; any other file comes from the network.
      const rule = { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } };
      await addRoutes?.call(event, [rule]).catch(() => undefined);
    },
    async activate(event) {
      await controller.activate(event);
      const kept = new Set([cacheName, mediaCacheName]);
      const old = (await caches.keys()).filter((name) => !kept.has(name));
      await Promise.all(old.map((name) => caches.delete(name)));
    },
    handlerOf(request) {
      const file = fileOf(request);
      if (file === null) return null;
      return async (keep) => {
        // The policy is refreshed after the response, so it applies to the next page.
        if (file === page) keep(refreshPolicy());
        // A browser short of space may have evicted the file.
        return (await controller.matchPrecache(file)) ?? fetch(request.url);
      };
    },
  };
}
