import { ApiError } from '#server/api-error.ts';
import type { PictureOrder } from './picture-messages.ts';
import { type PictureProcess, type ProcessLimits, startPictureProcess } from './picture-process.ts';

export interface PictureDrawer {
  /**
   * Encodes a picture again, see {@link redrawPicture}, and answers the size of the result in bytes.
   * @throws {ApiError} 415 for what can't be drawn, or not within the limits; 413 for too many pixels; 429 for a brand that has
   * too many waiting; 503 at the end of the server
   */
  redraw(brandId: string, order: PictureOrder): Promise<number>;
  /** Kills what is being drawn. */
  close(): void;
}

interface Limits extends ProcessLimits {
  /** Time limit for one picture, ms. */
  timeMs: number;
}

const defaultLimits: Limits = { timeMs: 15_000, memoryBytes: 700_000_000, idleMs: 60_000 };
/** The most processes, for all brands together. */
const mostProcesses = 2;
/** Two calls full of files. */
const mostWaiting = 20;

interface Job {
  order: PictureOrder;
  resolve(sizeBytes: number): void;
  reject(error: ApiError): void;
}

/** Draws pictures in processes of their own, for each brand one at a time and for all brands in turn. */
export function createPictureDrawer(limits: Partial<Limits> = {}): PictureDrawer {
  const { timeMs, ...ofProcess } = { ...defaultLimits, ...limits };
  /** Brands in the order of their turns. */
  const waiting = new Map<string, Job[]>();
  const drawing = new Set<string>();
  let idle: PictureProcess[] = [];
  const busy = new Set<PictureProcess>();
  let isClosed = false;

  async function draw(brandId: string, job: Job): Promise<void> {
    // One that has ended meanwhile draws nothing: its picture would be refused as one that ends it.
    idle = idle.filter((process) => process.isAlive());
    const process = idle.pop() ?? startPictureProcess(ofProcess);
    busy.add(process);
    drawing.add(brandId);
    const answer = await process.draw(job.order, timeMs);
    busy.delete(process);
    drawing.delete(brandId);
    if (process.isAlive() && !isClosed) idle.push(process);
    else process.kill();
    if (typeof answer === 'object' && 'sizeBytes' in answer) job.resolve(answer.sizeBytes);
    else if (isClosed) job.reject(ending());
    else if (answer === 'not started') job.reject(busyMachine());
    else if (answer === 'ended' || answer.refused === null) job.reject(tooHard());
    else job.reject(new ApiError(answer.refused.code, answer.refused.message));
    takeTurns();
  }

  function takeTurns(): void {
    for (const [brandId, jobs] of waiting) {
      if (busy.size >= mostProcesses) return;
      if (drawing.has(brandId)) continue;
      const job = jobs.shift();
      // To the end of the row.
      waiting.delete(brandId);
      if (jobs.length > 0) waiting.set(brandId, jobs);
      if (job !== undefined) void draw(brandId, job);
    }
  }

  return {
    redraw: (brandId, order) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(ending());
        const jobs = waiting.get(brandId) ?? [];
        if (jobs.length >= mostWaiting) return reject(tooMany());
        jobs.push({ order, resolve, reject });
        waiting.set(brandId, jobs);
        takeTurns();
      }),
    close() {
      isClosed = true;
      for (const job of [...waiting.values()].flat()) job.reject(ending());
      waiting.clear();
      for (const process of [...idle.splice(0), ...busy]) process.kill();
    },
  };
}

const tooHard = () =>
  new ApiError('unsupported_media_type', 'File is not supported. It takes too much time or memory to process.');
const tooMany = () =>
  new ApiError('too_many_requests', 'Too many files at once. Please try again later.', {
    headers: { 'Retry-After': '10' },
  });
const busyMachine = () =>
  new ApiError('unavailable', 'We can’t process pictures right now. Please try again.', {
    headers: { 'Retry-After': '10' },
  });
const ending = () =>
  new ApiError('unavailable', 'The server is shutting down. Please try again.', { headers: { 'Retry-After': '2' } });
