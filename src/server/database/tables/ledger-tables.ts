import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ledgerEntryKinds } from '#domain/money/ledger-kinds.ts';
import { cents, id, instant } from './columns.ts';
import { brands } from './tables.ts';

/**
 * Accounts of a brand's money. `provider` is the outside world: money received from there is negative, and so are
 * credits by manual corrections in `adjustments`. `creators` is the amount owed to creators of settled campaigns until
 * they are paid.
 */
export const ledgerAccounts = [
  'available',
  'pending',
  'held',
  'campaigns',
  'creators',
  'provider',
  'adjustments',
] as const;

/** One movement of money; its lines sum to zero. The table is append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    kind: text({ enum: ledgerEntryKinds }).notNull(),
    paymentId: id(),
    campaignId: id(),
    payoutId: id(),
    createdAt: instant().notNull().defaultNow(),
  },
  // Entries that must happen once are unique per kind and payment, campaign or payout. Only a budget can be topped up
  // several times.
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    uniqueIndex('ledger_entries_payment').on(table.brandId, table.paymentId, table.kind),
    uniqueIndex('ledger_entries_campaign')
      .on(table.brandId, table.campaignId, table.kind)
      .where(sql`${table.kind} <> 'budget_topped_up'`),
    uniqueIndex('ledger_entries_payout').on(table.brandId, table.payoutId, table.kind),
  ],
);

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    brandId: id().notNull(),
    entryId: id().notNull(),
    account: text({ enum: ledgerAccounts }).notNull(),
    amountCents: cents().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.entryId, table.account] }),
    foreignKey({
      columns: [table.brandId, table.entryId],
      foreignColumns: [ledgerEntries.brandId, ledgerEntries.id],
    }).onDelete('cascade'),
    index('ledger_lines_balance').on(table.brandId, table.account, table.amountCents),
  ],
);

/**
 * Payments to creators for their offers' earnings, across brands. Afield records them; the provider's team makes them.
 * There is no foreign key to creators: the ledger outlives a creator's erasure.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: id().primaryKey(),
    creatorId: id().notNull(),
    amountCents: cents().notNull(),
    /** The team's note, such as a bank transfer's reference number. */
    note: text(),
    paidAt: instant().notNull(),
    /** The creator's payment reference at that time. */
    paymentReference: text(),
    /** Time and note of the team's undo if the payment wasn't made; null otherwise. The earnings are then due again. */
    undoneAt: instant(),
    undoneNote: text(),
  },
  (table) => [index('payouts_of_creator').on(table.creatorId, table.paidAt)],
);

/** Offers' earnings, frozen when their campaigns were settled. Offers without earnings have no row. */
export const earnings = pgTable(
  'earnings',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    offerId: id().notNull(),
    campaignId: id().notNull(),
    amountCents: cents().notNull(),
    settledAt: instant().notNull(),
    /** The payout that paid it; null while it is due. */
    payoutId: id().references(() => payouts.id),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.offerId] }),
    index('earnings_of_campaign').on(table.brandId, table.campaignId),
    index('earnings_of_payout').on(table.payoutId),
  ],
);
