import { readFileSync } from 'node:fs';

/**
 * How long a process has stood ready without a processor since it started, in ms: what it waited for others on a busy machine.
 * 0 where the system doesn't tell (https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat).
 */
export function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
