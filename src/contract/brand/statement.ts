import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';
import { anyId, cents, timestamp } from '../wire/primitives.ts';

/** A calendar month in UTC, `YYYY-MM`. PostgreSQL has no year 0. */
export const month = v.pipe(
  v.string(),
  v.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'Expected a month as YYYY-MM, such as 2026-03.'),
);

/** A movement of the available balance, in words. */
export const statementLineSchema = v.object({
  /** The ledger's ID of the entry. */
  id: anyId,
  at: timestamp,
  description: v.string(),
  /** Negative where money left the balance. */
  amountCents: cents,
  /** The available balance after it. */
  balanceCents: cents,
});
export type StatementLine = v.InferOutput<typeof statementLineSchema>;

/** Sums of the month's lines by kind. Each line counts in one of them. */
export const statementTotalsSchema = v.object({
  /** Payments that came in. */
  addedCents: cents,
  /** Budgets that were held for campaigns or spent on them. */
  fundedCents: cents,
  /** Budgets that came back: released, returned before the start, or unspent when the campaign was settled. */
  returnedCents: cents,
  /** Refunds and disputes, less those that came back. */
  reversedCents: cents,
  correctedCents: cents,
});
export type StatementTotals = v.InferOutput<typeof statementTotalsSchema>;

/** A month of the brand's available balance. The opening balance and all lines sum to the closing balance. */
export const statementSchema = v.object({
  month,
  openingBalanceCents: cents,
  /** In their order. */
  lines: v.array(statementLineSchema),
  totals: statementTotalsSchema,
  /** The balance at the end of the month, or now while it goes on. */
  closingBalanceCents: cents,
});
export type Statement = v.InferOutput<typeof statementSchema>;

export const listStatements = endpoint({
  method: 'GET',
  path: '/brand/v1.0/billing/statements',
  summary:
    'Lists the months that have a statement, newest first. The oldest is the one in which the account was created.',
  access: 'approved',
  answer: v.object({ months: v.array(month) }),
  optional: true,
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/brand/v1.0/billing/statements/{month}',
  summary:
    'Returns the statement of a month (UTC). It has each movement of the available balance, and the balance after it.',
  access: 'approved',
  params: v.object({ month }),
  answer: statementSchema,
  optional: true,
});
