import { and, eq, ne, sql } from 'drizzle-orm';
import type { ViewTerms } from '#domain/spend.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { ledgerEntries, ledgerLines } from '#server/database/ledger-tables.ts';
import type { brands, campaigns } from '#server/database/tables.ts';
import { viewTermsOf } from '../figures/campaign-spend.ts';

/** Price and budget by which a campaign is, or was, settled. Nothing is owed that wasn't funded. */
export async function settlementTerms(
  scope: BrandScope,
  campaign: typeof campaigns.$inferSelect,
  brand: Pick<typeof brands.$inferSelect, 'cpmCents'>,
): Promise<ViewTerms> {
  const { cpmCents, budgetCents } = viewTermsOf(campaign, brand);
  const funded = await fundedCents(scope, campaign.id);
  return { cpmCents, budgetCents: Math.min(budgetCents ?? funded, funded) };
}

/** Cents that were put aside for a campaign, whether or not its settlement has moved them on. */
async function fundedCents(scope: BrandScope, campaignId: string): Promise<number> {
  const [row] = await scope.db
    .select({ cents: sql`coalesce(sum(${ledgerLines.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerLines)
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.brandId, ledgerLines.brandId), eq(ledgerEntries.id, ledgerLines.entryId)),
    )
    .where(
      scope.own(
        ledgerLines,
        eq(ledgerLines.account, 'campaigns'),
        eq(ledgerEntries.campaignId, campaignId),
        ne(ledgerEntries.kind, 'campaign_settled'),
      ),
    );
  return row?.cents ?? 0;
}
