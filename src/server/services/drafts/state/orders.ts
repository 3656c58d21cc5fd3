import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { mostShortWork } from '#domain/drafts/draft-work.ts';
import { nextInTurn, type Party, type TurnsTaken } from '#domain/drafts/turns.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { isHeld, type JobTable } from '#server/services/jobs/job-table.ts';

export type OrderRow = typeof draftUploads.$inferSelect;
/** Movers who hand drafts in. */
export type OrderedBy = OrderRow['orderedBy'];

export const leaseMs = 60_000;
export const mostTries = 3;
/** A machine that is full or a store that is away needs a while. */
const retryMs = 20_000;

export const cannotSay =
  'We tried three times but couldn’t process this video. Please upload it again or choose another one.';

const isWaiting = () => sql`${draftUploads.state} = 'ORDERED' and ${draftUploads.goneAt} is null`;
/** An original is compared with its rendition, so it waits for that. */
const isDue = () =>
  sql`${isWaiting()} and (${draftUploads.originalOf} is null or ${draftUploads.fileName} is not null)`;

/**
 * Orders by the work that they are: `short` ones, originals to be looked at, and those whose work isn't estimated yet are done beside
 * the `long` ones, so that none of them waits for one.
 */
export type Lane = 'short' | 'long';
const isInLane = (lane: Lane) => {
  const isLong = sql`${draftUploads.originalOf} is null and coalesce(${draftUploads.work}, 0) > ${mostShortWork}`;
  return lane === 'long' ? isLong : sql`not (${isLong})`;
};

const orderDesk: Pick<JobTable<typeof draftUploads>, 'states' | 'describe' | 'again'> = {
  states: {
    waiting: (now) => and(isWaiting(), or(isNull(draftUploads.leaseUntil), lt(draftUploads.leaseUntil, now))),
    // Or it waits for its next try, for some seconds.
    running: (now) => and(isWaiting(), gte(draftUploads.leaseUntil, now)),
    failed: () => and(eq(draftUploads.state, 'FAILED'), isNull(draftUploads.goneAt)),
  },
  describe: (order, state) => ({
    at: { waiting: order.orderedAt ?? order.changedAt, running: order.takenAt, failed: order.changedAt }[state],
    about: `${order.originalOf === null ? 'draft' : 'original'} of ${order.offerId}`,
    error: order.reason,
  }),
  again: ({ state, goneAt }, { now }) =>
    state === 'FAILED' && goneAt === null
      ? { set: { state: 'ORDERED', reason: null, leaseUntil: null, changedAt: now } }
      : {
          refusal: `This draft hasn’t failed: it is ${goneAt === null ? state : 'gone, or another one took its place'}.`,
        },
};

/** Orders of a lane as jobs. The lease is when the next try is due, too. */
export function orderJobs(lane: Lane): JobTable<typeof draftUploads> {
  const { id, brandId, offerId, leaseUntil, tries, orderedAt } = draftUploads;
  const isFree = (now: Date) => and(isDue(), isInLane(lane), or(isNull(leaseUntil), lt(leaseUntil, now)));
  return {
    ...{ kind: 'rendition', table: draftUploads, key: ['id'], tries: 'tries', leaseMs, order: [orderedAt, id], isFree },
    waitMs: (done) => (done < mostTries ? retryMs : undefined),
    async next(db, now) {
      const party = { id, brandId, offerId };
      const waiting = await db.select(party).from(draftUploads).where(isFree(now)).orderBy(orderedAt, id);
      const taken = await readTurns(db, { brandIds: waiting.map((order) => order.brandId), lane, now });
      const order = nextInTurn(waiting, (each) => [each.brandId, each.offerId], taken);
      return order && eq(id, order.id);
    },
    isHeld: isWaiting,
    held: (_, until) => ({ leaseUntil: until }),
    taken: (now) => ({ takenAt: now }),
    waiting: ({ dueAt }) => ({ leaseUntil: dueAt }),
    ...orderDesk,
    // Their processes died every time, without an error.
    abandoned: (now) => ({
      where: and(isWaiting(), lt(leaseUntil, now), gte(tries, mostTries)),
      set: failedOrder(cannotSay, now),
    }),
  };
}

/** The order's lease is still ours: it wasn't discarded, and no other process has taken it since. */
export const isTaken = (order: OrderRow): SQL | undefined => isHeld(orderJobs('short'), order);

/** Columns of a failed order, with the reason shown to its creator. */
export const failedOrder = (reason: string, now: Date) =>
  ({ state: 'FAILED', reason, leaseUntil: null, changedAt: now }) as const;

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

/** Gives a draft back to its creator, whole, to be handed in again or not, with a sentence that says why. */
export async function returnOrder(db: Database, order: OrderRow, { reason, now }: { reason: string; now: Date }) {
  await db
    .update(draftUploads)
    .set({ state: 'RECEIVED', reason, orderedAt: null, leaseUntil: null, changedAt: now })
    .where(isTaken(order));
}
