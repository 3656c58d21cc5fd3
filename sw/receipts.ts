import { writeCopy } from '../src/offline/copy-write.ts';
import { putOffers } from '../src/offline/offers.ts';
import { markCopied, readUncopied } from '../src/offline/outbox-receipts.ts';
import type { Reading, WriteGuard } from '../src/offline/write-guard.ts';
import type { Runtime } from './runtime.ts';

export interface Receipts {
  /** Copies what the server answered to a decision, and to those before it; what is newer in the copy stays. */
  copy(brandId: string, settled: { actionId: string; reading: Reading | null }): Promise<void>;
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
  /** When this run of the worker sent what was answered; nobody knows it of an earlier run's. */
  const readings = new Map<string, Reading | null>();

  async function copyAll(brandId: string): Promise<void> {
    const receipts = await readUncopied(outbox, brandId);
    if (receipts.length === 0) return;
    for (const { actionId, offer, settledAt } of receipts) {
      const write = { copy, guard, brandId, storedAt: settledAt, reading: readings.get(actionId) ?? null };
      await writeCopy(write, (writing) => putOffers(writing, [offer]));
      readings.delete(actionId);
    }
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
    copy(brandId, { actionId, reading }) {
      readings.set(actionId, reading);
      return enqueue(brandId);
    },
    ready: (brandId) => (started.has(brandId) ? last : enqueue(brandId)),
  };
}
