import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';
import { isWholeFile, partialResponse } from './byte-range.ts';
import { createLruFiles } from './lru-files.ts';

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

/**
 * The response for media that can't be fetched. The page shows a placeholder for a picture; an empty response logs nothing to the
 * console, unlike an error.
 */
export const missingMediaResponse = ({ destination }: Pick<Request, 'destination'>): Response =>
  destination === 'image' ? new Response(null, { status: 204 }) : Response.error();

export interface Media {
  handlerOf(request: MediaRequest): ((keep: KeepAlive) => Promise<Response>) | null;
  /** The part of a stored file that a request's `Range` asks for; null if the file isn't stored. */
  part(url: string, init?: RequestInit): Promise<Response | null>;
  /** Deletes all files. Called at logout. */
  wipe(): Promise<void>;
}

/**
 * LRU cache of viewed drafts, pictures and stills. Only complete responses of our own origin are cached: the type and size of an
 * opaque response are unknown.
 */
export function createMedia({ copy, now, isDataSaver, fetch, caches, origin, kept, limits, reportError }: Deps): Media {
  const files = createLruFiles({ copy, now });
  const storing = new Map<string, Promise<void>>();
  let generation = 0;

  const reportUnlessFull = (error: unknown) => {
    if (!isQuotaError(error) && !(error instanceof StorageUnavailableError)) reportError(error);
  };

  async function store(url: string, response: Response, startedIn: number): Promise<void> {
    const isOurs = response.type !== 'opaque' && !response.redirected;
    if (!isOurs || !isWholeFile(response) || !/^(image|video|audio)\//.test(response.headers.get('Content-Type') ?? ''))
      return;
    const file = await response.blob();
    if (file.size > limits.fileBytes || startedIn !== generation) return;
    const cache = await caches.open(mediaCacheName);
    const headers = new Headers(response.headers);
    headers.delete('Content-Range');
    await files.put(cache, url, file, headers);
    await files.shrinkTo(cache, () => limits.totalBytes);
    // The user has logged out in the meantime, so discard the file.
    if (startedIn !== generation) await files.remove(cache, url);
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

  async function answer(request: MediaRequest, keep: KeepAlive): Promise<Response> {
    const { url, headers } = request;
    const startedIn = generation;
    const range = headers.get('Range');
    const downloaded = await kept(request).catch(() => null);
    if (downloaded) return downloaded;
    const found = await stored(url).catch(() => undefined);
    if (found) {
      keep(files.touch(url, found.clone()).catch(reportUnlessFull));
      return range === null ? found : partialResponse(found, range);
    }
    const response = await fetch(url, range === null ? {} : { headers: { Range: range } }).catch(() => null);
    if (response === null) return missingMediaResponse(request);
    if (range === null) {
      const copyOf = response.clone();
      keep(storeOnce(url, startedIn, async () => copyOf));
    } else if (response.status === 206 && !isDataSaver() && sizeOf(response) <= limits.fileBytes) {
      // Fetching the whole file transfers its bytes again, but makes it play offline.
      keep(storeOnce(url, startedIn, () => fetch(url, {})));
    }
    return response;
  }

  return {
    handlerOf: (request) => (isMedia(request, origin) ? (keep) => answer(request, keep) : null),
    async part(url, init) {
      const range = new Headers(init?.headers).get('Range');
      const found = range === null ? undefined : await stored(url).catch(() => undefined);
      return found && range !== null ? partialResponse(found, range) : null;
    },
    async wipe() {
      generation += 1;
      await caches.delete(mediaCacheName);
      await copy.run((database) => database.clear('media'));
    },
  };
}

function isMedia({ method, url, destination }: MediaRequest, origin: string): boolean {
  const { origin: from, pathname } = new URL(url);
  if (method !== 'GET' || from !== origin || destination === 'document') return false;
  return /^\/(media|files)\//.test(pathname) || ['image', 'video', 'audio'].includes(destination);
}

/** Size of a whole file in bytes, which a partial response states; NaN if it doesn't. */
const sizeOf = (part: Response): number =>
  Number(/\/(\d+)$/.exec(part.headers.get('Content-Range') ?? '')?.[1] ?? Number.NaN);
