import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
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

/** Takes the order that has waited longest, of those that nobody works at; null without one. Counts the try. Orders are of
 * renditions to be made, and of originals to be looked at. */
export async function takeOrder(db: Database, now: Date): Promise<OrderRow | null> {
  const [row] = await db
    .update(draftUploads)
    .set({ leaseUntil: new Date(now.getTime() + leaseMs), tries: sql`${draftUploads.tries} + 1` })
    .where(
      sql`${draftUploads.id} = (
        select id from ${draftUploads}
        where ${isDue()} and (lease_until is null or lease_until < ${now.toISOString()}::timestamptz)
        order by ordered_at, id limit 1 for update skip locked
      )`,
    )
    .returning();
  return row ?? null;
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
