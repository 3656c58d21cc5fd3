import { eq } from 'drizzle-orm';
import { defaultWaits, type WaitingTimes } from '#domain/offer-situation.ts';
import type { Database } from '#server/database/database.ts';
import { waitingTimes } from '#server/database/offer-tables.ts';

/** There is one row, or none for what is usual. */
export const onlyWaits = 'provider';

/** Waiting times of offers for their creators. */
export async function readWaits(db: Database): Promise<WaitingTimes> {
  const [row] = await db
    .select({ offeredDays: waitingTimes.offeredDays, submitDays: waitingTimes.submitDays })
    .from(waitingTimes)
    .where(eq(waitingTimes.id, onlyWaits));
  return row ?? defaultWaits;
}
