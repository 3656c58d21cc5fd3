import type { Offer } from '../src/contract/offer.ts';
import { writeCopy } from '../src/offline/copy-write.ts';
import { putOffers } from '../src/offline/offers.ts';
import { markCopied, readUncopied } from '../src/offline/outbox-receipts.ts';
import type { Reading, WriteGuard } from '../src/offline/write-guard.ts';
import type { Runtime } from './runtime.ts';

/** A disk that was full is looked at again after this. */
const retryMs = 10_000;

export interface Receipts {
  /** Copies what the server answered to a decision, and to those before it; what is newer in the copy stays. */
  copy(brandId: string, settled: { actionId: string; reading: Reading | null }): Promise<void>;
  /** Resolves when all receipts of before are in the copy: also those that a killed worker left behind. */
  ready(brandId: string): Promise<void>;
  /** Offers as decisions have left them that the copy has no room for: to be laid over what it shows. */
  uncopied(brandId: string): Promise<readonly Offer[]>;
  /** Keeps for this run what the server answered to a decision that the phone could not keep. */
  hold(brandId: string, offer: Offer): void;
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
  /** When copying a brand's failed last, ms. */
  const failedAt = new Map<string, number>();
  const held = new Map<string, Map<string, Offer>>();
  const started = new Set<string>();
  /** When this run of the worker sent what was answered; nobody knows it of an earlier run's. */
  const readings = new Map<string, Reading | null>();

  async function copyAll(brandId: string): Promise<void> {
    const receipts = await readUncopied(outbox, brandId);
    for (const { actionId, offer, settledAt } of receipts) {
      const write = { copy, guard, brandId, storedAt: settledAt, reading: readings.get(actionId) ?? null };
      await writeCopy(write, (writing) => putOffers(writing, [offer]));
      readings.delete(actionId);
    }
    for (const offer of heldOf(brandId)) {
      const write = { copy, guard, brandId, storedAt: now(), reading: null };
      await writeCopy(write, (writing) => putOffers(writing, [offer]));
      held.get(brandId)?.delete(offer.id);
    }
    if (receipts.length === 0) return;
    await markCopied(outbox, { brandId, actionIds: receipts.map(({ actionId }) => actionId), now: now() });
  }

  function enqueue(brandId: string): Promise<void> {
    started.add(brandId);
    const next = last.then(() => copyAll(brandId));
    // A copy that fails now is tried again later; meanwhile the offer is laid over.
    last = next.then(
      () => void failedAt.delete(brandId),
      () => void failedAt.set(brandId, now()),
    );
    return last;
  }

  const heldOf = (brandId: string) => [...(held.get(brandId)?.values() ?? [])];

  function isDue(brandId: string): boolean {
    const at = failedAt.get(brandId);
    return !started.has(brandId) || (at !== undefined && Math.abs(now() - at) >= retryMs);
  }

  return {
    copy(brandId, { actionId, reading }) {
      readings.set(actionId, reading);
      return enqueue(brandId);
    },
    ready: (brandId) => (isDue(brandId) ? enqueue(brandId) : last),
    async uncopied(brandId) {
      if (!failedAt.has(brandId)) return [];
      const receipts = await readUncopied(outbox, brandId).catch(() => []);
      return [...receipts.map(({ offer }) => offer), ...heldOf(brandId)];
    },
    hold(brandId, offer) {
      const offers = held.get(brandId) ?? new Map<string, Offer>();
      held.set(brandId, offers.set(offer.id, offer));
      failedAt.set(brandId, now());
    },
  };
}
