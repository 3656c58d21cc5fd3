import type { DraftFileRow } from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Chunks } from './chunks.ts';
import { fetchPart, type Part } from './fetch-part.ts';
import type { Plan } from './wanted.ts';

/** Timeout for fetching one chunk. */
const chunkTimeoutMs = 30_000;

/** Result of one step: continue, skip this file, stop for now, or stop because the disk is full. */
export type Step = 'done' | 'refused' | 'stopped' | 'full';

interface Deps extends Pick<Runtime, 'fetchFile' | 'origin' | 'wait'> {
  chunks: Chunks;
}

interface Job {
  brandId: string;
  next: NonNullable<Plan['next']>;
  row: DraftFileRow | null;
  /** False once the brand has logged out. */
  isStill(): boolean;
  signal: AbortSignal;
}

/** Fetches the next chunk of a file and stores it. A worker that is killed in between loses only this chunk. */
export function createDownload({ chunks, fetchFile, origin, wait }: Deps) {
  /** Aborts a fetch that hangs. */
  async function fetchInTime(job: Job): Promise<Part> {
    const given = new AbortController();
    const over = new AbortController();
    const abort = () => given.abort();
    job.signal.addEventListener('abort', abort, { once: true });
    void wait(chunkTimeoutMs, over.signal).then(abort);
    const { file, availableBytes } = job.next;
    const asked = { url: file.url, origin, row: job.row, availableBytes, signal: given.signal };
    return fetchPart(fetchFile, asked).finally(() => {
      over.abort();
      job.signal.removeEventListener('abort', abort);
    });
  }

  async function store(row: DraftFileRow, bytes: ArrayBuffer, isStill: () => boolean): Promise<Step> {
    try {
      await chunks.append(row, bytes, isStill);
      return isStill() ? 'done' : 'stopped';
    } catch (error) {
      if (isQuotaError(error)) return 'full';
      throw error;
    }
  }

  return async function step(job: Job): Promise<Step> {
    const { brandId, next, row, isStill, signal } = job;
    const { offerId, fulfillmentId, address, since } = next.file;
    const part = await fetchInTime(job);
    if (signal.aborted || !isStill()) return 'stopped';
    const about = { brandId, address, offerId, fulfillmentId, since };
    switch (part.kind) {
      case 'bytes':
        return store({ ...about, ...part.facts, haveBytes: row?.haveBytes ?? 0 }, part.bytes, isStill);
      case 'no-room':
        return store({ ...about, ...part.facts, haveBytes: 0 }, new ArrayBuffer(0), isStill);
      case 'changed':
        if (row === null) return 'refused';
        await chunks.remove([row]);
        return 'done';
      case 'refused':
        return 'refused';
      case 'failed':
        return 'stopped';
    }
  };
}
