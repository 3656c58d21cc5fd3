import { nextJobFairly } from '#domain/drafts/turns.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { PictureJob } from './picture-messages.ts';
import { type PictureProcess, type ProcessLimits, startPictureProcess } from './picture-process.ts';

export interface PictureDrawer {
  /**
   * Re-encodes a picture, see {@link redrawPicture}, and returns the size of the result in bytes.
   * @throws {ApiError} 415 for a picture that can't be decoded within the limits; 413 for too many pixels; 429 for a
   * brand with too many pictures in the queue; 503 during shutdown
   */
  redraw(brandId: string, order: PictureJob): Promise<number>;
  /** Kills all drawing processes. */
  close(): void;
}

interface Limits extends ProcessLimits {
  /** Time limit for one picture, ms. */
  timeMs: number;
}

const defaultLimits: Limits = { timeMs: 15_000, memoryBytes: 700_000_000, idleMs: 60_000 };
/** Maximum number of processes for all brands together. */
const maxProcesses = 2;
/** Maximum number of queued pictures per brand, enough for two requests with the maximum number of files. */
const maxWaiting = 20;

interface Job {
  brandId: string;
  order: PictureJob;
  resolve(sizeBytes: number): void;
  reject(error: ApiError): void;
}

/** Draws pictures in child processes, one at a time per brand, with brands taking turns. */
export function createPictureDrawer(limits: Partial<Limits> = {}): PictureDrawer {
  const { timeMs, ...ofProcess } = { ...defaultLimits, ...limits };
  /** Queued jobs, in order of arrival. */
  let waiting: Job[] = [];
  const drawing = new Set<string>();
  /** Number of each brand's last turn, until the queue is empty. */
  const lastTurns = new Map<string, number>();
  let idle: PictureProcess[] = [];
  const busy = new Set<PictureProcess>();
  let turns = 0;
  let isClosed = false;

  async function draw(job: Job): Promise<void> {
    // Skip dead processes: their next picture would be refused, as if it had crashed them.
    idle = idle.filter((process) => process.isAlive());
    const process = idle.pop() ?? startPictureProcess(ofProcess);
    const { brandId } = job;
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
    while (busy.size < maxProcesses) {
      const job = nextJobFairly(
        waiting.filter(({ brandId }) => !drawing.has(brandId)),
        ({ brandId }) => [brandId],
        { running: () => 0, lastTurn: ([brandId = '']) => lastTurns.get(brandId) ?? null },
      );
      if (job === null) break;
      waiting = waiting.filter((other) => other !== job);
      lastTurns.set(job.brandId, ++turns);
      void draw(job);
    }
    if (waiting.length === 0 && busy.size === 0) lastTurns.clear();
  }

  return {
    redraw: (brandId, order) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(ending());
        if (waiting.filter((job) => job.brandId === brandId).length >= maxWaiting) return reject(tooMany());
        waiting.push({ brandId, order, resolve, reject });
        takeTurns();
      }),
    close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(ending());
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
