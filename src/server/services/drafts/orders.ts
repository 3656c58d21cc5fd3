import { and, asc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { mostShortWork } from '#domain/draft-work.ts';
import { nextInTurn, type Party, type TurnsTaken } from '#domain/turns.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/draft-tables.ts';

export type OrderRow = typeof draftUploads.$inferSelect;
/** Movers who hand drafts in. */
export type OrderedBy = OrderRow['orderedBy'];

/** Time for which a process holds an order after its last sign of life. */
export const leaseMs = 60_000;
export const mostTries = 3;

const isWaiting = () => sql`${draftUploads.state} = 'ORDERED' and ${draftUploads.goneAt} is null`;
/** An original is compared with its rendition, so it waits for that. */
const isDue = () =>
  sql`${isWaiting()} and (${draftUploads.originalOf} is null or ${draftUploads.fileName} is not null)`;

/** The order is still as it was taken: nobody gave it up, and no other process has taken it since. */
export const isTaken = ({ id, tries }: OrderRow): SQL | undefined =>
  and(eq(draftUploads.id, id), eq(draftUploads.tries, tries), isWaiting());

/**
 * Orders by the work that they are: `short` ones, originals to be looked at, and those whose work isn't estimated yet are done beside
 * the `long` ones, so that none of them waits for one.
 */
export type Lane = 'short' | 'long';
const isInLane = (lane: Lane) => {
  const isLong = sql`${draftUploads.originalOf} is null and coalesce(${draftUploads.work}, 0) > ${mostShortWork}`;
  return lane === 'long' ? isLong : sql`not (${isLong})`;
};

/** Takes the order whose turn it is, see {@link nextInTurn}, of those that no process works at; null without one. Counts the try. */
export async function takeOrder(db: Database, now: Date, lane: Lane): Promise<OrderRow | null> {
  const isFree = sql`(${draftUploads.leaseUntil} is null or ${draftUploads.leaseUntil} < ${now.toISOString()}::timestamptz)`;
  for (;;) {
    const { id, brandId, offerId } = draftUploads;
    const waiting = await db
      .select({ id, brandId, offerId })
      .from(draftUploads)
      .where(and(isDue(), isInLane(lane), isFree))
      .orderBy(asc(draftUploads.orderedAt), asc(draftUploads.id));
    const taken = await readTurns(db, { brandIds: waiting.map((order) => order.brandId), lane, now });
    const next = nextInTurn(waiting, (order) => [order.brandId, order.offerId], taken);
    if (next === null) return null;
    const [row] = await db
      .update(draftUploads)
      .set({ leaseUntil: new Date(now.getTime() + leaseMs), takenAt: now, tries: sql`${draftUploads.tries} + 1` })
      .where(and(eq(draftUploads.id, next.id), isDue(), isInLane(lane), isFree))
      .returning();
    // Another process may have taken it since it was read.
    if (row !== undefined) return row;
  }
}

/** Turns that brands and their offers have had in a lane. Rows are deleted a day after their last change, and their turns with them. */
async function readTurns(
  db: Database,
  { brandIds, lane, now }: { brandIds: readonly string[]; lane: Lane; now: Date },
): Promise<TurnsTaken> {
  const isLeased = sql`${isWaiting()} and ${draftUploads.leaseUntil} >= ${now.toISOString()}::timestamptz`;
  // A long order has its first turn in the short lane, to be estimated. That try isn't counted.
  const isTurn = lane === 'short' ? sql`true` : sql`${isInLane('long')} and ${draftUploads.tries} > 0`;
  const rows = await db
    .select({
      ...{ brandId: draftUploads.brandId, offerId: draftUploads.offerId },
      lastTurn: sql`max(${draftUploads.takenAt}) filter (where ${isTurn})`.mapWith(draftUploads.takenAt),
      running: sql`count(*) filter (where ${isLeased} and ${isInLane(lane)})`.mapWith(Number),
    })
    .from(draftUploads)
    .where(and(inArray(draftUploads.brandId, [...new Set(brandIds)]), isNotNull(draftUploads.takenAt)))
    .groupBy(draftUploads.brandId, draftUploads.offerId);
  const of = ([brandId, offerId]: Party) =>
    rows.filter((row) => row.brandId === brandId && (offerId === undefined || row.offerId === offerId));
  return {
    running: (party) => of(party).reduce((sum, { running }) => sum + running, 0),
    lastTurn: (party) =>
      of(party).reduce<number | null>(
        (last, { lastTurn }: { lastTurn: Date | null }) =>
          lastTurn === null ? last : Math.max(last ?? 0, lastTurn.getTime()),
        null,
      ),
  };
}

/** Notes the estimated work of an order. */
export async function noteWork(db: Database, order: OrderRow, work: number): Promise<void> {
  await db.update(draftUploads).set({ work }).where(isTaken(order));
}

/** @returns whether the order is still this process's */
export async function renewLease(db: Database, order: OrderRow, now: Date): Promise<boolean> {
  const renewed = await db
    .update(draftUploads)
    .set({ leaseUntil: new Date(now.getTime() + leaseMs) })
    .where(isTaken(order))
    .returning({ id: draftUploads.id });
  return renewed.length > 0;
}

/** Gives an order back. A try that the end of a process cut off is not counted. */
export async function releaseOrder(
  db: Database,
  order: OrderRow,
  { countsTry, dueAt }: { countsTry: boolean; dueAt: Date | null },
): Promise<void> {
  const tries = countsTry ? order.tries : order.tries - 1;
  await db.update(draftUploads).set({ leaseUntil: dueAt, tries }).where(isTaken(order));
}

/** Ends an order that can't be filled, with what its creator is told. */
export async function failOrder(db: Database, order: OrderRow, { reason, now }: { reason: string; now: Date }) {
  await db
    .update(draftUploads)
    .set({ state: 'FAILED', reason, leaseUntil: null, changedAt: now })
    .where(isTaken(order));
}

/** Gives a draft back to its creator, whole, to be handed in again or not, with a sentence that says why. */
export async function returnOrder(db: Database, order: OrderRow, { reason, now }: { reason: string; now: Date }) {
  await db
    .update(draftUploads)
    .set({ state: 'RECEIVED', reason, orderedAt: null, leaseUntil: null, changedAt: now })
    .where(isTaken(order));
}

/** Orders whose processes ended again and again, without a word. */
export async function failAbandoned(db: Database, now: Date, reason: string): Promise<void> {
  await db
    .update(draftUploads)
    .set({ state: 'FAILED', reason, leaseUntil: null, changedAt: now })
    .where(and(isWaiting(), lt(draftUploads.leaseUntil, now), sql`${draftUploads.tries} >= ${mostTries}`));
}
