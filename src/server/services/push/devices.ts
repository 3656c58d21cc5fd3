import { and, desc, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import type { PushDevice, QuietTime, savePushDevice } from '#contract/account/push.ts';
import type { RequestOf } from '#contract/wire/endpoint.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { sessions } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { noRefusals } from './refusals.ts';

export type DeviceRow = typeof pushDevices.$inferSelect;

/** Maximum number of devices per brand. Beyond it, the device saved longest ago is removed. */
const maxDevices = 20;

/** Returns the device's daily quiet hours; null if none are set. */
export function quietTimeOf({ quietFromMinute, quietToMinute, zone }: DeviceRow): QuietTime | null {
  if (quietFromMinute === null || quietToMinute === null || zone === null) return null;
  return { fromMinute: quietFromMinute, toMinute: quietToMinute, zone };
}

const toDevice = (row: DeviceRow, sessionId: string): PushDevice => ({
  id: row.id,
  userAgent: row.userAgent,
  createdAt: row.createdAt.toISOString(),
  quietTime: quietTimeOf(row),
  current: row.sessionId === sessionId,
});

/** Returns the brand's devices with open sessions, newest first. */
export async function readDevices(scope: BrandScope, sessionId: string, now: Date): Promise<PushDevice[]> {
  const rows = await scope.db
    .select({ device: pushDevices })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(scope.own(pushDevices, isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id));
  return rows.map(({ device }) => toDevice(device, sessionId));
}

interface DeviceToSave {
  sessionId: string;
  userAgent: string | null;
  body: RequestOf<typeof savePushDevice>['body'];
  now: Date;
}

/**
 * Saves the session's device with its latest subscription. If another brand logs in from the same browser, the device
 * moves to that brand.
 */
export function saveDevice(scope: BrandScope, { sessionId, userAgent, body, now }: DeviceToSave): Promise<PushDevice> {
  const { brandId } = scope;
  const { endpoint, keys, quietTime } = body;
  const given = {
    endpoint,
    ...keys,
    quietFromMinute: quietTime?.fromMinute ?? null,
    quietToMinute: quietTime?.toMinute ?? null,
    zone: quietTime?.zone ?? null,
    userAgent: userAgent?.slice(0, 400) ?? null,
    savedAt: now,
    ...noRefusals,
  };
  return scope.db.transaction(async (tx) => {
    // Pending messages for another brand must not reach this one, and attempts at an old endpoint don't count.
    await tx
      .delete(pushDevices)
      .where(
        or(
          and(eq(pushDevices.endpoint, endpoint), ne(pushDevices.sessionId, sessionId)),
          and(eq(pushDevices.sessionId, sessionId), ne(pushDevices.endpoint, endpoint)),
        ),
      );
    const [row] = await tx
      .insert(pushDevices)
      .values({ id: newId('psh', now), brandId, sessionId, createdAt: now, ...given })
      .onConflictDoUpdate({ target: pushDevices.sessionId, set: given })
      .returning();
    if (row === undefined) throw new Error('The device was not saved');
    await evictOldestDevices(tx, brandId);
    return toDevice(row, sessionId);
  });
}

async function evictOldestDevices(tx: Database, brandId: string): Promise<void> {
  const tooMany = await tx
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.brandId, brandId))
    .orderBy(desc(pushDevices.savedAt), desc(pushDevices.id))
    .offset(maxDevices);
  const ids = tooMany.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(pushDevices).where(inArray(pushDevices.id, ids));
}

/** @throws {ApiError} 404 for a device that isn't the brand's */
export async function removeDevice(scope: BrandScope, id: string): Promise<void> {
  const removed = await scope.db
    .delete(pushDevices)
    .where(scope.own(pushDevices, eq(pushDevices.id, id)))
    .returning({ id: pushDevices.id });
  if (removed.length === 0) throw notFound('Device not found.');
}

/** Deletes devices whose sessions have ended. */
export async function prunePushDevices(db: Database, now: Date): Promise<void> {
  const ended = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.revokedAt, now)));
  await db.delete(pushDevices).where(inArray(pushDevices.sessionId, ended));
}
