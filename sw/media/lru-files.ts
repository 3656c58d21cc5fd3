import { isQuotaError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

export interface LruFiles {
  /** Records that a cached file was used. */
  touch(url: string, response: Response): Promise<void>;
  remove(cache: Cache, url: string): Promise<void>;
  /** Evicts the least recently used files until no more than this many bytes are left. */
  shrinkTo(cache: Cache, keptBytes: (total: number) => number): Promise<void>;
  /** Caches a file. On a full disk, evicts half of the others to fit it, then all. @throws if it doesn't fit even then */
  put(cache: Cache, url: string, file: Blob, headers: Headers): Promise<void>;
}

/** Files of a cache, with sizes and times of last use in the copy's database. */
export function createLruFiles({ copy, now }: Pick<Runtime, 'copy' | 'now'>): LruFiles {
  const note = (url: string, bytes: number) =>
    copy.run((database) => database.put('media', { url, bytes, usedAt: now() }));

  async function touch(url: string, response: Response): Promise<void> {
    const row = await copy.run((database) => database.get('media', url));
    // The copy lacks the row of a cached file if it was emptied after an error.
    await note(url, row?.bytes ?? (await response.blob()).size);
  }

  async function remove(cache: Cache, url: string): Promise<void> {
    await cache.delete(url);
    await copy.run((files) => files.delete('media', url));
  }

  async function shrinkTo(cache: Cache, keptBytes: (total: number) => number): Promise<void> {
    const rows = await copy.run((database) => database.getAll('media'));
    let total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const kept = keptBytes(total);
    for (const { url, bytes } of rows.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= kept) return;
      await remove(cache, url);
      total -= bytes;
    }
  }

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

  return { touch, remove, shrinkTo, put };
}
