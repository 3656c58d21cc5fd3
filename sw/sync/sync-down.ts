import { getBrand, listTags } from '#contract/brand/brand.ts';
import { listChangeTemplates } from '#contract/brand/offer.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { readCopy } from '#sw/copy/copy-read.ts';
import { syncWriteMs, writeCopy } from '#sw/copy/copy-write.ts';
import { putSync, readSync, resetSync, syncOf } from '#sw/copy/sync-row.ts';
import { followFeed } from './sync-down-feed.ts';
import { fetchCall, type SyncDownDeps, type SyncRun, SyncStopped } from './sync-down-steps.ts';
import { walkLists } from './sync-down-walk.ts';

/**
 * 'offline': not synced, because the server wasn't reached or its response was invalid. 'kept-out': the server responded, but
 * this brand has no read access until it is verified and approved.
 */
export type SyncDownResult = 'done' | 'offline' | 'superseded' | 'kept-out';

export interface SyncDown {
  /**
   * Syncs a brand's copy. A call during a run waits for it and then starts another, so it sees writes made in the meantime;
   * further calls share that next run. Another brand's run supersedes it. `force` also fetches rarely fetched data.
   */
  run(brandId: string, options?: { force?: boolean }): Promise<SyncDownResult>;
}

const hourMs = 3_600_000;
/** Interval for fetching tags and templates, which change with the provider's releases. */
const documentsEveryMs = 6 * hourMs;
/** Interval for checking if a server without a changes feed has gained one with a new release. */
const feedLookedForEveryMs = hourMs;
/**
 * Retry interval for evicted figures, since browsers don't report how much space is left (Chromium reports its usage plus 10 GiB
 * at most, https://chromestatus.com/feature/4977371751645184).
 */
const figuresTriedEveryMs = 24 * hourMs;
const walkEveryMs = { plain: 5 * 60_000, dataSaver: 30 * 60_000 };

/** Ages are negative if the clock was set back. */
const isDue = (ageMs: number, everyMs: number) => ageMs < 0 || ageMs >= everyMs;

export function createSyncDown(deps: SyncDownDeps): SyncDown {
  let brand: string | null = null;
  let current: Promise<SyncDownResult> | null = null;
  const walkedAt: SyncRun['walkedAt'] = new Map();
  let next: { force: boolean; result: Promise<SyncDownResult> } | null = null;

  function start(brandId: string, force: boolean): Promise<SyncDownResult> {
    // The whole run has one reading: a page requested after the data was cleared would leave a copy without its beginning.
    const reading = deps.guard.begin();
    const isSuperseded = () => brand !== brandId || !deps.guard.isCurrent(reading);
    const running = runOnce({ ...deps, brandId, force, walkedAt, isSuperseded }).finally(() => {
      if (current === running) current = null;
    });
    current = running;
    return running;
  }

  return {
    run(brandId, { force = false } = {}) {
      if (brand !== brandId) {
        brand = brandId;
        next = null;
        return start(brandId, force);
      }
      if (current === null) return start(brandId, force);
      if (next !== null) {
        next.force ||= force;
        return next.result;
      }
      const waiting = { force, result: Promise.resolve<SyncDownResult>('superseded') };
      waiting.result = current.then(
        () => startWaiting(),
        () => startWaiting(),
      );
      function startWaiting(): Promise<SyncDownResult> | SyncDownResult {
        if (next !== waiting) return 'superseded';
        next = null;
        return start(brandId, waiting.force);
      }
      next = waiting;
      return waiting.result;
    },
  };
}

async function runOnce(run: SyncRun): Promise<SyncDownResult> {
  const settled = await Promise.allSettled([
    bringUpToDate(run),
    fetchDocument(run, 'tags', listTags),
    fetchDocument(run, 'templates', listChangeTemplates),
  ]);
  const failures = settled.flatMap((each, i): unknown[] => {
    // The next run retries a document that couldn't be fetched.
    const isExtra = i > 0 && each.status === 'rejected' && each.reason instanceof SyncStopped;
    return each.status === 'rejected' && !isExtra ? [each.reason] : [];
  });
  if (failures.length === 0) return 'done';
  const [failure] = failures;
  if (!(failure instanceof SyncStopped)) throw failure;
  if (failure.reason === 'kept-out') await storeBrand(run);
  return run.isSuperseded() ? 'superseded' : failure.reason;
}

/** Fetches the account itself, since a suspended brand can't read its changes from the feed. */
async function storeBrand(run: SyncRun): Promise<void> {
  try {
    await fetchAndNotify(run, getBrand);
  } catch (error) {
    if (!(error instanceof SyncStopped)) throw error;
  }
}

/** Makes a call, and notifies pages of the data that it changed in the copy. */
async function fetchAndNotify(run: SyncRun, endpoint: Endpoint): Promise<void> {
  const fetched = await fetchCall(run, endpoint);
  if (fetched.isStored && fetched.kinds.size > 0) run.changed(fetched.kinds);
}

async function bringUpToDate(run: SyncRun): Promise<void> {
  const { copy, brandId, force, now } = run;
  const { feedMissingAt } = await readSync(copy, brandId);
  await bringFiguresBack(run);
  if (force || feedMissingAt === null || isDue(now() - feedMissingAt, feedLookedForEveryMs)) {
    if ((await followFeed(run)) === 'done') return;
    await noteMissingFeed(run);
  }
  const { syncedAt, complete } = await readSync(copy, brandId);
  const everyMs = run.isDataSaver() ? walkEveryMs.dataSaver : walkEveryMs.plain;
  if (force || !complete || syncedAt === null || isDue(now() - syncedAt, everyMs)) await walkLists(run);
}

/** Makes the sync rebuild the copy a day after figures were evicted for lack of space, or when the user asks. */
async function bringFiguresBack({ copy, brandId, force, now }: SyncRun): Promise<void> {
  const { complete, hasFigures, cursor, figuresDroppedAt } = await readSync(copy, brandId);
  if (!complete || hasFigures || cursor === null) return;
  if (force || isDue(now() - (figuresDroppedAt ?? 0), figuresTriedEveryMs)) await resetSync(copy, brandId);
}

async function noteMissingFeed({ copy, guard, brandId, now }: SyncRun): Promise<void> {
  const reading = guard.begin();
  await writeCopy({ copy, guard, brandId, storedAt: now(), reading, timeoutMs: syncWriteMs }, async (write) => {
    await putSync(write, { ...(await syncOf(write)), feedMissingAt: now() });
  });
}

/** Fetches a document that the feed doesn't cover, if it is missing or stale. */
async function fetchDocument(run: SyncRun, name: 'tags' | 'templates', endpoint: Endpoint): Promise<void> {
  const { copy, brandId, force, now } = run;
  const row = await readCopy(copy, brandId, ({ transaction }) =>
    transaction.objectStore('documents').get([brandId, name]),
  );
  if (!force && row !== undefined && !isDue(now() - row.storedAt, documentsEveryMs)) return;
  await fetchAndNotify(run, endpoint);
}
