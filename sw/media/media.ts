import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Keep, Runtime } from '#sw/runtime/runtime.ts';
import { isWholeFile, partialAnswer } from './byte-range.ts';

/** A new version of the stored format gets a new name; the old cache is deleted when the worker activates. */
export const mediaCacheName = 'afield-media-v1';

export const mediaLimits = { fileBytes: 16_000_000, totalBytes: 80_000_000 };

interface Deps extends Pick<Runtime, 'copy' | 'now' | 'isDataSaver'> {
  fetch(url: string, init: RequestInit): Promise<Response>;
  caches: Pick<CacheStorage, 'open' | 'delete'>;
  origin: string;
  /** A response from a file stored elsewhere on the device; null if there is none. */
  kept(request: Pick<Request, 'url' | 'headers'>): Promise<Response | null>;
  limits: { fileBytes: number; totalBytes: number };
  reportError(error: unknown): void;
}

/** The parts of a request that identify media. */
type MediaRequest = Pick<Request, 'method' | 'url' | 'destination' | 'headers'>;

/** Offline, the page shows a placeholder for a picture. An empty response logs nothing to the console, unlike an error. */
export const missing = ({ destination }: Pick<Request, 'destination'>): Response =>
  destination === 'image' ? new Response(null, { status: 204 }) : Response.error();

export interface Media {
  handlerOf(request: MediaRequest): ((keep: Keep) => Promise<Response>) | null;
  /** The part of a stored file that a request's `Range` asks for; null if the file isn't stored. */
  part(url: string, init?: RequestInit): Promise<Response | null>;
  /** Deletes every file, at logout. */
  wipe(): Promise<void>;
}

/**
 * LRU cache of viewed drafts, pictures and stills. Only complete responses of our own origin are cached: the type and size of an
 * opaque response are unknown.
 */
export function createMedia({ copy, now, isDataSaver, fetch, caches, origin, kept, limits, reportError }: Deps): Media {
  const storing = new Map<string, Promise<void>>();
  let generation = 0;

  const reportUnlessFull = (error: unknown) => {
    if (!isQuotaError(error) && !(error instanceof StorageUnavailableError)) reportError(error);
  };

  const isMedia = ({ method, url, destination }: MediaRequest) => {
    const { origin: from, pathname } = new URL(url);
    if (method !== 'GET' || from !== origin || destination === 'document') return false;
    return /^\/(media|files)\//.test(pathname) || ['image', 'video', 'audio'].includes(destination);
  };

  const note = (url: string, bytes: number) =>
    copy.run((database) => database.put('media', { url, bytes, usedAt: now() }));

  async function touch(url: string, response: Response): Promise<void> {
    const row = await copy.run((database) => database.get('media', url));
    // After a fault emptied the copy, it has no row for a cached file.
    await note(url, row?.bytes ?? (await response.blob()).size);
  }

  async function drop(cache: Cache, url: string): Promise<void> {
    await cache.delete(url);
    await copy.run((files) => files.delete('media', url));
  }

  /** Evicts the least recently used files until no more than this is left. */
  async function shrinkTo(cache: Cache, keptBytes: (total: number) => number): Promise<void> {
    const rows = await copy.run((database) => database.getAll('media'));
    let total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const kept = keptBytes(total);
    for (const { url, bytes } of rows.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= kept) return;
      await drop(cache, url);
      total -= bytes;
    }
  }

  /** Caches a file. On a full disk, evicts half of the others to fit it, then all. @throws if it doesn't fit even then */
  async function put(cache: Cache, url: string, file: Blob, headers: Headers): Promise<void> {
    for (const share of [0.5, 0]) {
      try {
        return await putNoted(cache, url, file, headers);
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        await shrinkTo(cache, (total) => total * share);
      }
    }
    await putNoted(cache, url, file, headers);
  }

  async function putNoted(cache: Cache, url: string, file: Blob, headers: Headers): Promise<void> {
    await cache.put(url, new Response(file, { headers }));
    await note(url, file.size).catch(async (error: unknown) => {
      // A cached file without a row would never be evicted.
      await cache.delete(url);
      throw error;
    });
  }

  async function store(url: string, response: Response, startedIn: number): Promise<void> {
    const isOurs = response.type !== 'opaque' && !response.redirected;
    if (!isOurs || !isWholeFile(response) || !/^(image|video|audio)\//.test(response.headers.get('Content-Type') ?? ''))
      return;
    const file = await response.blob();
    if (file.size > limits.fileBytes || startedIn !== generation) return;
    const cache = await caches.open(mediaCacheName);
    const headers = new Headers(response.headers);
    headers.delete('Content-Range');
    await put(cache, url, file, headers);
    await shrinkTo(cache, () => limits.totalBytes);
    // User logged out while we were caching; discard it.
    if (startedIn !== generation) await drop(cache, url);
  }

  /** Stores a file once, however many of its parts are requested concurrently. */
  function storeOnce(url: string, startedIn: number, response: () => Promise<Response>): Promise<void> {
    const running = storing.get(url);
    if (running !== undefined) return running;
    const work = response()
      .then((whole) => store(url, whole, startedIn))
      .catch(reportUnlessFull)
      .finally(() => storing.delete(url));
    storing.set(url, work);
    return work;
  }

  async function stored(url: string): Promise<Response | undefined> {
    const cache = await caches.open(mediaCacheName);
    return cache.match(url);
  }

  async function answer(request: MediaRequest, keep: Keep): Promise<Response> {
    const { url, headers } = request;
    const startedIn = generation;
    const range = headers.get('Range');
    const downloaded = await kept(request).catch(() => null);
    if (downloaded) return downloaded;
    const found = await stored(url).catch(() => undefined);
    if (found) {
      keep(touch(url, found.clone()).catch(reportUnlessFull));
      return range === null ? found : partialAnswer(found, range);
    }
    const response = await fetch(url, range === null ? {} : { headers: { Range: range } }).catch(() => null);
    if (response === null) return missing(request);
    if (range === null) {
      const copyOf = response.clone();
      keep(storeOnce(url, startedIn, async () => copyOf));
    } else if (response.status === 206 && isWorthKeeping(response)) {
      keep(storeOnce(url, startedIn, () => fetch(url, {})));
    }
    return response;
  }

  /**
   * True if the whole file is worth caching. A partial response states the full size; fetching the rest costs that much again,
   * and then the file plays offline.
   */
  function isWorthKeeping(part: Response): boolean {
    const size = Number(/\/(\d+)$/.exec(part.headers.get('Content-Range') ?? '')?.[1] ?? Number.NaN);
    return !isDataSaver() && size <= limits.fileBytes;
  }

  return {
    handlerOf: (request) => (isMedia(request) ? (keep) => answer(request, keep) : null),
    async part(url, init) {
      const range = new Headers(init?.headers).get('Range');
      const found = range === null ? undefined : await stored(url).catch(() => undefined);
      return found && range !== null ? partialAnswer(found, range) : null;
    },
    async wipe() {
      generation += 1;
      await caches.delete(mediaCacheName);
      await copy.run((database) => database.clear('media'));
    },
  };
}
