import { ne } from 'drizzle-orm';
import type { ViewTerms } from '#domain/money/spend.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { ledgerEntries } from '#server/database/tables/ledger-tables.ts';
import type { brands, campaigns } from '#server/database/tables/tables.ts';
import { viewTermsOf } from '../figures/campaign-spend.ts';
import { centsFor } from './campaign-budget.ts';

/** Returns the price and budget of a campaign's settlement, planned or past. Only funded money is owed. */
export async function settlementTerms(
  scope: BrandScope,
  campaign: typeof campaigns.$inferSelect,
  brand: Pick<typeof brands.$inferSelect, 'cpmCents'>,
): Promise<ViewTerms> {
  const { cpmCents, budgetCents } = viewTermsOf(campaign, brand);
  // A settlement moves the campaign's funds, so ignore its entry.
  const funded = await centsFor(scope, 'campaigns', campaign.id, ne(ledgerEntries.kind, 'campaign_settled'));
  return { cpmCents, budgetCents: Math.min(budgetCents ?? funded, funded) };
}
