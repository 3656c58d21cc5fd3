import type { WriteGuard } from '#sw/database/write-guard.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { bytesOf, type Chunks } from './chunks.ts';
import { createDownload } from './download.ts';
import type { Planner, View } from './planner.ts';
import { mayDownload } from './policy.ts';
import type { Progress } from './progress.ts';

/** One run of downloads. */
export interface Run {
  /** Time at which it ends, monotonic clock, ms. */
  untilMs: number;
  signal: AbortSignal;
  /** True if it ended only because its time was up. */
  isUnfinished: boolean;
}

export interface DownloadRunDeps
  extends Pick<Runtime, 'monotonicNow' | 'wait' | 'isDataSaver' | 'connection' | 'fetchFile' | 'origin'> {
  chunks: Chunks;
  guard: WriteGuard;
  connectivity: Pick<Connectivity, 'isOnline'>;
}

/** Downloads a brand's pending drafts until the plan is fulfilled, or the run has to end. */
export function createDownloadRun(deps: DownloadRunDeps, planner: Planner, progress: Progress) {
  const { monotonicNow, chunks, guard, connectivity } = deps;
  const step = createDownload(deps);

  /** Evicts files that don't fit in the plan. Returns true if there were any. */
  async function tidy({ drop, empty }: View): Promise<boolean> {
    await chunks.remove(drop);
    for (const row of empty) await chunks.empty(row);
    return drop.length + empty.length > 0;
  }

  return async (brandId: string, run: Run): Promise<void> => {
    const { signal } = run;
    const isStill = () => !signal.aborted && guard.isAdmitted(brandId);
    const pending = await planner.pending(brandId);
    if (pending === null) return;
    let changes = 0;
    for (;;) {
      const view = await planner.look(brandId, pending);
      if (!isStill()) return;
      if (await tidy(view)) continue;
      const { next } = view;
      const isOver = next === null || !mayDownload(view.policy, deps) || !connectivity.isOnline();
      run.isUnfinished = !isOver && monotonicNow() >= run.untilMs;
      await progress.broadcast(brandId, view, { always: isOver || run.isUnfinished });
      if (isOver || run.isUnfinished) return;
      const row = view.rows.find(({ address }) => address === next.file.address) ?? null;
      const result = await step({ brandId, next, row, isStill, signal });
      if (result === 'refused') planner.refuse(next.file.address);
      // A file that changes with each response would be fetched forever.
      if (row !== null && result === 'done' && (await chunks.file(brandId, row.address)) === null) changes += 1;
      if (changes > 2) planner.refuse(next.file.address);
      if (result === 'full') planner.noteFull(bytesOf(view.rows));
      if (result === 'stopped') {
        await progress.broadcast(brandId, await planner.look(brandId, pending), { always: true });
        return;
      }
    }
  };
}
