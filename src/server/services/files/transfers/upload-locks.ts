import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { UploadTable } from './upload-store.ts';

/** A killed process keeps its lock for this long. */
const leaseMs = 10_000;
/** Interval at which a writer renews its lease and checks whether it has to end. */
const renewMs = 1_000;
const pollMs = 50;
/** Maximum wait for a lock. A writer that is asked to stop does so quickly, unless its store hangs. */
const waitMs = leaseMs + 5_000;

interface LockDeps {
  db: Database;
  table: UploadTable;
  now(): Date;
}

/** Locks an upload for one request at a time, across all processes on the database. */
export interface UploadLocks {
  /**
   * Waits for the upload's lock.
   * @param onUnwanted is called once another request wants the lock, perhaps from the same device after a network change
   * @returns a function that releases the lock
   * @throws {ApiError} 409 if the holder doesn't release it, or the upload no longer exists
   */
  take(uploadId: string, onUnwanted: () => void): Promise<() => Promise<void>>;
}

export function uploadLocks({ db, table, now }: LockDeps): UploadLocks {
  /** Writers in this process are stopped at once; other processes notice when they poll. */
  const writers = new Map<string, () => void>();
  const lease = () => ({ writerUntil: new Date(now().getTime() + leaseMs), isWriterUnwanted: false });

  async function tryTake(uploadId: string, writer: string): Promise<boolean> {
    const isFree = or(isNull(table.writerUntil), lt(table.writerUntil, now()));
    const taken = await db
      .update(table)
      .set({ writer, ...lease() })
      .where(and(eq(table.id, uploadId), isFree))
      .returning({ id: table.id });
    return taken.length > 0;
  }

  async function renew(uploadId: string, writer: string): Promise<'wanted' | 'unwanted'> {
    const [row] = await db
      .update(table)
      .set({ writerUntil: lease().writerUntil })
      .where(and(eq(table.id, uploadId), eq(table.writer, writer)))
      .returning({ isUnwanted: table.isWriterUnwanted, goneAt: table.goneAt });
    return row === undefined || row.isUnwanted || row.goneAt !== null ? 'unwanted' : 'wanted';
  }

  return {
    async take(uploadId, onUnwanted) {
      const writer = randomBytes(8).toString('hex');
      const giveUpAt = Date.now() + waitMs;
      while (!(await tryTake(uploadId, writer))) {
        if (Date.now() > giveUpAt) throw busy();
        writers.get(uploadId)?.();
        const asked = await db
          .update(table)
          .set({ isWriterUnwanted: true })
          .where(eq(table.id, uploadId))
          .returning({ id: table.id });
        if (asked.length === 0) throw busy();
        await wait(pollMs);
      }
      writers.set(uploadId, onUnwanted);
      const timer = setInterval(() => {
        // Ignore errors: an unreachable database doesn't mean that another request wants the lock.
        renew(uploadId, writer).then(
          (is) => is === 'unwanted' && onUnwanted(),
          () => {},
        );
      }, renewMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        if (writers.get(uploadId) === onUnwanted) writers.delete(uploadId);
        await db
          .update(table)
          .set({ writer: null, writerUntil: null, isWriterUnwanted: false })
          .where(and(eq(table.id, uploadId), eq(table.writer, writer)));
      };
    },
  };
}

const busy = () =>
  new ApiError('upload_conflict', 'This file is being uploaded from another page. Please try again.', {
    headers: { 'Retry-After': '1' },
  });
