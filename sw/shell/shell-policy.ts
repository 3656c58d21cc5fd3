import { settingsIn, withSettings } from '#contract/calls/app-settings.ts';

/** Response headers that restrict a page; they apply as received with its document. */
const policyHeaders = [
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'Reporting-Endpoints',
  'X-Content-Type-Options',
  'X-Frame-Options',
];
/** Minimum interval, so opening pages in quick succession triggers only one request. */
const atMostEveryMs = 10_000;
const timeoutMs = 10_000;

interface Deps {
  caches: Pick<CacheStorage, 'open'>;
  cacheName: string;
  /** Workbox's cache key of the page. */
  key: string;
  /** URL of the page on the server. */
  url: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  onChange(): void;
}

/**
 * Refreshes the stored page's embedded settings, and its policy headers, which allow the origins that the settings name. Both can
 * change without a new build, which would refetch every file. They arrive in one response and are stored together.
 * @returns a function that refreshes them, unless it ran within the last 10 s. It never rejects; offline, nothing changes
 */
export function createShellPolicy({ caches, cacheName, key, url, fetch, now, onChange }: Deps): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const cache = await caches.open(cacheName);
    const stored = await cache.match(key);
    if (stored === undefined) return;
    // Bypass the HTTP cache, which keeps some of the older headers on a 304.
    const fresh = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    if (fresh.status !== 200 || fresh.redirected) return;
    const [own, theirs] = await Promise.all([stored.text(), fresh.clone().text()]);
    const isSamePolicy = policyHeaders.every((name) => fresh.headers.get(name) === stored.headers.get(name));
    if (own === theirs && isSamePolicy) return;
    // Ignore a captive portal's page, or another build's, whose policy lists different script hashes.
    if (settingsIn(theirs) === null || withSettings(own, {}) !== withSettings(theirs, {})) return;
    await cache.put(key, fresh);
    onChange();
  }

  return async () => {
    if (now() - askedAt < atMostEveryMs) return;
    askedAt = now();
    await refresh().catch(() => undefined);
  };
}
