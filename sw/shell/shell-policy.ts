import { settingsIn, withSettings } from '#contract/calls/app-settings.ts';

/** Headers by which a server says what a page may do; a page has those that came with its document. */
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
/** Pages that are opened one after the other ask once. */
const atMostEveryMs = 10_000;
const timeoutMs = 10_000;

interface Deps {
  caches: Pick<CacheStorage, 'open'>;
  cacheName: string;
  /** The page in the cache, as Workbox keeps it. */
  key: string;
  /** The page at the server. */
  url: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  onChange(): void;
}

/**
 * Brings the settings that the stored page carries up to date, and its policy, which allows what they need. Both change without a
 * new build, whose files would all be fetched again. They come in one answer, and are stored as one.
 * @returns what asks the server, unless it was asked a moment ago. Never rejects; with no network all stays as it is
 */
export function createShellPolicy({ caches, cacheName, key, url, fetch, now, onChange }: Deps): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const cache = await caches.open(cacheName);
    const stored = await cache.match(key);
    if (stored === undefined) return;
    // Past the browser's own cache: on a 304 it keeps some of the older headers.
    const fresh = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    if (fresh.status !== 200 || fresh.redirected) return;
    const [own, theirs] = await Promise.all([stored.text(), fresh.clone().text()]);
    const isSamePolicy = policyHeaders.every((name) => fresh.headers.get(name) === stored.headers.get(name));
    if (own === theirs && isSamePolicy) return;
    // The page is of another build, whose policy names other scripts by their hashes, or of a captive portal.
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
