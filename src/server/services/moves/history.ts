import { asc, inArray } from 'drizzle-orm';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { offerMoves } from '#server/database/offer-tables.ts';

export type MoveRow = typeof offerMoves.$inferSelect;

/** Adds to the histories of offers. */
export async function addToHistory(
  { db, brandId }: BrandWriter,
  rows: readonly Omit<typeof offerMoves.$inferInsert, 'brandId'>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(offerMoves).values(rows.map((row) => ({ ...row, brandId })));
}

/** History of each of these offers, oldest first. */
export async function readHistories(scope: BrandScope, offerIds: readonly string[]): Promise<Map<string, MoveRow[]>> {
  const histories = new Map<string, MoveRow[]>(offerIds.map((id) => [id, []]));
  const rows = await scope.db
    .select()
    .from(offerMoves)
    .where(scope.own(offerMoves, inArray(offerMoves.offerId, [...offerIds])))
    .orderBy(asc(offerMoves.offerId), asc(offerMoves.sequence));
  for (const row of rows) histories.get(row.offerId)?.push(row);
  return histories;
}
