import { expect, test, vi } from 'vitest';
import { mediaCacheName } from '#sw/media/media.ts';
import { createShell } from '#sw/shell/caches.ts';

// Workbox looks for a worker's globals as soon as it is imported.
const origin = vi.hoisted(() => {
  const cache = { keys: async () => [], delete: async () => true };
  const location = new URL('https://afield.test/');
  Object.assign(globalThis, { self: globalThis, location, caches: { open: async () => cache } });
  return location.origin;
});
const entries = [
  { url: '/index.html', revision: '1' },
  { url: '/assets/app-abc.js', revision: null },
];

function aShell(names: string[] = []) {
  const deleted: string[] = [];
  const caches = {
    open: async () => Promise.reject(new Error('Nothing is stored')),
    keys: async () => names,
    delete: async (name: string) => {
      deleted.push(name);
      return true;
    },
  };
  return {
    deleted,
    shell: createShell(entries, { origin, caches, fetch: async (url) => new Response(url), now: () => 0 }),
  };
}

const request = (path: string, mode: RequestMode = 'cors', method = 'GET') => ({
  method,
  mode,
  url: `${origin}${path}`,
});

test.each([
  request('/', 'navigate'),
  request('/dashboard/campaigns?filter=all', 'navigate'),
  request('/campaigns', 'navigate'),
  request('/dashboard/offers/off_1', 'navigate'),
  request('/assets/app-abc.js'),
])('the app handles $method $url', (asked) => {
  expect(aShell().shell.handlerOf(asked)).not.toBeNull();
});

test.each([
  request('/health', 'navigate'),
  request('/version', 'navigate'),
  request('/admin/v1.0/campaigns', 'navigate'),
  request('/c/off_1.2.abc', 'navigate'),
  request('/c', 'navigate'),
  request('/creator/v1.0/offer', 'navigate'),
  request('/c/assets/page-abc.js'),
  request('/media/demo/coffee.mp4', 'navigate'),
  request('/brand/v1.0/offers', 'navigate'),
  request('/manifest.webmanifest', 'navigate'),
  request('/assets/other.js'),
  request('/', 'navigate', 'POST'),
  { ...request('/'), url: 'https://elsewhere.test/', mode: 'navigate' as const },
])('the app leaves $method $url alone', (asked) => {
  expect(aShell().shell.handlerOf(asked)).toBeNull();
});

test('a browser without static routing isn’t asked to use it', async () => {
  await expect(aShell().shell.route({})).resolves.toBeUndefined();
});

test('the worker handles requests as before if a browser rejects a route', async () => {
  const addRoutes = async () => Promise.reject(new TypeError('Too many'));
  await expect(aShell().shell.route({ addRoutes })).resolves.toBeUndefined();
});

test('a new version keeps media, and removes older versions’ caches', async () => {
  const { shell } = aShell();
  const rules: { source: { cacheName: string } }[] = [];
  await shell.route({ addRoutes: async (given: typeof rules) => void rules.push(...given) });
  const current = rules[0]?.source.cacheName ?? '';
  expect(current).not.toBe('');
  const { shell: next, deleted } = aShell([current, mediaCacheName, 'afield-media-v0', 'workbox-old']);
  const held: Promise<unknown>[] = [];
  const event = Object.assign(new Event('activate'), { waitUntil: (work: Promise<unknown>) => held.push(work) });
  await next.activate(event as unknown as Parameters<typeof next.activate>[0]);
  await Promise.all(held);
  expect(deleted).toEqual(['afield-media-v0', 'workbox-old']);
});

test.each([
  ['', new Response('page'), ['page', '/assets/app-abc.js']],
  [', unless the response isn’t that page', new Response('busy', { status: 503 }), ['/assets/app-abc.js']],
])('the page is taken from the HTTP cache, and stored before the files%s', async (_, answer, stored) => {
  const asked: unknown[] = [];
  const kept: string[] = [];
  const cache = {
    match: async () => undefined,
    put: async (_key: unknown, response: Response) => void kept.push(await response.text()),
  };
  const shell = createShell(entries, {
    origin,
    caches: { open: async () => cache as unknown as Cache, keys: async () => [], delete: async () => true },
    fetch: async (url, init) => {
      if (!url.endsWith('/')) return new Response(url);
      asked.push([url, init?.cache]);
      return answer;
    },
    now: () => 0,
  });
  const event = Object.assign(new Event('install'), { waitUntil: () => undefined });
  // Workbox has no network here, and rejects after the page is stored.
  await shell.install(event as unknown as Parameters<typeof shell.install>[0]).catch(() => undefined);
  expect(asked).toEqual([[`${origin}/`, 'no-cache']]);
  expect(kept).toEqual(stored);
});
