import type { Changes } from '#contract/calls/changes.ts';
import { readCopy } from '#sw/copy/copy-read.ts';
import { type EntityStore, rangeWithPrefix } from '#sw/database/schema.ts';
import type { SyncRun } from './sync-down-steps.ts';
import { walkKinds } from './sync-down-walk.ts';

type Totals = NonNullable<Changes['totals']>;

/** A kind that still differs after a walk isn't walked again for this long, since the copy isn't the cause. */
const walkedEveryMs = 3_600_000;

/**
 * Compares the copy with the server's totals, and refetches any kind that differs, regardless of the cause. Compares only ids,
 * which IndexedDB returns without reading records.
 */
export async function checkTotals(run: SyncRun, totals: Totals): Promise<void> {
  const now = run.now();
  const differing: EntityStore[] = [];
  for (const store of await differingKinds(run, totals)) {
    const ageMs = now - (run.walkedAt.get(store) ?? Number.NEGATIVE_INFINITY);
    if (ageMs >= 0 && ageMs < walkedEveryMs) continue;
    run.walkedAt.set(store, now);
    differing.push(store);
  }
  if (differing.length > 0) await walkKinds(run, differing);
}

async function differingKinds({ copy, brandId }: SyncRun, totals: Totals): Promise<EntityStore[]> {
  const stores: EntityStore[] = ['campaigns', 'offers', 'payments'];
  const keys = await readCopy(copy, brandId, ({ transaction }) =>
    Promise.all(stores.map((store) => transaction.objectStore(store).getAllKeys(rangeWithPrefix(brandId)))),
  );
  const differing: EntityStore[] = [];
  for (const [i, store] of stores.entries()) {
    const ids = (keys[i] ?? []).map(([, id]) => id);
    const { count, checksum } = totals[store];
    if (ids.length !== count || (await checksumOf(ids)) !== checksum) differing.push(store);
  }
  return differing;
}

/** Computes the checksum as the server does, with ids sorted by code units. */
async function checksumOf(ids: readonly string[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ids.join(' '))));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
