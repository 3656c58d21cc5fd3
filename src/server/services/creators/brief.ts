import type { CreatorOffer } from '#contract/creator/creator.ts';
import { stepsOf } from '#domain/offers/offer-situation.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import type { brands, campaigns } from '#server/database/tables/tables.ts';
import { hasEnded } from '../moves/state/campaign-state.ts';

type BrandRow = typeof brands.$inferSelect;
type CampaignRow = typeof campaigns.$inferSelect;

/** Returns the parts of a brand's profile that creators see, as promised during onboarding. */
export function brandForCreators(brand: BrandRow, { requiredHashtag }: CampaignRow): CreatorOffer['brand'] {
  return {
    name: brand.name,
    iconUrl: brand.iconUrl,
    description: brand.description,
    websiteUrl: brand.brandUrl,
    handles: handlesOf(brand),
    requiredHashtag,
  };
}

/** Returns the brand's own accounts. */
export const handlesOf = (brand: BrandRow): CreatorOffer['brand']['handles'] =>
  offeredPlatforms.flatMap(({ platform, field }) => {
    const username = brand[field]?.trim();
    return username ? [{ platform, username }] : [];
  });

/** Returns the parts of a campaign that creators see. */
export const campaignForCreators = (campaign: CampaignRow): CreatorOffer['campaign'] => ({
  name: campaign.name,
  campaignType: campaign.campaignType,
  endAt: (campaign.endedAt ?? campaign.workerEndDate ?? campaign.endAt)?.toISOString() ?? null,
  hasEnded: hasEnded(campaign),
  isPaused: campaign.pausedAt !== null,
  isEnding: campaign.workerStatus === 'ENDING',
  steps: [...stepsOf(campaign.campaignType, campaign.asks)],
  asksForOriginals: campaign.asksForOriginals,
  dos: campaign.dos,
  donts: campaign.donts,
  brief: campaign.brief,
});
