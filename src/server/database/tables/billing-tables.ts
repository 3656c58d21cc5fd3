import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, id, instant } from './columns.ts';
import { brands } from './tables.ts';

/** Providers that move the money: the sandbox only says that it did. */
export const paymentProviders = ['sandbox', 'stripe', 'paypal'] as const;

/** Providers have a mode for trying things out, with customers, cards and charges of its own. */
export const paymentModes = ['live', 'test'] as const;

/** A brand's id at a provider. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    provider: text({ enum: paymentProviders }).notNull(),
    /** The default keeps rows from before modes were stored from being taken for live ones. */
    mode: text({ enum: paymentModes }).notNull().default('test'),
    reference: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.provider, table.mode] })],
);

/** Ways to pay that a brand has stored. Card numbers never come here: the provider has them. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    provider: text({ enum: paymentProviders }).notNull(),
    mode: text({ enum: paymentModes }).notNull().default('test'),
    /** The provider's own id of it. */
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

/** Orders that this server has made for a brand: no other is captured for it. Kept as long as the charges that they pay. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    provider: text({ enum: paymentProviders }).notNull(),
    reference: text().notNull(),
    amountCents: cents().notNull(),
    /** The account that receives the payment: ours, by the provider's id. */
    payee: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.provider, table.reference] }),
    index('payment_orders_created').on(table.createdAt),
  ],
);

/** See services/ledger/payments/charge-state.ts for what each means and what follows it. */
export const chargeStates = ['STARTED', 'PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** Charge that a provider was asked for; written before it is asked, and never deleted. */
export const charges = pgTable(
  'charges',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    paymentId: id().notNull(),
    /** The user's action: one charge each, for ever. */
    idempotencyKey: text().notNull(),
    requestHash: text().notNull(),
    provider: text({ enum: paymentProviders }).notNull(),
    /** Null for charges from before modes were stored. */
    mode: text({ enum: paymentModes }),
    /** Idempotency key of all requests to the provider about the charge. */
    providerKey: text().notNull(),
    customer: text(),
    /** Means of payment by the provider's id: a stored card, or an order that the payer has approved. */
    source: text().notNull(),
    /** The account that an order pays; null for cards, whose charges are made by the account itself. */
    payee: text(),
    amountCents: cents().notNull(),
    state: text({ enum: chargeStates }).notNull().default('STARTED'),
    /** The provider's id of the charge; null until the provider has returned one. */
    reference: text(),
    createdAt: instant().notNull(),
    /** Number of times the provider was asked for the outcome. */
    checks: integer().notNull().default(0),
    /** Time of the next check; null once the outcome is known. */
    checkAt: instant(),
    /** Counts the readings of its refunds and disputes that were booked, so that an older one is not booked after a newer. */
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

/** Refunds and disputes of charges, with how much of each is on the books. */
export const chargeReversals = pgTable(
  'charge_reversals',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    provider: text({ enum: paymentProviders }).notNull(),
    /** The provider's id of it. */
    reference: text().notNull(),
    /** The payment of the charge. */
    paymentId: id().notNull(),
    kind: text({ enum: reversalKinds }).notNull(),
    /** Amount taken from the brand's balance so far. */
    bookedCents: cents().notNull(),
    /** True once nothing of it can change any more. */
    isFinal: boolean().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.provider, table.reference] }),
    index('charge_reversals_of_charge').on(table.brandId, table.paymentId),
    index('charge_reversals_open').on(table.isFinal),
  ],
);

/** Events that a provider has sent and that were dealt with. */
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

/** The sandbox's own books, as a provider would keep them: nothing but the sandbox reads or writes them. */
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
