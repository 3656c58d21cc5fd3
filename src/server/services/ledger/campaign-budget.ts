import { and, eq, type SQL, sql } from 'drizzle-orm';
import { debtOf } from '#domain/money/debt.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { payments } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { balancesOf, type LedgerAccount, postEntry } from './ledger.ts';

/**
 * Returns an account's balance for one campaign, in cents. The budget is in `held` until the campaign is approved or
 * declined, then in `campaigns`.
 * @param of condition on the entries; all are counted by default
 */
export async function centsFor(
  scope: BrandScope,
  account: LedgerAccount,
  campaignId: string,
  of?: SQL,
): Promise<number> {
  const [row] = await scope.db
    .select({ cents: sql`coalesce(sum(${ledgerLines.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerLines)
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.brandId, ledgerLines.brandId), eq(ledgerEntries.id, ledgerLines.entryId)),
    )
    .where(scope.own(ledgerLines, eq(ledgerLines.account, account), eq(ledgerEntries.campaignId, campaignId), of));
  return row?.cents ?? 0;
}

/**
 * Reserves a new campaign's budget. The writer's lock prevents two campaigns from spending the same funds.
 * @throws {ApiError} 402 if the available balance is too low
 */
export async function holdBudget(writer: BrandWriter, campaignId: string, cents: number, at: Date): Promise<void> {
  const { available } = await balancesOf(writer);
  if (available < cents) throw new ApiError('insufficient_balance', 'Insufficient balance');
  await postEntry(writer, { kind: 'budget_held', lines: { available: -cents, held: cents }, campaignId, at });
}

/**
 * Refuses to commit new money while refunds or disputes have put the brand in debt.
 * @throws {ApiError} 402 with the reason if the balance is negative
 */
export async function requireNoDebt(scope: BrandScope): Promise<void> {
  const { available } = await balancesOf(scope);
  const debt = debtOf(available);
  if (debt !== null) throw new ApiError('negative_balance', debt);
}

interface FundedCampaign {
  id: string;
  name: string;
}

/** Spends the held budget of an approved campaign and records that in the brand's payments. */
export async function captureBudget(writer: BrandWriter, { id, name }: FundedCampaign, now: Date): Promise<void> {
  const cents = await centsFor(writer, 'held', id);
  if (cents <= 0) return;
  const paymentId = await showPayment(writer, { id, name, cents: -cents, at: now });
  const lines = { held: -cents, campaigns: cents };
  await postEntry(writer, { kind: 'budget_captured', lines, paymentId, campaignId: id, at: now });
}

/**
 * Adds to the budget of an approved campaign and records that in the brand's payments. The writer's lock prevents two
 * requests from spending the same funds.
 * @throws {ApiError} 402 if the available balance is too low or negative
 */
export async function topUpBudget(
  writer: BrandWriter,
  { id, name }: FundedCampaign,
  cents: number,
  now: Date,
): Promise<void> {
  await requireNoDebt(writer);
  const { available } = await balancesOf(writer);
  if (available < cents) throw new ApiError('insufficient_balance', 'Insufficient balance');
  const paymentId = await showPayment(writer, { id, name, cents: -cents, at: now });
  const lines = { available: -cents, campaigns: cents };
  await postEntry(writer, { kind: 'budget_topped_up', lines, paymentId, campaignId: id, at: now });
}

/** Releases the held budget of a campaign that won't run. */
export async function releaseBudget(writer: BrandWriter, campaignId: string, now: Date): Promise<void> {
  const cents = await centsFor(writer, 'held', campaignId);
  if (cents <= 0) return;
  const lines = { held: -cents, available: cents };
  await postEntry(writer, { kind: 'budget_released', lines, campaignId, at: now });
}

/**
 * Returns the budget of an approved campaign that was archived before its start, and records that in the brand's payments.
 */
export async function returnBudget(writer: BrandWriter, { id, name }: FundedCampaign, now: Date): Promise<void> {
  const cents = await centsFor(writer, 'campaigns', id);
  if (cents <= 0) return;
  const paymentId = await showPayment(writer, { id, name, cents, at: now });
  const lines = { campaigns: -cents, available: cents };
  await postEntry(writer, { kind: 'budget_released', lines, paymentId, campaignId: id, at: now });
}

interface SettledBudget {
  /** Total earnings of the creators, in cents; never more than the budget. */
  earnedCents: number;
  /** Shown with the payment. */
  reason: string;
}

/**
 * Books a campaign's settlement: moves earnings to the creators' account, returns the rest of the budget to the
 * available balance and records that in the brand's payments. A campaign is settled only once, which a database
 * constraint also enforces.
 * @returns the returned amount, in cents
 */
export async function settleBudget(
  writer: BrandWriter,
  { id, name }: FundedCampaign,
  { earnedCents, reason }: SettledBudget,
  now: Date,
): Promise<number> {
  const cents = await centsFor(writer, 'campaigns', id);
  if (cents <= 0) return 0;
  const rest = cents - earnedCents;
  const shown = { id, name, cents: rest, at: now, kind: 'SETTLEMENT', reason } as const;
  const payment = rest > 0 ? { paymentId: await showPayment(writer, shown) } : {};
  const lines = {
    campaigns: -cents,
    ...(earnedCents > 0 ? { creators: earnedCents } : {}),
    ...(rest > 0 ? { available: rest } : {}),
  };
  await postEntry(writer, { kind: 'campaign_settled', lines, ...payment, campaignId: id, at: now });
  return rest;
}

/**
 * Settles a campaign with per-post fees that was approved before brands paid these fees. The creators are owed their
 * fees, which the provider pays. Happens once per campaign.
 */
export async function bookFees(writer: BrandWriter, campaignId: string, earnedCents: number, now: Date): Promise<void> {
  if (earnedCents === 0) return;
  const lines = { provider: -earnedCents, creators: earnedCents };
  await postEntry(writer, { kind: 'campaign_settled', lines, campaignId, at: now });
}

/** Returns the unspent budget that a campaign's settlement returned, in cents. */
export async function budgetReturnedBySettlement(scope: BrandScope, campaignId: string): Promise<number> {
  const isIts = and(eq(ledgerEntries.campaignId, campaignId), eq(ledgerEntries.kind, 'campaign_settled'));
  const [row] = await scope.db
    .select({ cents: ledgerLines.amountCents })
    .from(ledgerEntries)
    .innerJoin(
      ledgerLines,
      and(eq(ledgerLines.brandId, ledgerEntries.brandId), eq(ledgerLines.entryId, ledgerEntries.id)),
    )
    .where(scope.own(ledgerEntries, isIts, eq(ledgerLines.account, 'available')));
  return row?.cents ?? 0;
}

interface ShownPayment extends FundedCampaign {
  cents: number;
  at: Date;
  kind?: 'SETTLEMENT';
  reason?: string;
}

async function showPayment(
  { brandId, db, revision }: BrandWriter,
  { id: campaignId, name, cents, at, kind, reason }: ShownPayment,
): Promise<string> {
  const id = newId('pay', at);
  await db.insert(payments).values({
    ...{ brandId, id, campaignId, revision, amountCents: cents, status: 'COMPLETED', createdAt: at, updatedAt: at },
    ...{ kind: kind ?? null, statusReason: reason ?? null },
    methodTitle: 'Account balance',
    methodSubtitle: name,
  });
  return id;
}
