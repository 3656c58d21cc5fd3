import { and, eq, sql } from 'drizzle-orm';
import type { BrandScope, BrandWriter } from '../database/brand-scope.ts';
import { ledgerEntries, ledgerLines, payments } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { postEntry } from './ledger.ts';

/** What is held for a campaign until it is decided on, in cents. */
export async function heldFor(scope: BrandScope, campaignId: string): Promise<number> {
  const [row] = await scope.db
    .select({ cents: sql`coalesce(sum(${ledgerLines.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerLines)
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.brandId, ledgerLines.brandId), eq(ledgerEntries.id, ledgerLines.entryId)),
    )
    .where(scope.own(ledgerLines, eq(ledgerLines.account, 'held'), eq(ledgerEntries.campaignId, campaignId)));
  return row?.cents ?? 0;
}

interface FundedCampaign {
  id: string;
  name: string;
}

/** The campaign was approved: what was held for it is spent on it, and the brand's payments show that. */
export async function captureBudget(writer: BrandWriter, { id, name }: FundedCampaign, now: Date): Promise<void> {
  const cents = await heldFor(writer, id);
  if (cents <= 0) return;
  const { brandId, db, revision } = writer;
  const paymentId = newId('pay', now);
  await db.insert(payments).values({
    brandId,
    id: paymentId,
    amountCents: -cents,
    methodTitle: 'Account balance',
    methodSubtitle: name,
    status: 'COMPLETED',
    campaignId: id,
    createdAt: now,
    updatedAt: now,
    revision,
  });
  const lines = { held: -cents, campaigns: cents };
  await postEntry(writer, { kind: 'budget_captured', lines, paymentId, campaignId: id, at: now });
}

/** The campaign will not run: what was held for it is available again. */
export async function releaseBudget(writer: BrandWriter, campaignId: string, now: Date): Promise<void> {
  const cents = await heldFor(writer, campaignId);
  if (cents <= 0) return;
  const lines = { held: -cents, available: cents };
  await postEntry(writer, { kind: 'budget_released', lines, campaignId, at: now });
}
