import { asc, eq, inArray, isNull } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offers } from '#server/database/tables/tables.ts';

/** Rejects offers in review until this many are left. @throws if there are fewer */
export async function leavePending(db: Database, brandId: string, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { own, revision } = await brandWriter(tx, brandId);
    const isPending = eq(offers.stageType, 'AWAITING_EVIDENCE_CLEARANCE');
    const rows = await tx
      .select({ id: offers.id })
      .from(offers)
      .where(own(offers, isPending, isNull(offers.invalidationType)))
      .orderBy(asc(offers.id));
    if (rows.length < count) throw new Error(`Only ${rows.length} offers are in review.`);
    const others = rows.slice(count).map(({ id }) => id);
    await tx
      .update(offers)
      .set({ stageType: 'REJECTED', fulfillmentId: null, revision })
      .where(own(offers, inArray(offers.id, others)));
  });
}
