import { fork } from 'node:child_process';
import { childProgram } from '#server/paths.ts';
import { memoryOf } from './limited-process.ts';
import type { PictureJob, PictureResult } from './picture-messages.ts';

export interface PictureProcess {
  /**
   * Draws one picture. Resolves with `ended` if the process crashed or exceeded a limit, and with `not started` if it
   * failed to start. Never rejects.
   */
  draw(order: PictureJob, timeMs: number): Promise<Exclude<PictureResult, { isReady: true }> | 'ended' | 'not started'>;
  isAlive(): boolean;
  kill(): void;
}

export interface ProcessLimits {
  /** Memory limit while drawing, in bytes. */
  memoryBytes: number;
  /** Time after which an idle process exits to free its memory, in ms. */
  idleMs: number;
}

const watchEveryMs = 100;
const startLimitMs = 30_000;

/**
 * Starts a process that draws pictures one after the other. It keeps the normal priority: on a busy machine, a lower
 * priority would starve it beyond its time limit, and valid pictures would be refused.
 */
export function startPictureProcess({ memoryBytes, idleMs }: ProcessLimits): PictureProcess {
  const { file, execArgv } = childProgram('picture-child', 'services/files/pictures');
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  const child = fork(file, [], {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH, TMPDIR, VIPS_CONCURRENCY: '1' },
  });
  let isAlive = true;
  let receive: (answer: PictureResult | null) => void = () => {};
  const kill = () => {
    isAlive = false;
    child.kill('SIGKILL');
    receive(null);
  };
  child.on('message', (answer: PictureResult) => receive(answer));
  child.on('error', kill).on('exit', kill);
  child.unref();
  child.channel?.unref();

  /** Resolves with the next message; null if there is none within the limits. */
  const next = (timeMs: number) =>
    new Promise<PictureResult | null>((resolve) => {
      const late = setTimeout(kill, timeMs);
      const watch = setInterval(() => {
        if (ready === null && memoryOf(child.pid) > memoryBytes) kill();
      }, watchEveryMs);
      receive = (answer) => {
        clearTimeout(late);
        clearInterval(watch);
        receive = () => {};
        resolve(answer);
      };
      if (!isAlive) receive(null);
    });
  /** Null once the process has started. */
  let ready: Promise<PictureResult | null> | null = next(startLimitMs);
  let rest: NodeJS.Timeout | undefined;

  return {
    async draw(order, timeMs) {
      clearTimeout(rest);
      if (ready !== null && (await ready) === null) return 'not started';
      ready = null;
      const answer = next(timeMs);
      if (isAlive) child.send(order, () => {});
      const received = await answer;
      rest = setTimeout(kill, idleMs).unref();
      return received === null || 'isReady' in received ? 'ended' : received;
    },
    isAlive: () => isAlive,
    kill,
  };
}
