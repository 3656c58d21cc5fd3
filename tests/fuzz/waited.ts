import { readFileSync } from 'node:fs';

/**
 * Time in ms since its start for which a process was runnable but waited for a CPU, as on a busy machine. 0 on systems
 * that don't report it (https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat).
 */
export function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
