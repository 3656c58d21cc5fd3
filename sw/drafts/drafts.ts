import type { DownloadPolicy, KeptDrafts } from '#contract/worker/kept-drafts.ts';
import type { DraftFileRow } from '#sw/database/schema.ts';
import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { WriteGuard } from '#sw/database/write-guard.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import type { Sessions } from '#sw/network/session.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { overlayOf } from '#sw/queue/overlay.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { bytesOf, type Chunks } from './chunks.ts';
import { createDownload } from './download.ts';
import { type Pending, readPending } from './pending.ts';
import { defaultPolicy, mayDownload } from './policy.ts';
import { budgetOf } from './room.ts';
import { isWhole, keptDrafts, type Plan, planOf } from './wanted.ts';

/** Time that a page's event is held open for downloads; a held event also delays an update of the worker. */
const pageEventMs = 10_000;
/** The same for a push or a periodic sync, which isn't followed by heartbeats of a page. */
const browserEventMs = 25_000;
/** Minimum interval between progress broadcasts during a download. */
const broadcastEveryMs = 1000;
/** After a write failed on a full disk, drafts take no additional space for this long. */
const fullMs = 10 * 60_000;

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
  /** Ends a run, since the session has ended. */
  stop(): void;
}

interface Deps
  extends Pick<
    Runtime,
    | 'copy'
    | 'outbox'
    | 'now'
    | 'monotonicNow'
    | 'wait'
    | 'isDataSaver'
    | 'connection'
    | 'storageLeft'
    | 'fetchFile'
    | 'origin'
    | 'registerPeriodicSync'
  > {
  chunks: Chunks;
  guard: WriteGuard;
  sessions: Pick<Sessions, 'read'>;
  receipts: Pick<Receipts, 'uncopied'>;
  connectivity: Pick<Connectivity, 'isOnline'>;
  /** Drafts on this device have changed. */
  onKept(drafts: KeptDrafts): Promise<unknown>;
  reportError(error: unknown): void;
}

interface View extends Plan, Pending {
  policy: DownloadPolicy;
  rows: DraftFileRow[];
}

/** Keeps the drafts in review on the device; those that have waited longest come first. */
export function createDrafts(deps: Deps): Drafts {
  const { copy, outbox, now, monotonicNow, chunks, guard, sessions, receipts, connectivity, origin } = deps;
  const step = createDownload(deps);
  const refused = new Set<string>();
  let running: Promise<void> | null = null;
  let stopping = new AbortController();
  let isUnfinished = false;
  let lastBroadcast = '';
  let broadcastAt = Number.NEGATIVE_INFINITY;
  let full: { bytes: number; at: number } | null = null;

  const policyOf = async (brandId: string) => (await chunks.policy(brandId)) ?? defaultPolicy(deps);

  async function readWanted(brandId: string, rows: readonly DraftFileRow[]): Promise<Pending | null> {
    const overlay = overlayOf({
      actions: await readActions(outbox, brandId),
      settled: await receipts.uncopied(brandId),
    });
    return readPending(copy, { brandId, overlay, rows, origin });
  }

  async function look(brandId: string, pending: Pending): Promise<View> {
    const rows = await chunks.files(brandId);
    const kept = bytesOf(rows);
    if (full !== null && now() - full.at > fullMs) full = null;
    const budget = Math.min(budgetOf(await deps.storageLeft(), kept), full?.bytes ?? Number.POSITIVE_INFINITY);
    return { ...pending, ...planOf({ ...pending, rows, budget, refused }), policy: await policyOf(brandId), rows };
  }

  /** Evicts files that don't fit in the plan. Returns true if there were any. */
  async function tidy({ drop, empty }: View): Promise<boolean> {
    await chunks.remove(drop);
    for (const row of empty) await chunks.empty(row);
    return drop.length + empty.length > 0;
  }

  async function broadcast(brandId: string, view: View, { always }: { always: boolean }): Promise<void> {
    if (!always && monotonicNow() - broadcastAt < broadcastEveryMs) return;
    const { files, rows, tooLarge, policy } = view;
    const watched = new Set(await copy.run((database) => database.getAllKeys('media')));
    const drafts: KeptDrafts = {
      brandId,
      policy,
      tellsNetwork: deps.connection() !== 'unknown',
      savesData: deps.isDataSaver(),
      keptBytes: bytesOf(rows),
      keptCount: rows.filter((row) => isWhole(row) && row.contentType.startsWith('video/')).length,
      drafts: keptDrafts(files, {
        rows,
        tooLarge,
        mayDownload: mayDownload(policy, deps),
        isWatched: (url) => watched.has(url),
      }),
    };
    const next = JSON.stringify(drafts);
    if (next === lastBroadcast || !guard.isAdmitted(brandId)) return;
    lastBroadcast = next;
    broadcastAt = monotonicNow();
    await deps.onKept(drafts);
  }

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

  async function work(untilMs: number, signal: AbortSignal): Promise<void> {
    isUnfinished = false;
    const brandId = await brandOf();
    if (brandId === null) return;
    const isStill = () => !signal.aborted && guard.isAdmitted(brandId);
    const pending = await readWanted(brandId, await chunks.files(brandId));
    if (pending === null) return;
    let changes = 0;
    for (;;) {
      const view = await look(brandId, pending);
      if (!isStill()) return;
      if (await tidy(view)) continue;
      const { next } = view;
      const isOver = next === null || !mayDownload(view.policy, deps) || !connectivity.isOnline();
      isUnfinished = !isOver && monotonicNow() >= untilMs;
      await broadcast(brandId, view, { always: isOver || isUnfinished });
      if (isOver || isUnfinished) return;
      const row = view.rows.find(({ address }) => address === next.file.address) ?? null;
      const result = await step({ brandId, next, row, isStill, signal });
      if (result === 'refused') refused.add(next.file.address);
      // A file that changes with each response would be fetched forever.
      if (row !== null && result === 'done' && (await chunks.file(brandId, row.address)) === null) changes += 1;
      if (changes > 2) refused.add(next.file.address);
      if (result === 'full') full = { bytes: bytesOf(view.rows), at: now() };
      if (result === 'stopped') {
        await broadcast(brandId, await look(brandId, pending), { always: true });
        return;
      }
    }
  }

  function run({ isBackground = false } = {}): Promise<void> {
    const forMs = isBackground ? browserEventMs : pageEventMs;
    running ??= work(monotonicNow() + forMs, stopping.signal)
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
    lastBroadcast = '';
  }

  return {
    run,
    stop,
    async resume() {
      if (isUnfinished) await run();
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
      lastBroadcast = '';
      const brandId = await brandOf({ whenExpired: true });
      const pending = brandId === null ? null : await readWanted(brandId, await chunks.files(brandId));
      if (brandId !== null && pending !== null)
        await broadcast(brandId, await look(brandId, pending), { always: true });
    },
  };
}
