import { and, asc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';
import { pushDevices } from '#server/database/push-tables.ts';
import { sessions } from '#server/database/tables.ts';
import type { DeviceRow } from './devices.ts';
import type { Refusals } from './refusals.ts';

/** Longer than a try takes. A sender that has said nothing for so long has ended, and another goes on. */
const leaseMs = 60_000;

/** Takes the next device that is due, for this sender alone; null where there is none. */
export async function takeDueDevice(db: Database, now: Date): Promise<DeviceRow | null> {
  const next = db
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(and(lte(pushDevices.dueAt, now), or(isNull(pushDevices.leasedUntil), lt(pushDevices.leasedUntil, now))))
    .orderBy(asc(pushDevices.dueAt), asc(pushDevices.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [device] = await db
    .update(pushDevices)
    .set({ tries: sql`${pushDevices.tries} + 1`, leasedUntil: new Date(now.getTime() + leaseMs) })
    // Not IN: its subselect may run again for each row, and then takes every row that is due.
    .where(eq(pushDevices.id, next))
    .returning();
  return device ?? null;
}

/** True if the session that a device ends with goes on. */
export async function isSessionOpen(db: Database, { sessionId, brandId }: DeviceRow, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.brandId, brandId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    );
  return row !== undefined;
}

/** Condition that the device has the address it had when it was taken: one saved at another address meanwhile is another's. */
const isAsTaken = ({ id, endpoint }: DeviceRow) => and(eq(pushDevices.id, id), eq(pushDevices.endpoint, endpoint));

/**
 * Clears the delivered news; newer items stay pending.
 * @param refusals the device's refusals from now on; null leaves them as they are
 */
export async function settleDevice(db: Database, device: DeviceRow, refusals: Refusals | null): Promise<void> {
  const unlessNews = (column: AnyPgColumn) =>
    sql`case when ${pushDevices.news} = ${device.news} then null else ${column} end`;
  await db
    .update(pushDevices)
    .set({
      ...refusals,
      tries: 0,
      leasedUntil: null,
      dueAt: unlessNews(pushDevices.dueAt),
      offerId: unlessNews(pushDevices.offerId),
      campaignId: unlessNews(pushDevices.campaignId),
      campaignNews: unlessNews(pushDevices.campaignNews),
    })
    .where(isAsTaken(device));
}

/** Lets a device wait. `countsTry` false: nothing was tried, such as in its quiet time. */
export async function postponeDevice(
  db: Database,
  device: DeviceRow,
  { dueAt, countsTry }: { dueAt: Date; countsTry: boolean },
): Promise<void> {
  await db
    .update(pushDevices)
    .set({ dueAt, leasedUntil: null, tries: countsTry ? device.tries : device.tries - 1 })
    .where(isAsTaken(device));
}

/** Forgets a device: its session has ended, or its push service knows it no more. */
export async function dropDevice(db: Database, device: DeviceRow): Promise<void> {
  await db.delete(pushDevices).where(isAsTaken(device));
}
