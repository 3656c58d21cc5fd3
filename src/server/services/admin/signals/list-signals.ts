import { and, eq, exists, inArray, isNotNull, not } from 'drizzle-orm';
import * as v from 'valibot';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { signalKinds } from '#domain/post-signals/signal.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, offers, posts } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { readCosts, readSpend, viewTermsOf } from '#server/services/figures/campaign-spend.ts';
import { isOpenHold, readHolds } from '#server/services/ledger/holds.ts';
import { hasApprovedPost } from '#server/services/moves/state/places.ts';
import { holdViewSchema, toHoldView } from '../holds/earning-state.ts';
import { readSignals, type SignalledPost } from './read-signals.ts';

export const signalSchema = v.object({
  kind: v.picklist(signalKinds),
  text: v.string(),
  numbers: v.record(v.string(), v.union([v.number(), v.string()])),
});

export const listedSignalsSchema = v.object({
  offerId: v.string(),
  url: v.string(),
  platform: v.picklist(socialPlatforms),
  username: v.string(),
  brandName: v.string(),
  campaignId: v.string(),
  campaignName: v.nullable(v.string()),
  /** Earnings, or earnings so far if the campaign isn't settled. */
  earnedCents: v.number(),
  signals: v.array(signalSchema),
  /** The hold on the earnings; null if there is none. */
  hold: v.nullable(holdViewSchema),
});
export type ListedSignals = v.InferOutput<typeof listedSignalsSchema>;

/**
 * Lists posts with signals, highest earnings first. For one campaign, the list includes all posts, otherwise only posts
 * whose earnings aren't paid yet.
 * @throws {CommandError} for an unknown campaign
 */
export async function listSignals(db: Database, campaignId: string | undefined): Promise<ListedSignals[]> {
  const found = await readSignals(db, campaignId === undefined ? isUnpaid(db) : eq(posts.campaignId, campaignId));
  if (found.length === 0 && campaignId !== undefined) await requireCampaign(db, campaignId);
  const offerIds = found.map(({ offerId }) => offerId);
  const isTheirs = and(inArray(earningHolds.offerId, offerIds), isOpenHold());
  const holdOf = new Map((await readHolds(db, isTheirs)).map((hold) => [hold.offerId, hold]));
  const known = await readCampaigns(db, found);
  const listed = found.map(({ brandId, campaignId: id, offerId, ...post }) => {
    const hold = holdOf.get(offerId);
    const campaign = known.get(id);
    return {
      ...post,
      ...{ offerId, campaignId: id, campaignName: campaign?.name ?? null, brandName: campaign?.brandName ?? '' },
      earnedCents: campaign?.earnedBy.get(offerId) ?? 0,
      hold: hold === undefined ? null : toHoldView(hold),
    };
  });
  return listed.sort(
    (a, b) => b.earnedCents - a.earnedCents || b.signals.length - a.signals.length || (a.offerId < b.offerId ? -1 : 1),
  );
}

/** SQL condition: the post's earnings aren't paid. Paid earnings can no longer be put on hold. */
const isUnpaid = (db: Database) =>
  not(
    exists(
      db
        .select({ offerId: earnings.offerId })
        .from(earnings)
        .where(
          and(eq(earnings.brandId, posts.brandId), eq(earnings.offerId, posts.offerId), isNotNull(earnings.payoutId)),
        ),
    ),
  );

async function requireCampaign(db: Database, campaignId: string): Promise<void> {
  const [row] = await db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, campaignId));
  if (row === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
}

interface ReadCampaign {
  name: string | null;
  brandName: string;
  earnedBy: ReadonlyMap<string, number>;
}

/** Returns the campaigns of posts, with their offers' earnings. */
async function readCampaigns(db: Database, found: readonly SignalledPost[]): Promise<Map<string, ReadCampaign>> {
  const known = new Map<string, ReadCampaign>();
  if (found.length === 0) return known;
  const offerIds = found.map(({ offerId }) => offerId);
  const settled = await db.select().from(earnings).where(inArray(earnings.offerId, offerIds));
  const rows = await db
    .select({ campaign: campaigns, brand: brands })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(inArray(campaigns.id, [...new Set(found.map(({ campaignId }) => campaignId))]));
  for (const { campaign, brand } of rows) {
    const own = found.filter(({ campaignId }) => campaignId === campaign.id);
    const earnedBy =
      campaign.settledAt === null
        ? await earnedSoFar(db, campaign, brand, own)
        : new Map(settled.map(({ offerId, amountCents }) => [offerId, amountCents]));
    known.set(campaign.id, { name: campaign.name, brandName: brand.name, earnedBy });
  }
  return known;
}

async function earnedSoFar(
  db: Database,
  campaign: typeof campaigns.$inferSelect,
  brand: typeof brands.$inferSelect,
  own: readonly SignalledPost[],
): Promise<ReadonlyMap<string, number>> {
  if (campaign.campaignType === 'DROP') return new Map();
  const scope = brandScope(db, campaign.brandId);
  if (campaign.campaignType === 'FLAT_FEE') {
    const isOfOne = inArray(
      offers.id,
      own.map(({ offerId }) => offerId),
    );
    const rows = await db
      .select({ id: offers.id })
      .from(offers)
      .where(scope.own(offers, isOfOne, hasApprovedPost));
    return new Map(rows.map(({ id }) => [id, campaign.feeCents ?? 0]));
  }
  const terms = viewTermsOf(campaign, brand);
  const { budgetDay } = await readSpend(scope, campaign.id, terms);
  return readCosts(scope, campaign.id, terms, budgetDay);
}
