import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { offerStageTypes } from '#contract/brand/offer.ts';
import { type MoveName, movers } from '#domain/offers/offer-moves.ts';
import { reminders } from '#domain/time/reminders.ts';
import { id, instant } from './columns.ts';
import { offers } from './tables.ts';

/** History of an offer, in order: a row for each move, only ever added. A row is one change of its offer. */
export const offerMoves = pgTable(
  'offer_moves',
  {
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Counts the offer's moves from 1. */
    sequence: integer().notNull(),
    move: text().$type<MoveName>().notNull(),
    by: text({ enum: movers }).notNull(),
    at: instant().notNull(),
    /** Null for the first. */
    fromStage: text({ enum: offerStageTypes }),
    toStage: text({ enum: offerStageTypes }).notNull(),
    /** Reason, in words that the brand may read. */
    reason: text(),
    /** The submission that it was about. */
    fulfillmentId: id(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.offerId, table.sequence] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Address for the package of an offer. The brand never sees the address. */
export const offerDeliveries = pgTable(
  'offer_deliveries',
  {
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Null once it has been forgotten. */
    address: text(),
    carrier: text(),
    tracking: text(),
    /** Null until the package is on its way, and again when it was lost. */
    sentAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.offerId] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Reminders that were sent, each once for what an offer waits for. */
export const offerReminders = pgTable(
  'offer_reminders',
  {
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** When its stage began, since which it waits. */
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

/** Waiting times of offers for creators and brands. One row, or none for the usual ones. */
export const waitingTimes = pgTable('waiting_times', {
  id: text().primaryKey(),
  offeredDays: integer().notNull(),
  submitDays: integer().notNull(),
  /** Null: brands have as long as they need, unless their terms say otherwise. */
  reviewDays: integer(),
});

/** Templates of changes that brands ask for: shared by all brands. */
export const changeTemplates = pgTable('change_templates', {
  name: text().primaryKey(),
  title: text().notNull(),
  /** May hold `{brand_name}`. */
  description: text().notNull(),
  position: integer().notNull(),
  /** When it was retired: it is no longer offered, and earlier requests keep its text. */
  retiredAt: instant(),
});
