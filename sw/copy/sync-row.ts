import * as v from 'valibot';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, SyncRow } from '#sw/database/schema.ts';
import { runToCommit } from '#sw/database/transactions.ts';
import type { CopyRead } from './copy-read.ts';
import type { CopyWrite } from './copy-write.ts';

const instant = v.nullable(v.pipe(v.number(), v.finite()));
const syncRowSchema = v.object({
  brandId: v.string(),
  cursor: v.nullable(v.string()),
  complete: v.boolean(),
  hasFigures: v.boolean(),
  syncedAt: instant,
  feedMissingAt: instant,
  timeline: v.optional(v.nullable(v.string()), null),
  answeredAt: v.optional(instant, null),
  figuresDroppedAt: v.optional(instant, null),
  failedAt: v.optional(instant, null),
  keptOutAt: v.optional(instant, null),
});

/** The row of an empty copy. */
export const emptySyncRow = (brandId: string): SyncRow => ({
  brandId,
  cursor: null,
  timeline: null,
  answeredAt: null,
  complete: false,
  hasFigures: false,
  syncedAt: null,
  feedMissingAt: null,
  figuresDroppedAt: null,
  failedAt: null,
  keptOutAt: null,
});

/** An unreadable row is treated as missing, so the copy is rebuilt from scratch. */
function parse(brandId: string, row: unknown): SyncRow {
  const parsed = v.safeParse(syncRowSchema, row);
  return parsed.success ? parsed.output : emptySyncRow(brandId);
}

/** Sync progress of a brand's copy; an empty copy's progress if nothing is stored. */
export async function readSync(copy: Connection<CopySchema>, brandId: string): Promise<SyncRow> {
  return parse(brandId, await copy.run((database) => database.get('sync', brandId)));
}

/** Like {@link readSync}, but inside a transaction. */
export async function syncOf({ transaction, brandId }: CopyRead | CopyWrite): Promise<SyncRow> {
  return parse(brandId, await transaction.objectStore('sync').get(brandId));
}

/** Stores the sync progress in the transaction that stores the records. */
export async function putSync({ transaction, brandId }: CopyWrite, row: Omit<SyncRow, 'brandId'>): Promise<void> {
  await transaction.objectStore('sync').put({ ...row, brandId });
}

/**
 * Records that the copy may be ahead of its cursor. Call this in the transaction that stores a response from outside the feed.
 */
export async function noteAnswer(write: CopyWrite): Promise<void> {
  const row = await write.transaction.objectStore('sync').get(write.brandId);
  // Without a copy there is no cursor to be ahead of, and a new row would claim the device for this brand.
  if (row === undefined) return;
  const before = parse(write.brandId, row);
  // A receipt has the time of its response, and may reach the copy days later.
  await putSync(write, { ...before, answeredAt: Math.max(before.answeredAt ?? 0, write.storedAt) });
}

/** Makes the next sync rebuild the copy from scratch. */
export async function resetSync(copy: Connection<CopySchema>, brandId: string): Promise<void> {
  await copy.run(async (database) => {
    const transaction = database.transaction('sync', 'readwrite');
    const change = async () => {
      const row = parse(brandId, await transaction.store.get(brandId));
      await transaction.store.put({ ...row, cursor: null });
    };
    await runToCommit(transaction, change());
  });
}
