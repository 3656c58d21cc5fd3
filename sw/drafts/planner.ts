import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { DraftFileRow } from '#sw/database/schema.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { overlayOf } from '#sw/queue/overlay.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { bytesOf, type Chunks } from './chunks.ts';
import { type PendingDrafts, readPending } from './pending-drafts.ts';
import { defaultPolicy } from './policy.ts';
import { budgetOf } from './room.ts';
import { type Plan, planOf } from './wanted.ts';

/** Time after a failed write on a full disk during which drafts take up no additional space. */
const fullMs = 10 * 60_000;

/** Drafts in review and stored files at one moment, with the plan for them. */
export interface View extends Plan, PendingDrafts {
  policy: DownloadPolicy;
  rows: DraftFileRow[];
}

export interface Planner {
  /** Pending drafts; null if the copy lacks the data. */
  pending(brandId: string): Promise<PendingDrafts | null>;
  look(brandId: string, pending: PendingDrafts): Promise<View>;
  /** Excludes a file that can't be fetched, for as long as this worker runs. */
  refuse(address: string): void;
  /** Records that a write failed on a full disk, on which drafts take up this many bytes. */
  noteFull(bytes: number): void;
}

export interface PlannerDeps
  extends Pick<Runtime, 'copy' | 'outbox' | 'now' | 'isDataSaver' | 'connection' | 'storageLeft' | 'origin'> {
  chunks: Chunks;
  receipts: Pick<Receipts, 'uncopied'>;
}

/** Plans downloads from the pending drafts, the stored files and the remaining space. */
export function createPlanner(deps: PlannerDeps): Planner {
  const { copy, outbox, now, chunks, receipts, origin } = deps;
  const refused = new Set<string>();
  let full: { bytes: number; at: number } | null = null;

  const policyOf = async (brandId: string) => (await chunks.policy(brandId)) ?? defaultPolicy(deps);

  return {
    async pending(brandId) {
      const rows = await chunks.files(brandId);
      const overlay = overlayOf({
        actions: await readActions(outbox, brandId),
        settled: await receipts.uncopied(brandId),
      });
      return readPending(copy, { brandId, overlay, rows, origin });
    },
    async look(brandId, pending) {
      const rows = await chunks.files(brandId);
      const kept = bytesOf(rows);
      if (full !== null && now() - full.at > fullMs) full = null;
      const budget = Math.min(budgetOf(await deps.storageLeft(), kept), full?.bytes ?? Number.POSITIVE_INFINITY);
      return { ...pending, ...planOf({ ...pending, rows, budget, refused }), policy: await policyOf(brandId), rows };
    },
    refuse(address) {
      refused.add(address);
    },
    noteFull(bytes) {
      full = { bytes, at: now() };
    },
  };
}
