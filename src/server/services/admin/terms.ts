import type { WaitingTimes } from '#domain/offer-situation.ts';
import { waitingTimes } from '#server/database/offer-tables.ts';
import { brands } from '#server/database/tables.ts';
import { onlyWaits, readWaits } from '../moves/situations.ts';
import { type AdminContext, isBrandNamed, noBrandNamed } from './brands.ts';

/** Sets how long offers wait for their creators, where something is said of it; tells what holds then. */
export async function setWaits({ db }: AdminContext, given: Partial<WaitingTimes>): Promise<WaitingTimes> {
  return db.transaction(async (tx) => {
    const waits = { ...(await readWaits(tx)), ...given };
    await tx
      .insert(waitingTimes)
      .values({ id: onlyWaits, ...waits })
      .onConflictDoUpdate({ target: waitingTimes.id, set: waits });
    return waits;
  });
}

/**
 * Sets after how many days without a brand's word the provider may decide on a submission for it; null: never.
 * @throws {CommandError} if there is no such brand
 */
export async function setSilentDays(
  { db }: AdminContext,
  { brand: named, silentDays }: { brand: string; silentDays: number | null },
): Promise<{ email: string; silentDays: number | null }> {
  const [row] = await db
    .update(brands)
    .set({ silentDays })
    .where(isBrandNamed(named))
    .returning({ email: brands.email });
  if (row === undefined) throw noBrandNamed(named);
  return { email: row.email, silentDays };
}
