import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { type BrandWriter, writeBrand } from '../../database/brand-scope.ts';
import type { Database } from '../../database/database.ts';
import { offers } from '../../database/tables.ts';
import { makeMoves } from './make-move.ts';
import { readWaits } from './waiting-times.ts';

/** So many offers move at once: a statement takes no more parameters than it can. */
const atOnce = 500;
const dayMs = 86_400_000;

/** The posts of a campaign that has ended are to be paid. */
export async function letEarningsFallDue(writer: BrandWriter, campaignId: string, now: Date): Promise<void> {
  let after = '';
  for (;;) {
    // What was invalidated keeps its stage, and is not to be paid.
    const isOngoing = and(eq(offers.stageType, 'ONGOING'), isNull(offers.invalidationType));
    const isNext = and(eq(offers.campaignId, campaignId), isOngoing, gt(offers.id, after));
    const rows = await writer.db
      .select({ id: offers.id })
      .from(offers)
      .where(writer.own(offers, isNext))
      .orderBy(asc(offers.id))
      .limit(atOnce);
    const last = rows.at(-1);
    if (last === undefined) return;
    const offerIds = rows.map(({ id }) => id);
    await makeMoves(writer, { move: 'fall-due', offerIds, now });
    after = last.id;
  }
}

/**
 * Lets offers expire that have waited for their creators for too long, of all brands, a transaction for each. Of several
 * processes one moves an offer, the others find it moved. @returns how many expired
 */
export async function expireOverdue(db: Database, now: Date): Promise<number> {
  const { offeredDays, submitDays } = await readWaits(db);
  const since = (days: number) => lte(offers.stageEnteredAt, new Date(now.getTime() - days * dayMs));
  const isOverdue = or(
    and(eq(offers.stageType, 'OFFERED'), since(offeredDays)),
    and(inArray(offers.stageType, ['SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE']), since(submitDays)),
  );
  let expired = 0;
  for (;;) {
    const rows = await db
      .select({ brandId: offers.brandId, id: offers.id })
      .from(offers)
      .where(and(isOverdue, isNull(offers.invalidationType)))
      .orderBy(asc(offers.brandId), asc(offers.id))
      .limit(atOnce);
    let done = 0;
    for (const brandId of new Set(rows.map((row) => row.brandId))) {
      const offerIds = rows.filter((row) => row.brandId === brandId).map(({ id }) => id);
      done += await writeBrand({ db, brandId }, (writer) => makeMoves(writer, { move: 'expire', offerIds, now }));
    }
    expired += done;
    if (rows.length < atOnce || done === 0) return expired;
  }
}
