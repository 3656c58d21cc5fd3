import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessLimits {
  timeMs: number;
  /** Limit on processor time. A busy machine delays a process, but doesn't increase its processor time. */
  processorMs?: number;
  /** Limit on the process's memory, in bytes. */
  memoryBytes: number;
}

/** Result of a process. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The limit that the process exceeded; null if it wasn't killed for one. */
  overLimit: 'time' | 'processor' | 'memory' | null;
}

interface LimitedProcess {
  /** Never rejects: a program that can't be started ends with a null code. */
  ended: Promise<ProcessEnd>;
  /** Replaces the time limits, which are counted from now. */
  allow(limits: Pick<ProcessLimits, 'timeMs' | 'processorMs'>): void;
  kill(): void;
}

const watchEveryMs = 100;
const pageBytes = 4096;

/** Kills a process at its limits, and when `signal` is aborted. */
export function limitProcess(
  child: ChildProcess,
  { memoryBytes, ...times }: ProcessLimits,
  signal?: AbortSignal,
): LimitedProcess {
  let overLimit: ProcessEnd['overLimit'] = null;
  const kill = () => void child.kill('SIGKILL');
  const killFor = (limit: ProcessEnd['overLimit']) => {
    overLimit ??= limit;
    kill();
  };
  let late: NodeJS.Timeout | undefined;
  let processorLimitMs = Number.POSITIVE_INFINITY;
  function allow({ timeMs, processorMs = Number.POSITIVE_INFINITY }: Pick<ProcessLimits, 'timeMs' | 'processorMs'>) {
    clearTimeout(late);
    late = setTimeout(killFor, timeMs, 'time');
    processorLimitMs = processorMsOf(child.pid) + processorMs;
  }
  allow(times);
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > memoryBytes) killFor('memory');
    if (processorMsOf(child.pid) > processorLimitMs) killFor('processor');
  }, watchEveryMs);
  signal?.addEventListener('abort', kill, { once: true });
  const ended = new Promise<ProcessEnd>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null) => {
      clearTimeout(late);
      clearInterval(watch);
      signal?.removeEventListener('abort', kill);
      resolve({ code, signal: killedBy, overLimit });
    };
    child.once('exit', end).once('error', () => end(null, null));
  });
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

const clockTickMs = 10;

/**
 * Returns the processor time that a process has used, in ms on Linux; elsewhere, the time since the calling process
 * started.
 */
function processorMsOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return performance.now();
  try {
    // The program's name is in parentheses and may contain anything, so fields are counted from the last parenthesis
    // (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
  } catch {
    return 0;
  }
}
