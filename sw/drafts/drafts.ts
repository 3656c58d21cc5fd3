import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createDownloadRun, type DownloadRunDeps, type Run } from './download-run.ts';
import { createPlanner, type PlannerDeps } from './planner.ts';
import { createProgress, type ProgressDeps } from './progress.ts';

/** Time that a page's event is held open for downloads; a held event also delays an update of the worker. */
const pageEventMs = 10_000;
/** Time that a push or periodic sync event is held open; no heartbeats of a page follow it. */
const browserEventMs = 25_000;

export interface Drafts {
  /** Downloads pending drafts as far as policy, space and time allow. A call during a run waits for that run. */
  run(options?: { isBackground?: boolean }): Promise<void>;
  /** Resumes a run that ended only because its time was up. */
  resume(): Promise<void>;
  /** Resolves once the policy is stored, so the next {@link run} uses it. */
  setPolicy(brandId: string, policy: DownloadPolicy): Promise<void>;
  /** Deletes all downloads, and downloads none until the user chooses otherwise. */
  remove(brandId: string): Promise<void>;
  /** Broadcasts each draft's download progress. */
  announce(): Promise<void>;
  /** Ends the current run. Call this when the session has ended. */
  stop(): void;
}

interface Deps extends PlannerDeps, ProgressDeps, DownloadRunDeps, Pick<Runtime, 'registerPeriodicSync'> {
  sessions: Pick<Sessions, 'read'>;
  reportError(error: unknown): void;
}

/** Downloads the drafts in review, starting with those that have waited longest. */
export function createDrafts(deps: Deps): Drafts {
  const { monotonicNow, chunks, guard, sessions } = deps;
  const planner = createPlanner(deps);
  const progress = createProgress(deps);
  const download = createDownloadRun(deps, planner, progress);
  let running: Promise<void> | null = null;
  let last: Run | null = null;
  let stopping = new AbortController();

  /** The brand whose drafts are kept; null without a session, in which case all drafts are deleted. */
  async function brandOf({ whenExpired = false } = {}): Promise<string | null> {
    const row = await sessions.read();
    if (row === null) {
      await chunks.wipe();
      return null;
    }
    const { brandId } = row.session;
    if ((row.expired && !whenExpired) || !guard.isAdmitted(brandId)) return null;
    await chunks.dropOthers(brandId);
    return brandId;
  }

  async function work(run: Run): Promise<void> {
    last = run;
    const brandId = await brandOf();
    if (brandId !== null) await download(brandId, run);
  }

  function run({ isBackground = false } = {}): Promise<void> {
    const forMs = isBackground ? browserEventMs : pageEventMs;
    running ??= work({ untilMs: monotonicNow() + forMs, signal: stopping.signal, isUnfinished: false })
      .catch((error: unknown) => {
        if (!(error instanceof StorageUnavailableError) && !isQuotaError(error)) deps.reportError(error);
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  function stop(): void {
    stopping.abort();
    stopping = new AbortController();
    progress.forget();
  }

  return {
    run,
    stop,
    async resume() {
      if (last?.isUnfinished) await run();
    },
    async setPolicy(brandId, policy) {
      stop();
      await running;
      await chunks.setPolicy(brandId, policy);
      await deps.registerPeriodicSync(policy !== 'never');
    },
    async remove(brandId) {
      stop();
      await running;
      await chunks.setPolicy(brandId, 'never');
      await deps.registerPeriodicSync(false);
      await chunks.remove(await chunks.files(brandId));
    },
    async announce() {
      progress.forget();
      const brandId = await brandOf({ whenExpired: true });
      const pending = brandId === null ? null : await planner.pending(brandId);
      if (brandId !== null && pending !== null)
        await progress.broadcast(brandId, await planner.look(brandId, pending), { always: true });
    },
  };
}
