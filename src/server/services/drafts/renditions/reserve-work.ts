import { maxDailyWork } from '#domain/drafts/draft-work.ts';
import type { Database } from '#server/database/database.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { noteWork, type OrderRow } from '../state/orders.ts';
import { refusals } from '../state/refused.ts';

const dayMs = 86_400_000;

/**
 * Deducts an order's work from its offer's daily budget before any of it is done, and records it with the order.
 * @returns the work
 * @throws {DraftRefusedError} for a video that exceeds the daily budget or the rest of it
 */
export async function reserveWork(
  db: Database,
  order: OrderRow,
  { work, now }: { work: number; now: Date },
): Promise<number> {
  if (work > maxDailyWork) throw refusals.tooMuchWork();
  if (work > 0) {
    const budget = { subject: ['draft work', order.brandId, order.offerId], max: maxDailyWork, windowMs: dayMs };
    await countAttempt(db, [{ ...budget, by: work }], now).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'too_many_requests' ? refusals.usedUp() : error;
    });
  }
  await noteWork(db, order, work);
  return work;
}
