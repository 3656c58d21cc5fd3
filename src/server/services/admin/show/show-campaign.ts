import { and, count, eq } from 'drizzle-orm';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { OfferStageType } from '#contract/brand/offer.ts';
import type { CreatorOffer, CreatorPay } from '#contract/creator/creator.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { readCampaign } from '#server/services/campaigns/campaigns.ts';
import { brandForCreators, campaignForCreators } from '#server/services/creators/brief.ts';
import { readPay } from '#server/services/creators/pay.ts';
import { type ListedCampaign, toListedCampaign } from '../campaigns.ts';
import { seenOfCampaign } from '../shared/seen.ts';

/** A campaign with the data needed to decide on it. */
export interface ShownCampaign extends ListedCampaign {
  /** Tag of the brief, the terms and the state. */
  seen: string;
  status: Campaign['status'];
  rejectionReason: string | null;
  endAt: string | null;
  tags: string[];
  /** State and budget; null before the approval. */
  worker: Campaign['CPMWorker'];
  viewCount: number;
  feeCents: number | null;
  replacesCampaignId: string | null;
  /** Number of offers by stage. */
  offers: Partial<Record<OfferStageType, number>>;
  /** The part that creators see. */
  forCreators: { brand: CreatorOffer['brand']; campaign: CreatorOffer['campaign']; pay: CreatorPay };
}

/** Returns a campaign, with its brief exactly as creators see it. @throws {CommandError} if there is no such campaign */
export async function showCampaign(db: Database, campaignId: string): Promise<ShownCampaign> {
  const [row] = await db
    .select({ campaign: campaigns, brand: brands })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(eq(campaigns.id, campaignId));
  if (row === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  const { campaign, brand } = row;
  const scope = brandScope(db, brand.id);
  const { tags, CPMWorker: worker, viewCount = 0 } = await readCampaign(scope, campaignId);
  const { pay } = await readPay(scope, campaign, brand, null);
  return {
    ...toListedCampaign(campaign, brand),
    seen: seenOfCampaign(campaign),
    status: campaign.status,
    rejectionReason: campaign.rejectionReason,
    endAt: campaign.endAt?.toISOString() ?? null,
    tags: tags.map(({ name }) => name),
    ...{ worker, viewCount, feeCents: campaign.feeCents, replacesCampaignId: campaign.replacesCampaignId },
    offers: await countOffers(db, campaign),
    forCreators: { brand: brandForCreators(brand, campaign), campaign: campaignForCreators(campaign), pay },
  };
}

async function countOffers(db: Database, { brandId, id }: typeof campaigns.$inferSelect) {
  const rows = await db
    .select({ stage: offers.stageType, count: count() })
    .from(offers)
    .where(and(eq(offers.brandId, brandId), eq(offers.campaignId, id)))
    .groupBy(offers.stageType);
  return Object.fromEntries(rows.map(({ stage, count: n }) => [stage, n]));
}
