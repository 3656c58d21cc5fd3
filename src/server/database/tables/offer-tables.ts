import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { offerStageTypes } from '#contract/brand/offer.ts';
import { type MoveName, movers } from '#domain/offers/offer-moves.ts';
import { reminders } from '#domain/time/reminders.ts';
import { id, instant } from './columns.ts';
import { offers } from './tables.ts';

/** An offer's history in order, with a row per move. Append-only. Adding a row counts as a change of the offer. */
export const offerMoves = pgTable(
  'offer_moves',
  {
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Numbers the offer's moves from 1. */
    sequence: integer().notNull(),
    move: text().$type<MoveName>().notNull(),
    by: text({ enum: movers }).notNull(),
    at: instant().notNull(),
    /** Null for the first move. */
    fromStage: text({ enum: offerStageTypes }),
    toStage: text({ enum: offerStageTypes }).notNull(),
    /** Reason, which the brand can read. */
    reason: text(),
    /** The submission concerned. */
    fulfillmentId: id(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.offerId, table.sequence] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Delivery address of an offer's package. Never shown to the brand. */
export const offerDeliveries = pgTable(
  'offer_deliveries',
  {
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Null once erased. */
    address: text(),
    carrier: text(),
    tracking: text(),
    /** Null until the package is sent, and again if it was lost. */
    sentAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.offerId] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Reminders that were sent, one of each kind per waiting stage. */
export const offerReminders = pgTable(
  'offer_reminders',
  {
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Start of the waiting stage. */
    waitsSince: instant().notNull(),
    reminder: text({ enum: reminders }).notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.offerId, table.waitsSince, table.reminder] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Time limits of offers for creators and brands. One row, or none for the defaults. */
export const waitingTimes = pgTable('waiting_times', {
  id: text().primaryKey(),
  offeredDays: integer().notNull(),
  submitDays: integer().notNull(),
  /** Null for no limit, unless a brand's terms set one. */
  reviewDays: integer(),
});

/** Templates of changes that brands can request, shared by all brands. */
export const changeTemplates = pgTable('change_templates', {
  name: text().primaryKey(),
  title: text().notNull(),
  /** Can contain `{brand_name}`. */
  description: text().notNull(),
  position: integer().notNull(),
  /** Set once retired: no longer offered, but earlier requests keep its text. */
  retiredAt: instant(),
});
