import { ApiError } from '#server/api-error.ts';
import { readCursor } from './feed-cursor.ts';

interface Options {
  /** A clock that is never set, ms. */
  monotonicNow?(): number;
  /** From 0 to 1, to spread what is refused. */
  random?(): number;
}

/** Brands of a process whose devices fill their copies at a time. */
const most = 8;
/** Time from the answer that a cursor has expired to the first page, on a slow network. */
const firstPageMs = 2_000;
/** The app asks once a minute while it is open, whatever it is told. */
const retrySeconds = { least: 5, most: 60 };

/** True for a page of a first filling that others follow. */
function isOfFilling(cursor: string | undefined): boolean {
  if (cursor === undefined) return true;
  const { revision, begunAt } = readCursor(cursor);
  return revision < begunAt;
}

/**
 * Limits how many brands' devices begin to fill their copies again at a time in a process. After a restore every cursor expires at
 * once, and all devices would download everything in the same minute. One that has to wait keeps its copy and its cursor
 * meanwhile. A filling that has begun isn't interrupted, and a device without a copy never waits.
 */
export function createRefills({ monotonicNow = () => performance.now(), random = Math.random }: Options = {}) {
  let filling = 0;
  /** Brands that were told to begin and haven't asked for the first page yet. */
  const begun = new Map<string, number>();

  function begin(brandId: string): boolean {
    const now = monotonicNow();
    for (const [id, at] of begun) if (now - at >= firstPageMs) begun.delete(id);
    // One brand, with an old cursor that it sends again and again, must not keep the others waiting.
    if (!begun.has(brandId) && filling + begun.size >= most) return false;
    begun.set(brandId, now);
    return true;
  }

  return {
    /**
     * Reads a page of a brand's feed.
     * @throws {ApiError} what `read` throws; 503 with Retry-After instead of 410 while too many devices fill their copies
     */
    async page<T>(brandId: string, cursor: string | undefined, read: () => Promise<T>): Promise<T> {
      const isFilling = isOfFilling(cursor);
      if (isFilling) filling += 1;
      if (cursor === undefined) begun.delete(brandId);
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'cursor_expired' || begin(brandId)) throw error;
        const seconds = retrySeconds.least + Math.floor(random() * (retrySeconds.most - retrySeconds.least + 1));
        throw new ApiError('unavailable', 'Many devices are downloading their data again. Please try again later.', {
          headers: { 'Retry-After': String(seconds) },
        });
      } finally {
        if (isFilling) filling -= 1;
      }
    },
  };
}
