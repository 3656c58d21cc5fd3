import { index, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Results of calls that act once: see http/requests/idempotency.ts. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    brandId: id().notNull(),
    /** Actor, each with keys of its own: 'brand', or the offer whose creator it is. */
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

/** The team's commands that were done with a key: see control/act-once.ts. Results aren't kept, because they name people. */
export const commandKeys = pgTable(
  'command_keys',
  {
    key: text().primaryKey(),
    requestHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('command_keys_created').on(table.createdAt)],
);
