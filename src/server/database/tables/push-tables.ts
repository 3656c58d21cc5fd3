import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { brands, sessions } from './tables.ts';

/** News of a campaign to its brand. */
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
    /** A device ends with its session. */
    sessionId: id()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Minutes since midnight by the zone's clock; all three are null without a quiet time. */
    quietFromMinute: smallint(),
    quietToMinute: smallint(),
    zone: text(),
    userAgent: text(),
    createdAt: instant().notNull(),
    savedAt: instant().notNull(),
    /** Time of the next push or retry; null if no news is pending. */
    dueAt: instant(),
    /** The offer of the newest submission to notify the device of. */
    offerId: id(),
    /** The campaign of the newest news to notify the device of, and the news. */
    campaignId: id(),
    campaignNews: text({ enum: campaignNews }),
    /** Counts the news for the device, so that news arriving while a push is in flight isn't marked as sent. */
    news: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    /** Consecutive refusals by its push service, and the time of the first; see `isDead`. */
    refusals: integer().notNull().default(0),
    refusedSince: instant(),
    /** Until when one sender holds the lease. */
    leasedUntil: instant(),
  },
  (table) => [
    uniqueIndex('push_devices_endpoint').on(table.endpoint),
    uniqueIndex('push_devices_session').on(table.sessionId),
    index('push_devices_brand').on(table.brandId),
    index('push_devices_due').on(table.dueAt),
  ],
);
