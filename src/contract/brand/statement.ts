import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';
import { anyId, cents, timestamp } from '../wire/primitives.ts';

/** A calendar month in UTC, `YYYY-MM`. PostgreSQL has no year 0. */
export const month = v.pipe(
  v.string(),
  v.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'Expected a month as YYYY-MM, such as 2026-03.'),
);

/** A movement of the available balance, described in words. */
export const statementLineSchema = v.object({
  /** Id of the ledger entry. */
  id: anyId,
  at: timestamp,
  description: v.string(),
  /** Negative if the balance decreased. */
  amountCents: cents,
  /** The available balance after this movement. */
  balanceCents: cents,
});
export type StatementLine = v.InferOutput<typeof statementLineSchema>;

/** Totals of the month's lines by kind. Each line counts towards exactly one. */
export const statementTotalsSchema = v.object({
  /** Payments received. */
  addedCents: cents,
  /** Budgets held for campaigns or spent on them. */
  fundedCents: cents,
  /** Budgets returned: released, returned before the start, or unspent at settlement. */
  returnedCents: cents,
  /** Refunds and disputes, minus those that were returned. */
  reversedCents: cents,
  correctedCents: cents,
});
export type StatementTotals = v.InferOutput<typeof statementTotalsSchema>;

/** A month of the brand's available balance. The opening balance and all lines sum to the closing balance. */
export const statementSchema = v.object({
  month,
  openingBalanceCents: cents,
  /** In chronological order. */
  lines: v.array(statementLineSchema),
  totals: statementTotalsSchema,
  /** The balance at the end of the month, or the current balance of an ongoing month. */
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
