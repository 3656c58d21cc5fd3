import { ApiError } from '#server/errors/api-error.ts';
import { readCursor } from './feed-cursor.ts';

interface Options {
  /** Monotonic clock, in ms. */
  monotonicNow?(): number;
  /** Returns a number from 0 to 1 that spreads the retries of refused readers. */
  random?(): number;
}

/** Maximum number of brands per process that may begin to refill at the same time. */
const max = 8;
/** Time allowed between the 410 response and the request for the first page, on a slow network. */
const firstPageMs = 2_000;
/** Range of the Retry-After header. An open app asks once a minute regardless. */
const retrySeconds = { min: 5, max: 60 };

/** True for page requests of an initial fill. */
function isOfFilling(cursor: string | undefined): boolean {
  if (cursor === undefined) return true;
  const { revision, begunAt } = readCursor(cursor);
  return revision < begunAt;
}

/**
 * Limits the number of brands per process whose devices begin to refill their copies at the same time. After a restore, every
 * cursor expires at once, and all devices would download everything in the same minute. A waiting device keeps its copy and
 * its cursor. A refill that has begun isn't interrupted, and a device without a copy never waits.
 */
export function createRefills({ monotonicNow = () => performance.now(), random = Math.random }: Options = {}) {
  /** Number of fill pages being read, by brand. */
  const reading = new Map<string, number>();
  /** Time of the 410 by brand, until the brand requests its first page. */
  const begun = new Map<string, number>();

  function begin(brandId: string): boolean {
    const now = monotonicNow();
    for (const [id, at] of begun) if (now - at >= firstPageMs) begun.delete(id);
    if (begun.has(brandId)) return true;
    // A brand occupies one place no matter how many requests its devices make, so it can't block the others.
    const others = new Set([...reading.keys(), ...begun.keys()]);
    others.delete(brandId);
    if (others.size >= max) return false;
    begun.set(brandId, now);
    return true;
  }

  function count(brandId: string, by: 1 | -1): void {
    const pages = (reading.get(brandId) ?? 0) + by;
    if (pages === 0) reading.delete(brandId);
    else reading.set(brandId, pages);
  }

  return {
    /**
     * Reads a page of a brand's feed.
     * @throws {ApiError} any error of `read`; 429 with Retry-After instead of 410 while too many devices fill their copies
     */
    async page<T>(brandId: string, cursor: string | undefined, read: () => Promise<T>): Promise<T> {
      const isFilling = isOfFilling(cursor);
      if (isFilling) count(brandId, 1);
      if (cursor === undefined) begun.delete(brandId);
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'cursor_expired' || begin(brandId)) throw error;
        const seconds = retrySeconds.min + Math.floor(random() * (retrySeconds.max - retrySeconds.min + 1));
        throw new ApiError(
          'too_many_requests',
          'Many devices are downloading their data again. Please try again later.',
          {
            headers: { 'Retry-After': String(seconds) },
          },
        );
      } finally {
        if (isFilling) count(brandId, -1);
      }
    },
  };
}
