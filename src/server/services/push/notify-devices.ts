import { eq, sql } from 'drizzle-orm';
import { quietEnd } from '#domain/time/quiet-time.ts';
import type { Database } from '#server/database/database.ts';
import { type CampaignNews, pushDevices } from '#server/database/tables/push-tables.ts';
import { quietTimeOf } from './devices.ts';

/** A submission, by its offer, or news of a campaign. */
type News = { offerId: string } | { campaignId: string; campaignNews: CampaignNews };

/**
 * Has the brand's devices notified of something: at once, or when a device's quiet time ends. Call it in the transaction in which
 * it happens, so that neither happens without the other.
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
        // A push service that asked to be left alone for a while is.
        dueAt: sql`case when ${pushDevices.tries} > 0 then greatest(${pushDevices.dueAt}, ${dueAt.toISOString()}::timestamptz)
          else ${dueAt.toISOString()}::timestamptz end`,
      })
      .where(eq(pushDevices.id, device.id));
  }
}
