import { eq, sql } from 'drizzle-orm';
import { quietEnd } from '#domain/time/quiet-time.ts';
import type { Database } from '#server/database/database.ts';
import { type CampaignNews, pushDevices } from '#server/database/tables/push-tables.ts';
import { quietTimeOf } from './devices.ts';

/** A submission, by its offer, or news of a campaign. */
type News = { offerId: string } | { campaignId: string; campaignNews: CampaignNews };

/**
 * Schedules a push to the brand's devices, at once or when a device's quiet hours end. Call it in the transaction of
 * the event, so that both are committed together.
 */
export async function notifyDevices(
  tx: Database,
  { brandId, now, ...news }: News & { brandId: string; now: Date },
): Promise<void> {
  const devices = await tx.select().from(pushDevices).where(eq(pushDevices.brandId, brandId));
  for (const device of devices) {
    const quiet = quietTimeOf(device);
    const dueAt = (quiet && quietEnd(quiet, now)) ?? now;
    await tx
      .update(pushDevices)
      .set({
        ...news,
        news: sql`${pushDevices.news} + 1`,
        // Respect a push service's requested delay.
        dueAt: sql`case when ${pushDevices.tries} > 0 then greatest(${pushDevices.dueAt}, ${dueAt.toISOString()}::timestamptz)
          else ${dueAt.toISOString()}::timestamptz end`,
      })
      .where(eq(pushDevices.id, device.id));
  }
}
