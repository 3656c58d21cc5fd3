import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { brands, sessions } from './tables.ts';

/** Campaign events of which brands are notified. */
export const campaignNews = ['proposed', 'approved', 'rejected', 'begun', 'low-budget', 'ended', 'settled'] as const;
export type CampaignNews = (typeof campaignNews)[number];

/** Devices with a push subscription, each with its pending news. A push's text is rendered when it is sent. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id().primaryKey(),
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** A device is deleted with its session. */
    sessionId: id()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Minutes since midnight in `zone`. All three are null if the device has no quiet hours. */
    quietFromMinute: smallint(),
    quietToMinute: smallint(),
    zone: text(),
    userAgent: text(),
    createdAt: instant().notNull(),
    savedAt: instant().notNull(),
    /** Time of the next push or retry; null if no news is pending. */
    dueAt: instant(),
    /** Offer of the newest submission that the device should be notified of. */
    offerId: id(),
    /** Campaign and kind of the newest campaign news that the device should be notified of. */
    campaignId: id(),
    campaignNews: text({ enum: campaignNews }),
    /** Counts the news for the device, so that news arriving during a push isn't marked as sent. */
    news: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    /** Consecutive rejections by its push service, and the time of the first; see `isDead`. */
    refusals: integer().notNull().default(0),
    refusedSince: instant(),
    /** End of a sender's lease. */
    leasedUntil: instant(),
  },
  (table) => [
    uniqueIndex('push_devices_endpoint').on(table.endpoint),
    uniqueIndex('push_devices_session').on(table.sessionId),
    index('push_devices_brand').on(table.brandId),
    index('push_devices_due').on(table.dueAt),
  ],
);
