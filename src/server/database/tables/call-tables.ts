import { index, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Responses to idempotent calls: see http/requests/idempotency.ts. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    brandId: id().notNull(),
    /** Namespace of the keys: 'brand', or the offer whose creator sent the call. */
    actor: text().notNull().default('brand'),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: smallint().notNull(),
    body: jsonb().$type<unknown>().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.actor, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** Keys of the team's commands: see control/run-command-once.ts. Results aren't stored, because they contain personal data. */
export const commandKeys = pgTable(
  'command_keys',
  {
    key: text().primaryKey(),
    requestHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('command_keys_created').on(table.createdAt)],
);
