import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';

/** A hold on an offer's earnings, with the creator's answers, oldest first. */
export interface Hold {
  id: string;
  brandId: string;
  offerId: string;
  reason: string;
  heldAt: Date;
  /** Null while the hold is open. */
  releasedAt: Date | null;
  releaseNote: string | null;
  answers: { text: string; at: Date }[];
}

export const isOpenHold = () => isNull(earningHolds.releasedAt);

/** SQL condition: the offer's earnings are on hold. */
export const isOnHold = ({ brandId, offerId }: { brandId: PgColumn; offerId: PgColumn }): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${earningHolds} where ${earningHolds.brandId} = ${brandId}
    and ${earningHolds.offerId} = ${offerId} and ${isOpenHold()})`;

/** Reads holds with their answers, oldest first. */
export async function readHolds(db: Database, is: SQL | undefined): Promise<Hold[]> {
  const holds = await db.select().from(earningHolds).where(is).orderBy(asc(earningHolds.heldAt), asc(earningHolds.id));
  if (holds.length === 0) return [];
  const ids = holds.map(({ id }) => id);
  const answers = await db
    .select()
    .from(holdAnswers)
    .where(inArray(holdAnswers.holdId, ids))
    .orderBy(asc(holdAnswers.at), asc(holdAnswers.id));
  return holds.map((hold) => ({
    ...hold,
    answers: answers.filter(({ holdId }) => holdId === hold.id).map(({ text, at }) => ({ text, at })),
  }));
}

/** Returns an offer's holds, oldest first. */
export const readHoldsOf = (scope: BrandScope, offerId: string): Promise<Hold[]> =>
  readHolds(scope.db, scope.own(earningHolds, eq(earningHolds.offerId, offerId)));

/** Returns the open hold that blocks the payment of an offer's earnings; null if there is none. */
export async function readOpenHold(scope: BrandScope, offerId: string): Promise<Hold | null> {
  const [hold] = await readHolds(
    scope.db,
    scope.own(earningHolds, and(eq(earningHolds.offerId, offerId), isOpenHold())),
  );
  return hold ?? null;
}
