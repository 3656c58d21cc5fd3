import * as v from 'valibot';
import { instantOf, writeCopy } from '../src/offline/copy-write.ts';
import { offerKind, putOffers } from '../src/offline/offers.ts';
import { markCopied, readUncopied } from '../src/offline/outbox-receipts.ts';
import type { WriteGuard } from '../src/offline/write-guard.ts';
import type { Runtime } from './runtime.ts';

export interface Receipts {
  /** Copies what the server answered to decisions; what is newer in the copy stays. */
  copy(brandId: string): Promise<void>;
  /** Resolves when all receipts of before are in the copy: also those that a killed worker left behind. */
  ready(brandId: string): Promise<void>;
}

/**
 * Brings the offers of receipts to the copy. They are two databases: between the two writes the worker may die, so the
 * receipt says what is left to do.
 */
export function createReceipts({
  copy,
  outbox,
  now,
  guard,
}: Pick<Runtime, 'copy' | 'outbox' | 'now'> & { guard: WriteGuard }): Receipts {
  let last: Promise<void> = Promise.resolve();
  const started = new Set<string>();

  async function copyAll(brandId: string): Promise<void> {
    const receipts = await readUncopied(outbox, brandId);
    if (receipts.length === 0) return;
    const storedAt = Math.max(...receipts.map(({ settledAt }) => settledAt));
    await writeCopy({ copy, guard, brandId, storedAt, reading: null }, async (write) => {
      for (const { offer } of receipts) {
        const stored = await write.transaction.objectStore('offers').get([brandId, offer.id]);
        const at = v.safeParse(offerKind.schema, stored?.value);
        if (!at.success || instantOf(at.output.updatedAt) <= instantOf(offer.updatedAt))
          await putOffers(write, [offer]);
      }
    });
    await markCopied(outbox, { brandId, actionIds: receipts.map(({ actionId }) => actionId), now: now() });
  }

  function enqueue(brandId: string): Promise<void> {
    started.add(brandId);
    const next = last.then(() => copyAll(brandId));
    // What can't be copied now is tried with the next one; meanwhile the screens show what is there.
    last = next.catch(() => undefined);
    return last;
  }

  return {
    copy: enqueue,
    ready: (brandId) => (started.has(brandId) ? last : enqueue(brandId)),
  };
}
