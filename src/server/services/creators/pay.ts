import { eq, sql } from 'drizzle-orm';
import type { CreatorPay } from '#contract/creator.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { dailyGains } from '#server/database/figure-tables.ts';
import type { brands, campaigns } from '#server/database/tables.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** Earnings of views by a price for a thousand, in whole cents. */
const centsFor = (views: number, cpmCents: number) => Math.floor((views * cpmCents) / 1000);

/** Pay of an offer's creator, and earnings of its post so far where there is one. */
export async function readPay(
  scope: BrandScope,
  campaign: CampaignRow,
  brand: Pick<typeof brands.$inferSelect, 'cpmCents'>,
  post: { viewCount: number } | null,
): Promise<{ pay: CreatorPay; earnedCents: number | null }> {
  switch (campaign.campaignType) {
    case 'DROP':
      return { pay: { kind: 'product' }, earnedCents: null };
    case 'FLAT_FEE':
      return { pay: { kind: 'flat-fee', cents: campaign.feeCents }, earnedCents: post && campaign.feeCents };
    case 'CPM': {
      const cpmCents = campaign.workerCpmCents ?? brand.cpmCents;
      const budgetCents = campaign.workerBudgetCents ?? campaign.cpmBudgetCents;
      const own = centsFor(post?.viewCount ?? 0, cpmCents);
      if (budgetCents === null) return { pay: perViews(cpmCents, null), earnedCents: post && own };
      const all = centsFor(await viewsOf(scope, campaign.id), cpmCents);
      // The views of others come out of the same budget. What a post has earned stays its own when that is used up.
      const mostCents = Math.max(0, budgetCents - Math.max(0, all - own));
      return { pay: perViews(cpmCents, mostCents), earnedCents: post && Math.min(own, mostCents) };
    }
  }
}

const perViews = (cpmCents: number, mostCents: number | null): CreatorPay => ({
  kind: 'per-thousand-views',
  cpmCents,
  mostCents,
});

async function viewsOf(scope: BrandScope, campaignId: string): Promise<number> {
  const [row] = await scope.db
    .select({ views: sql`coalesce(sum(${dailyGains.viewCount}), 0)`.mapWith(Number) })
    .from(dailyGains)
    .where(scope.own(dailyGains, eq(dailyGains.subjectId, campaignId)));
  return row?.views ?? 0;
}
