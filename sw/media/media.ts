import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Keep, Runtime } from '#sw/runtime/runtime.ts';
import { isWholeFile, partialAnswer } from './byte-range.ts';

/** Another version of the stored format gets another name; the old cache is deleted when the worker takes over. */
export const mediaCacheName = 'afield-media-v1';

export const mediaLimits = { fileBytes: 16_000_000, totalBytes: 80_000_000 };

interface Deps extends Pick<Runtime, 'copy' | 'now' | 'isDataSaver'> {
  fetch(url: string, init: RequestInit): Promise<Response>;
  caches: Pick<CacheStorage, 'open' | 'delete'>;
  origin: string;
  /** The answer from a file that is kept elsewhere on the device; null where there is none. */
  kept(request: Pick<Request, 'url' | 'headers'>): Promise<Response | null>;
  limits: { fileBytes: number; totalBytes: number };
  reportError(error: unknown): void;
}

/** Parts of a request that decide if it is for media. */
type MediaRequest = Pick<Request, 'method' | 'url' | 'destination' | 'headers'>;

/** Without a network the page shows a stand-in for a picture: unlike an error, an empty answer puts no message on the console. */
export const missing = ({ destination }: Pick<Request, 'destination'>): Response =>
  destination === 'image' ? new Response(null, { status: 204 }) : Response.error();

export interface Media {
  handlerOf(request: MediaRequest): ((keep: Keep) => Promise<Response>) | null;
  /** The part of a stored file that a request's `Range` asks for; null where the file isn't stored. */
  part(url: string, init?: RequestInit): Promise<Response | null>;
  /** Drops every file: at logout. */
  wipe(): Promise<void>;
}

/**
 * LRU cache of viewed drafts, pictures and stills. Only complete responses of our own origin are cached: the type and size of
 * an opaque response are unknown.
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
    // A copy that was emptied after a fault has no row for the file.
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

  /** Keeps a file. On a full disk half of the others go for it, then all. @throws where it has no room even then */
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
      // A cached file without a note would never be evicted.
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

  /** Stores once, however many parts of a file are asked for at the same time. */
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

  /** A part says how large the whole is; the whole costs its bytes once more, and plays without a network afterwards. */
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
