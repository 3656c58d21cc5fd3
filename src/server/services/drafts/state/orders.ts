import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { maxShortWork } from '#domain/drafts/draft-work.ts';
import { nextJobFairly, type Party, type TurnsTaken } from '#domain/drafts/turns.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { isHeld, type JobTable } from '#server/services/jobs/job-table.ts';

export type RenditionJob = typeof draftUploads.$inferSelect;
/** The actor who submits a draft. */
export type RequestedBy = RenditionJob['orderedBy'];

export const leaseMs = 60_000;
export const maxTries = 3;
/** Delay before a retry, since a full disk or an unreachable store needs some time to recover. */
const retryMs = 20_000;

export const processingFailedText =
  'We tried three times but couldn’t process this video. Please upload it again or choose another one.';

const isWaiting = () => sql`${draftUploads.state} = 'ORDERED' and ${draftUploads.goneAt} is null`;
/** An original is compared with its rendition, so its job waits until the rendition is ready. */
const isDue = () =>
  sql`${isWaiting()} and (${draftUploads.originalOf} is null or ${draftUploads.fileName} is not null)`;

/**
 * Lanes by amount of work. The `short` lane has short jobs, originals to check, and jobs without an estimate. It runs
 * beside the `long` lane, so that none of these waits for a long job.
 */
export type Lane = 'short' | 'long';
const isInLane = (lane: Lane) => {
  const isLong = sql`${draftUploads.originalOf} is null and coalesce(${draftUploads.work}, 0) > ${maxShortWork}`;
  return lane === 'long' ? isLong : sql`not (${isLong})`;
};

const renditionJobAdmin: Pick<JobTable<typeof draftUploads>, 'states' | 'describe' | 'again'> = {
  states: {
    waiting: (now) => and(isWaiting(), or(isNull(draftUploads.leaseUntil), lt(draftUploads.leaseUntil, now))),
    // Includes jobs that wait some seconds for a retry.
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
          refusal: `This draft hasn’t failed: it is ${goneAt === null ? state : 'gone, or was replaced by another one'}.`,
        },
};

/** Returns the job table of a lane's renditions. The lease's end also serves as the time of the next attempt. */
export function renditionJobs(lane: Lane): JobTable<typeof draftUploads> {
  const { id, brandId, offerId, leaseUntil, tries, orderedAt } = draftUploads;
  const isFree = (now: Date) => and(isDue(), isInLane(lane), or(isNull(leaseUntil), lt(leaseUntil, now)));
  return {
    ...{ kind: 'rendition', table: draftUploads, key: ['id'], tries: 'tries', leaseMs, order: [orderedAt, id], isFree },
    waitMs: (done) => (done < maxTries ? retryMs : undefined),
    async next(db, now) {
      const party = { id, brandId, offerId };
      const waiting = await db.select(party).from(draftUploads).where(isFree(now)).orderBy(orderedAt, id);
      const taken = await readTurns(db, { brandIds: waiting.map((order) => order.brandId), lane, now });
      const order = nextJobFairly(waiting, (each) => [each.brandId, each.offerId], taken);
      return order && eq(id, order.id);
    },
    isHeld: isWaiting,
    held: (_, until) => ({ leaseUntil: until }),
    taken: (now) => ({ takenAt: now }),
    waiting: ({ dueAt }) => ({ leaseUntil: dueAt }),
    ...renditionJobAdmin,
    // Every process that ran these jobs died without reporting an error.
    abandoned: (now) => ({
      where: and(isWaiting(), lt(leaseUntil, now), gte(tries, maxTries)),
      set: failedJobColumns(processingFailedText, now),
    }),
  };
}

/**
 * SQL condition: this process still holds the job's lease, so the job wasn't discarded or leased by another process.
 */
export const isLeaseHeld = (order: RenditionJob): SQL | undefined => isHeld(renditionJobs('short'), order);

/** Returns the columns of a failed job, with the reason shown to its creator. */
export const failedJobColumns = (reason: string, now: Date) =>
  ({ state: 'FAILED', reason, leaseUntil: null, changedAt: now }) as const;

/**
 * Reads the turns that brands and their offers have had in a lane. Rows are deleted a day after their last change,
 * and their turns with them.
 */
async function readTurns(
  db: Database,
  { brandIds, lane, now }: { brandIds: readonly string[]; lane: Lane; now: Date },
): Promise<TurnsTaken> {
  const isLeased = sql`${isWaiting()} and ${draftUploads.leaseUntil} >= ${now.toISOString()}::timestamptz`;
  // A long job runs first in the short lane, which estimates its work. That attempt isn't counted as a turn.
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

export async function noteWork(db: Database, order: RenditionJob, work: number): Promise<void> {
  await db.update(draftUploads).set({ work }).where(isLeaseHeld(order));
}

/** Returns a complete draft to its creator with a reason. The creator may submit it again. */
export async function returnDraft(db: Database, order: RenditionJob, { reason, now }: { reason: string; now: Date }) {
  await db
    .update(draftUploads)
    .set({ state: 'RECEIVED', reason, orderedAt: null, leaseUntil: null, changedAt: now })
    .where(isLeaseHeld(order));
}
