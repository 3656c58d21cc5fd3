import { eq, sql } from 'drizzle-orm';
import type { LedgerEntryKind } from '#domain/money/ledger-kinds.ts';
import { entriesOf } from '#domain/shared/keys.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { type ledgerAccounts, ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';

export type LedgerAccount = (typeof ledgerAccounts)[number];

export interface LedgerEntry {
  kind: LedgerEntryKind;
  /** Change of each account's balance, in cents. The changes sum to zero. */
  lines: Partial<Record<LedgerAccount, number>>;
  paymentId?: string;
  campaignId?: string;
  payoutId?: string;
  at: Date;
}

/**
 * Moves money by adding one entry. All balance changes go through this function.
 * @throws if the lines don't sum to zero
 */
export async function postEntry(writer: BrandWriter, entry: LedgerEntry): Promise<void> {
  const lines = entriesOf(entry.lines).map(([account, amountCents]) => ({ account, amountCents }));
  if (lines.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0) {
    throw new Error(`Lines of ${entry.kind} don't sum to zero`);
  }
  const { brandId, db } = writer;
  const id = newId('led', entry.at);
  await db.insert(ledgerEntries).values({
    brandId,
    id,
    kind: entry.kind,
    paymentId: entry.paymentId ?? null,
    campaignId: entry.campaignId ?? null,
    payoutId: entry.payoutId ?? null,
    createdAt: entry.at,
  });
  await db.insert(ledgerLines).values(lines.map((line) => ({ brandId, entryId: id, ...line })));
  await db.update(brands).set({ shownRevision: writer.revision }).where(eq(brands.id, brandId));
}

/** Returns the balance of each of the brand's accounts, in cents. */
export async function balancesOf(scope: BrandScope): Promise<Record<LedgerAccount, number>> {
  const rows = await scope.db
    .select({ account: ledgerLines.account, cents: sql`sum(${ledgerLines.amountCents})`.mapWith(Number) })
    .from(ledgerLines)
    .where(scope.own(ledgerLines))
    .groupBy(ledgerLines.account);
  const balances = { available: 0, pending: 0, held: 0, campaigns: 0, creators: 0, provider: 0, adjustments: 0 };
  for (const { account, cents } of rows) balances[account] = cents;
  return balances;
}
