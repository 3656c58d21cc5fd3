import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessLimits {
  timeMs: number;
  /** Limit on the process's memory, in bytes. */
  memoryBytes: number;
}

/** Result of a process. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The limit for which it was killed. */
  overLimit: 'time' | 'memory' | null;
}

interface LimitedProcess {
  /** Never rejects: a program that can't be started ends without a code. */
  ended: Promise<Ending>;
  /** Replaces the time limit, counted from now. */
  allow(timeMs: number): void;
  kill(): void;
}

const watchEveryMs = 100;
const pageBytes = 4096;

/** Kills a process at its limits, and when `signal` is aborted. */
export function limitProcess(
  child: ChildProcess,
  { timeMs, memoryBytes }: ProcessLimits,
  signal?: AbortSignal,
): LimitedProcess {
  let overLimit: Ending['overLimit'] = null;
  const kill = () => void child.kill('SIGKILL');
  const killFor = (limit: Ending['overLimit']) => {
    overLimit ??= limit;
    kill();
  };
  let late = setTimeout(killFor, timeMs, 'time');
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > memoryBytes) killFor('memory');
  }, watchEveryMs);
  signal?.addEventListener('abort', kill, { once: true });
  const ended = new Promise<Ending>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null) => {
      clearTimeout(late);
      clearInterval(watch);
      signal?.removeEventListener('abort', kill);
      resolve({ code, signal: killedBy, overLimit });
    };
    child.once('exit', end).once('error', () => end(null, null));
  });
  const allow = (moreMs: number) => {
    clearTimeout(late);
    late = setTimeout(killFor, moreMs, 'time');
  };
  return { ended, allow, kill };
}

/** Returns a process's resident memory in bytes on Linux; 0 elsewhere. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}
