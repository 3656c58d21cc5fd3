import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { CreatorStatement, CreatorStatementLine } from '#contract/creator/creator-money.ts';
import { lastWholeDay } from '#domain/money/spend.ts';
import {
  creatorStatement,
  type SettledOffer,
  statementNotes,
  viewLines,
} from '#domain/statements/creator-statement.ts';
import { dayOf } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { brands, campaigns, fulfillments, offers } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import { viewTermsOf } from '../figures/campaign-spend.ts';
import { readDailyViews } from '../figures/daily-views.ts';
import { readEarning } from '../ledger/earnings.ts';
import { readOpenHold } from '../ledger/holds.ts';
import { settlementTerms } from '../ledger/settlement-terms.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/**
 * Returns an offer's earnings by day, and their payment.
 * @throws {ApiError} 404
 */
export async function readCreatorStatement(scope: BrandScope, offerId: string): Promise<CreatorStatement> {
  const [row] = await scope.db
    .select({ campaign: campaigns, brand: brands })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .where(scope.own(offers, eq(offers.id, offerId)));
  if (row === undefined) throw notFound('Offer not found.');
  const { campaign, brand } = row;
  const { settledAt } = campaign;
  const { cents, paidAt } = settledAt === null ? { cents: 0, paidAt: null } : await readEarning(scope, offerId);
  const settled = settledAt && {
    countedUntil: campaign.countedUntil ?? lastWholeDay(settledAt),
    day: dayOf(settledAt),
    cents,
  };
  const isHeld = (await readOpenHold(scope, offerId)) !== null;
  const given = { settledAt, paidAt, isHeld, cpmCents: null };
  switch (campaign.campaignType) {
    case 'DROP':
      return creatorStatement({ ...given, lines: [] });
    case 'FLAT_FEE':
      return creatorStatement({ ...given, lines: await feeLines(scope, offerId, campaign, settled) });
    case 'CPM': {
      const terms = settled ? await settlementTerms(scope, campaign, brand) : viewTermsOf(campaign, brand);
      const gains = await readDailyViews(scope, campaign.id);
      const { cpmCents } = terms;
      return creatorStatement({ ...given, cpmCents, lines: viewLines(offerId, gains, terms, settled) });
    }
  }
}

/** Returns the fee on the day on which the post was approved; an empty list before that or without a fee. */
async function feeLines(
  scope: BrandScope,
  offerId: string,
  { feeCents }: CampaignRow,
  settled: SettledOffer | null,
): Promise<CreatorStatementLine[]> {
  const isApprovedLink = and(eq(fulfillments.evidenceType, 'PUBLISHED_VIDEO_URL'), isNotNull(fulfillments.acceptedAt));
  const [approved] = await scope.db
    .select({ at: fulfillments.acceptedAt })
    .from(fulfillments)
    .where(scope.own(fulfillments, eq(fulfillments.offerId, offerId), isApprovedLink))
    .orderBy(desc(fulfillments.acceptedAt))
    .limit(1);
  const day = approved?.at ? dayOf(approved.at) : settled?.day;
  const earnedCents = settled ? settled.cents : approved ? (feeCents ?? 0) : 0;
  if (day === undefined || earnedCents === 0) return [];
  return [{ day, views: null, earnedCents, note: statementNotes.fee }];
}
