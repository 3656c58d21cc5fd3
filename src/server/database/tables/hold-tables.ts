import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { offers } from './tables.ts';

/** Holds that the team has put on the payment of offers' earnings. They don't affect the ledger. */
export const earningHolds = pgTable(
  'earning_holds',
  {
    id: id().primaryKey(),
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Reason shown to the creator. */
    reason: text().notNull(),
    heldAt: instant().notNull(),
    /** Time at which the team released it, and its note for the creator; null while the hold is open. */
    releasedAt: instant(),
    releaseNote: text(),
  },
  (table) => [
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
    index('earning_holds_offer').on(table.brandId, table.offerId, table.heldAt),
    // At most one open hold per offer, enforced by the database.
    uniqueIndex('earning_holds_open').on(table.brandId, table.offerId).where(sql`${table.releasedAt} is null`),
  ],
);

/** Creators' replies to holds. */
export const holdAnswers = pgTable(
  'hold_answers',
  {
    id: id().primaryKey(),
    holdId: id()
      .notNull()
      .references(() => earningHolds.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index('hold_answers_hold').on(table.holdId, table.at)],
);
