import { readFileSync } from 'node:fs';

/**
 * Time in ms that a process was ready without a processor since its start, as on a busy machine. 0 where the system doesn't
 * report it (https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat).
 */
export function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
