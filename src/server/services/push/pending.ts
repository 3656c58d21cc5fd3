import { and, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { pushBackoff } from '#domain/time/backoff.ts';
import type { Database } from '#server/database/database.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { sessions } from '#server/database/tables/tables.ts';
import type { JobTable } from '../jobs/job-table.ts';
import type { End } from '../jobs/runner.ts';
import type { DeviceRow } from './devices.ts';
import type { Refusals } from './refusals.ts';

const isLeased = (now: Date) => gte(pushDevices.leasedUntil, now);
const isUnleased = (now: Date) => or(isNull(pushDevices.leasedUntil), lt(pushDevices.leasedUntil, now));
const leaseMs = 60_000;

/** Devices with pending news, as jobs. */
export const pushJobs: JobTable<typeof pushDevices> = {
  ...{ kind: 'push', table: pushDevices, key: ['id'], tries: 'tries', leaseMs },
  order: [pushDevices.dueAt, pushDevices.id],
  waitMs: pushBackoff,
  isFree: (now) => and(lte(pushDevices.dueAt, now), isUnleased(now)),
  // A device saved with another endpoint in the meantime is a different subscription.
  isHeld: ({ endpoint }) => and(eq(pushDevices.endpoint, endpoint), isNotNull(pushDevices.leasedUntil)),
  held: (_, until) => ({ leasedUntil: until }),
  waiting: ({ dueAt }) => ({ leasedUntil: null, ...(dueAt && { dueAt }) }),
  states: {
    waiting: (now) => and(isNotNull(pushDevices.dueAt), isUnleased(now)),
    running: (now) => and(isNotNull(pushDevices.dueAt), isLeased(now)),
  },
  describe: ({ dueAt, leasedUntil, offerId, campaignId, campaignNews: news }, state) => ({
    at: state === 'running' && leasedUntil !== null ? new Date(leasedUntil.getTime() - leaseMs) : dueAt,
    about: news === null ? `submission of ${offerId}` : `campaign ${campaignId} ${news}`,
    error: null,
  }),
  again: () => ({
    refusal:
      'Pushes can’t be retried by hand. Afield retries them for hours, then drops them; the app shows the same news.',
  }),
};

/** True if the device's session is still open. */
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

/**
 * Clears the delivered news; newer items stay pending.
 * @param refusals the device's new refusals; null leaves them unchanged
 */
export function clearDeliveredNews({ news }: DeviceRow, refusals: Refusals | null): End<typeof pushDevices> {
  const unlessNews = (column: AnyPgColumn) => sql`case when ${pushDevices.news} = ${news} then null else ${column} end`;
  const { dueAt, offerId, campaignId, campaignNews } = pushDevices;
  return {
    set: {
      ...{ ...refusals, tries: 0, leasedUntil: null, dueAt: unlessNews(dueAt), offerId: unlessNews(offerId) },
      ...{ campaignId: unlessNews(campaignId), campaignNews: unlessNews(campaignNews) },
    },
  };
}
