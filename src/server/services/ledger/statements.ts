import { and, asc, desc, eq, gte, lt, min, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Statement } from '#contract/brand/statement.ts';
import { campaignTitle } from '#domain/campaigns/campaign-status.ts';
import { addMonths, type Month, monthOf, monthStart, monthsBetween } from '#domain/statements/month.ts';
import { type BalanceMovement, statementOf } from '#domain/statements/statement.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, payments } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { toPayment } from './payment-history.ts';

/** Returns the months that have a statement, newest first, from the account's first month to the current one. */
export async function readStatementMonths(scope: BrandScope, now: Date): Promise<Month[]> {
  const [brand] = await scope.db
    .select({ createdAt: brands.createdAt })
    .from(brands)
    .where(eq(brands.id, scope.brandId));
  const [books] = await scope.db
    .select({ firstAt: min(ledgerEntries.createdAt) })
    .from(ledgerEntries)
    .where(scope.own(ledgerEntries));
  const last = monthOf(now);
  // Clocks of two servers may differ, so the account or its first entry may seem to be from a later month.
  const known = [brand?.createdAt, books?.firstAt].flatMap((at) => (at ? [monthOf(at)] : []));
  const [first = last] = [...known, last].sort();
  return monthsBetween(first, last);
}

/** @throws {ApiError} 400 for a month before the account's first, or a future one */
export async function readStatement(scope: BrandScope, month: Month, now: Date): Promise<Statement> {
  const months = await readStatementMonths(scope, now);
  if (!months.includes(month)) {
    const message = `Expected a month from ${months.at(-1)}, when the account was created, to ${months[0]}, this month.`;
    throw new ApiError('invalid_request', message, { issues: [{ path: 'params.month', message }] });
  }
  const [brand] = await scope.db.select({ name: brands.name }).from(brands).where(eq(brands.id, scope.brandId));
  const opening = await balanceBefore(scope, monthStart(month));
  return statementOf(month, opening, await readMovements(scope, month, brand?.name ?? null));
}

const available = eq(ledgerLines.account, 'available');
const isOfEntry = and(eq(ledgerEntries.brandId, ledgerLines.brandId), eq(ledgerEntries.id, ledgerLines.entryId));

async function balanceBefore(scope: BrandScope, at: Date): Promise<number> {
  const [row] = await scope.db
    .select({ cents: sql`coalesce(sum(${ledgerLines.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, isOfEntry)
    .where(scope.own(ledgerLines, available, lt(ledgerEntries.createdAt, at)));
  return row?.cents ?? 0;
}

/** Returns movements of the available balance in a month. Credits precede debits of the same instant. */
async function readMovements(scope: BrandScope, month: Month, brandName: string | null): Promise<BalanceMovement[]> {
  const since = monthStart(month);
  const before = monthStart(addMonths(month, 1));
  const captures = alias(ledgerEntries, 'captures');
  const rows = await scope.db
    .select({
      entry: ledgerEntries,
      amountCents: ledgerLines.amountCents,
      payment: payments,
      campaign: { name: campaigns.name },
      captureId: captures.id,
    })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, isOfEntry)
    .leftJoin(payments, and(eq(payments.brandId, ledgerEntries.brandId), eq(payments.id, ledgerEntries.paymentId)))
    .leftJoin(campaigns, and(eq(campaigns.brandId, ledgerEntries.brandId), eq(campaigns.id, ledgerEntries.campaignId)))
    // The statement of a past month must never change, so approvals after its end are ignored.
    .leftJoin(
      captures,
      and(
        eq(captures.brandId, ledgerEntries.brandId),
        eq(captures.campaignId, ledgerEntries.campaignId),
        eq(captures.kind, 'budget_captured'),
        lt(captures.createdAt, before),
      ),
    )
    .where(scope.own(ledgerLines, available, gte(ledgerEntries.createdAt, since), lt(ledgerEntries.createdAt, before)))
    .orderBy(asc(ledgerEntries.createdAt), desc(ledgerLines.amountCents), asc(ledgerEntries.id));
  return rows.map(({ entry, amountCents, payment, campaign, captureId }) => ({
    id: entry.id,
    at: entry.createdAt,
    kind: entry.kind,
    amountCents,
    campaign: entry.campaignId === null ? null : campaignTitle(campaign ?? { name: null }, brandName),
    isFunded: captureId !== null,
    payment: payment && toPayment(payment),
  }));
}
