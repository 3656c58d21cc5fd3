import { eq, inArray, lte, sql } from 'drizzle-orm';
import { budgetDay, costByOffer, spendCents, type ViewTerms, viewsOfBudget } from '#domain/money/spend.ts';
import { addDays, allDays, type Day } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { dailyGains } from '#server/database/tables/figure-tables.ts';
import { type brands, type campaigns, posts } from '#server/database/tables/tables.ts';
import { readGains } from './post-gains.ts';

type CampaignRow = Pick<typeof campaigns.$inferSelect, 'workerCpmCents' | 'workerBudgetCents' | 'cpmBudgetCents'>;

/** Returns a campaign's price and budget: fixed at its approval, or as requested until then. */
export const viewTermsOf = (
  { workerCpmCents, workerBudgetCents, cpmBudgetCents }: CampaignRow,
  brand: Pick<typeof brands.$inferSelect, 'cpmCents'>,
): ViewTerms => ({ cpmCents: workerCpmCents ?? brand.cpmCents, budgetCents: workerBudgetCents ?? cpmBudgetCents });

/** A campaign's total views and the day on which they used up its budget; null while some budget is left. */
export interface CampaignReach {
  views: number;
  usedUpOn: Day | null;
}

/**
 * Returns views, and the day on which they used up the budget, by campaign id, in a single query. Campaigns without
 * views are left out.
 * @param budgets price and budget of campaigns that pay by views
 */
export async function readReach(
  scope: BrandScope,
  ids: readonly string[],
  budgets: ReadonlyMap<string, ViewTerms>,
): Promise<Map<string, CampaignReach>> {
  if (ids.length === 0) return new Map();
  const enough = Object.fromEntries([...budgets].map(([id, terms]) => [id, viewsOfBudget(terms)]));
  const days = scope.db
    .select({
      subjectId: dailyGains.subjectId,
      day: dailyGains.day,
      viewCount: dailyGains.viewCount,
      reached:
        sql`sum(${dailyGains.viewCount}) over (partition by ${dailyGains.subjectId} order by ${dailyGains.day})`.as(
          'reached',
        ),
    })
    .from(dailyGains)
    .where(scope.own(dailyGains, inArray(dailyGains.subjectId, [...ids])));
  const rows = await rowsOf<CampaignReach & { id: string }>(
    scope.db,
    sql`select subject_id as id, sum(view_count)::float8 as views,
        (min(day) filter (where reached >= (${JSON.stringify(enough)}::jsonb ->> subject_id)::numeric))::text as "usedUpOn"
      from (${days}) days group by subject_id`,
  );
  return new Map(rows.map(({ id, ...reached }) => [id, reached]));
}

interface CampaignSpend {
  spentCents: number;
  /** Null if the campaign has no budget. */
  leftCents: number | null;
  /** The day on which the budget was used up; null while some of it is left. */
  budgetDay: Day | null;
}

/** Returns the spend of a campaign that pays by views, in total or up to a day. */
export async function readSpend(
  scope: BrandScope,
  campaignId: string,
  terms: ViewTerms,
  until: Day = allDays.until,
): Promise<CampaignSpend> {
  const days = await scope.db
    .select({ day: dailyGains.day, views: dailyGains.viewCount })
    .from(dailyGains)
    .where(scope.own(dailyGains, eq(dailyGains.subjectId, campaignId), lte(dailyGains.day, until)));
  const last = budgetDay(days, terms);
  const counted = last === null ? days : days.filter(({ day }) => day <= last);
  const spentCents = spendCents(
    counted.reduce((sum, { views }) => sum + views, 0),
    terms,
  );
  return { spentCents, leftCents: terms.budgetCents === null ? null : terms.budgetCents - spentCents, budgetDay: last };
}

/**
 * Splits a campaign's spend among the offers whose views it paid for; see the domain's `costByOffer`.
 * @param lastDay the day on which the budget was used up, from {@link readSpend} up to the same day
 */
export async function readCosts(
  scope: BrandScope,
  campaignId: string,
  terms: ViewTerms,
  lastDay: Day | null,
  until: Day = allDays.until,
): Promise<Map<string, number>> {
  const inCampaign = await scope.db
    .select({ id: posts.id, offerId: posts.offerId })
    .from(posts)
    .where(scope.own(posts, eq(posts.campaignId, campaignId)));
  const offerOf = new Map(inCampaign.map(({ id, offerId }) => [id, offerId]));
  const viewsIn = async (since: Day, until: Day) => {
    const views = new Map<string, number>();
    for (const [id, { viewCount }] of await readGains(scope, { since, until }, [...offerOf.keys()])) {
      const offerId = offerOf.get(id) ?? '';
      views.set(offerId, (views.get(offerId) ?? 0) + viewCount);
    }
    return views;
  };
  const before = await viewsIn(allDays.since, lastDay === null ? until : addDays(lastDay, -1));
  const onBudgetDay = lastDay === null ? new Map<string, number>() : await viewsIn(lastDay, lastDay);
  return costByOffer({ before, onBudgetDay }, terms);
}
