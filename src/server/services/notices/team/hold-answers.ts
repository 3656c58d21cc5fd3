import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { isOpenHold } from '#server/services/ledger/holds.ts';

/**
 * Returns earnings on hold whose creators have answered, longest waiting first. They stay listed until the hold is released.
 * @param began condition on the time of the last answer
 */
export function readAnsweredHolds(db: Database, began: (at: SQL) => SQL | undefined) {
  const last = sql`max(${holdAnswers.at})`;
  const title = sql<string>`coalesce(${campaigns.name}, ${brands.name} || ' Campaign')`;
  return db
    .select({ id: offers.id, title, answers: sql`count(*)`.mapWith(Number) })
    .from(earningHolds)
    .innerJoin(holdAnswers, eq(holdAnswers.holdId, earningHolds.id))
    .innerJoin(offers, and(eq(offers.brandId, earningHolds.brandId), eq(offers.id, earningHolds.offerId)))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .where(isOpenHold())
    .groupBy(earningHolds.id, offers.id, campaigns.name, brands.name)
    .having(began(last))
    .orderBy(last, earningHolds.id);
}
