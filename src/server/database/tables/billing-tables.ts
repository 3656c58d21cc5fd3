import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, id, instant } from './columns.ts';
import { brands } from './tables.ts';

/** Payment providers. The sandbox only pretends to move money. */
export const paymentProviders = ['sandbox', 'stripe', 'paypal'] as const;

/** A provider's test mode has its own customers, cards and charges. */
export const paymentModes = ['live', 'test'] as const;

/** A brand's customer ID at a provider. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    provider: text({ enum: paymentProviders }).notNull(),
    /** The default keeps rows that predate modes from counting as live. */
    mode: text({ enum: paymentModes }).notNull().default('test'),
    reference: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.provider, table.mode] })],
);

/** A brand's stored payment methods. Card numbers stay with the provider. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    provider: text({ enum: paymentProviders }).notNull(),
    mode: text({ enum: paymentModes }).notNull().default('test'),
    /** The provider's ID. */
    reference: text().notNull(),
    title: text().notNull(),
    subtitle: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    uniqueIndex('payment_methods_reference').on(table.brandId, table.provider, table.reference),
  ],
);

/**
 * Orders that this server created for a brand; only these can be captured for it. Rows are kept as long as the charges
 * they pay for.
 */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    provider: text({ enum: paymentProviders }).notNull(),
    reference: text().notNull(),
    amountCents: cents().notNull(),
    /** Our account that receives the payment, by the provider's ID. */
    payee: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.provider, table.reference] }),
    index('payment_orders_created').on(table.createdAt),
  ],
);

/** See services/ledger/payments/charge-state.ts for their meanings and transitions. */
export const chargeStates = ['STARTED', 'PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** Charges requested from a provider. A row is written before the request, and never deleted. */
export const charges = pgTable(
  'charges',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    paymentId: id().notNull(),
    /** Identifies the user's action. Each key has one charge, forever. */
    idempotencyKey: text().notNull(),
    requestHash: text().notNull(),
    provider: text({ enum: paymentProviders }).notNull(),
    /** Null for charges that predate modes. */
    mode: text({ enum: paymentModes }),
    /** Idempotency key of all requests to the provider about the charge. */
    providerKey: text().notNull(),
    customer: text(),
    /** The provider's ID of a stored card, or of an order that the payer approved. */
    source: text().notNull(),
    /** Account that receives an order's payment; null for cards, which the account charges itself. */
    payee: text(),
    amountCents: cents().notNull(),
    state: text({ enum: chargeStates }).notNull().default('STARTED'),
    /** The provider's ID of the charge; null until the provider has returned one. */
    reference: text(),
    createdAt: instant().notNull(),
    /** Number of times the provider was asked for the outcome. */
    checks: integer().notNull().default(0),
    /** Time of the next check; null once the outcome is known. */
    checkAt: instant(),
    /** Counts the booked readings of its refunds and disputes, so that an older reading isn't booked after a newer one. */
    reversalReadings: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.paymentId] }),
    uniqueIndex('charges_key').on(table.brandId, table.idempotencyKey),
    uniqueIndex('charges_reference').on(table.provider, table.reference),
    index('charges_due').on(table.checkAt),
    index('charges_created').on(table.createdAt),
  ],
);

export const reversalKinds = ['REFUND', 'DISPUTE'] as const;

/** Refunds and disputes of charges, with the booked amount of each. */
export const chargeReversals = pgTable(
  'charge_reversals',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    provider: text({ enum: paymentProviders }).notNull(),
    /** The provider's ID. */
    reference: text().notNull(),
    /** The charge's payment. */
    paymentId: id().notNull(),
    kind: text({ enum: reversalKinds }).notNull(),
    /** Amount taken from the brand's balance so far. */
    bookedCents: cents().notNull(),
    /** True once the reversal can no longer change. */
    isFinal: boolean().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.provider, table.reference] }),
    index('charge_reversals_of_charge').on(table.brandId, table.paymentId),
    index('charge_reversals_open').on(table.isFinal),
  ],
);

/** Provider events that have been handled. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text({ enum: paymentProviders }).notNull(),
    id: text().notNull(),
    type: text().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.id] }),
    index('provider_events_received').on(table.receivedAt),
  ],
);

/** The sandbox's own records, as a provider would have them. Only the sandbox accesses them. */
export const sandboxCharges = pgTable(
  'sandbox_charges',
  {
    reference: text().primaryKey(),
    key: text().notNull(),
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    paymentId: id().notNull(),
    source: text().notNull(),
    amountCents: cents().notNull(),
    createdAt: instant().notNull(),
    takenAt: instant(),
    canceledAt: instant(),
  },
  (table) => [uniqueIndex('sandbox_charges_key').on(table.key)],
);
