import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { OfferStageType } from '#contract/brand/offer.ts';
import { offerMoves, reviewStages, stagesBeforeReview } from '#domain/offers/offer-moves.ts';
import { type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { hasUploadUnderWay } from '../drafts/state/under-way.ts';
import { makeMoves, type PlainMove } from '../moves/make-move.ts';
import { hasEndedRow, waitsSince } from '../moves/state/campaign-state.ts';
import { readWaitingTimes } from '../moves/state/situations.ts';
import { afterMove } from '../notices/after-move.ts';
import { independentTasks } from '../shared/independent-tasks.ts';

/** Maximum number of offers per statement, since PostgreSQL limits a statement's parameters. */
const atOnce = 500;
const dayMs = 86_400_000;

/**
 * SQL condition: the offer is in one of these stages and isn't invalidated. Invalidated offers keep their stage but
 * make no further moves.
 */
const inStage = (stages: readonly OfferStageType[]) =>
  and(inArray(offers.stageType, [...stages]), isNull(offers.invalidationType));

/** Makes the earnings of an ended campaign fall due. */
export const makeEarningsDue = (writer: BrandWriter, campaignId: string, now: Date): Promise<number> =>
  moveAll(writer, campaignId, { move: 'fall-due', from: offerMoves['fall-due'].from, now });

/**
 * Ends a campaign's offers: open offers and owed submissions expire, and earnings of posts fall due. Submissions in
 * review may still be decided on; {@link endLeftoverOffers} handles their offers.
 */
export async function endOffers(writer: BrandWriter, campaignId: string, now: Date): Promise<number> {
  const reason = await endReason(writer, campaignId);
  const expired = await moveAll(writer, campaignId, { move: 'expire', from: stagesBeforeReview, reason, now });
  return expired + (await makeEarningsDue(writer, campaignId, now));
}

/** Returns the reason that creators see when a campaign's end ends their offers. */
async function endReason(writer: BrandWriter, campaignId: string): Promise<string> {
  const [row] = await writer.db
    .select({ status: campaigns.workerStatus })
    .from(campaigns)
    .where(writer.own(campaigns, eq(campaigns.id, campaignId)));
  return row?.status === 'ENDED_SUCCESSFULLY' ? 'The campaign’s budget was used up.' : 'The campaign has ended.';
}

/** Settles a campaign's offers: those still in review expire, and the earnings of posts are cleared. */
export async function settleOffers(writer: BrandWriter, campaignId: string, now: Date): Promise<void> {
  await endOffers(writer, campaignId, now);
  const reason = 'The campaign was settled before a decision was made.';
  await moveAll(writer, campaignId, { move: 'expire', from: reviewStages, reason, now });
  await moveAll(writer, campaignId, { move: 'clear-earning', from: offerMoves['clear-earning'].from, now });
}

interface MoveOfAll {
  move: PlainMove;
  from: readonly OfferStageType[];
  reason?: string;
  now: Date;
}

async function moveAll(writer: BrandWriter, campaignId: string, { from, ...of }: MoveOfAll): Promise<number> {
  let moved = 0;
  let after = '';
  for (;;) {
    const isNext = and(eq(offers.campaignId, campaignId), inStage(from), gt(offers.id, after));
    const rows = await writer.db
      .select({ id: offers.id })
      .from(offers)
      .where(writer.own(offers, isNext))
      .orderBy(asc(offers.id))
      .limit(atOnce);
    const last = rows.at(-1);
    if (last === undefined) return moved;
    moved += await makeMoves(writer, { ...of, offerIds: rows.map(({ id }) => id) }, afterMove);
    after = last.id;
  }
}

/**
 * Ends offers that outlasted their campaign because a submission was in review, once that submission is decided on.
 * @returns the number of offers moved
 * @throws {AggregateError} if some couldn't be ended; all others were
 */
export async function endLeftoverOffers(db: Database, now: Date): Promise<number> {
  const isLeft = inStage([...stagesBeforeReview, ...offerMoves['fall-due'].from]);
  const rows = await db
    .selectDistinct({ brandId: offers.brandId, campaignId: offers.campaignId })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .where(and(isLeft, hasEndedRow()));
  const tasks = independentTasks();
  let moved = 0;
  for (const { brandId, campaignId } of rows) {
    const end = () => writeBrand({ db, brandId }, (writer) => endOffers(writer, campaignId, now));
    moved += (await tasks.run(`end-offers:${campaignId}`, end)) ?? 0;
  }
  tasks.end();
  return moved;
}

/**
 * Expires offers that have waited too long for their creators, for all brands, in one transaction per brand. Offers
 * with an upload in progress are skipped. Several processes may run this: only one of them moves each offer.
 * @returns the number of expired offers
 * @throws {AggregateError} if some brands failed; all others have been processed
 */
export async function expireOverdueOffers(db: Database, now: Date): Promise<number> {
  const { offeredDays, submitDays } = await readWaitingTimes(db);
  // Offers don't expire during a pause, and creators get their full time again after it.
  const since = (days: number) => lte(waitsSince, new Date(now.getTime() - days * dayMs));
  const isOverdue = or(
    and(inStage(['OFFERED']), since(offeredDays)),
    and(inStage(['SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE']), since(submitDays)),
  );
  const tasks = independentTasks();
  let expired = 0;
  let isBehind: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({ brandId: offers.brandId, id: offers.id })
      .from(offers)
      .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
      .where(and(isOverdue, isNull(campaigns.pausedAt), isBehind))
      .orderBy(asc(offers.brandId), asc(offers.id))
      .limit(atOnce);
    for (const brandId of new Set(rows.map((row) => row.brandId))) {
      const offerIds = rows.filter((row) => row.brandId === brandId).map(({ id }) => id);
      const expire = async (writer: BrandWriter) => {
        const held = await hasUploadUnderWay(writer, offerIds, now);
        const free = offerIds.filter((id) => !held.has(id));
        return makeMoves(writer, { move: 'expire', offerIds: free, now }, afterMove);
      };
      expired += (await tasks.run(`expire-offers:${brandId}`, () => writeBrand({ db, brandId }, expire))) ?? 0;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) break;
    // Skipped offers remain in the results, so continue after the last row.
    isBehind = sql`(${offers.brandId}, ${offers.id}) > (${last.brandId}, ${last.id})`;
  }
  tasks.end();
  return expired;
}
