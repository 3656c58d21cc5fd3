import type { SocialPlatform } from '../../../contract/campaign.ts';
import { between, randomFor } from '../random.ts';
import { campaignPlans } from './campaign-plan.ts';
import { type CampaignRow, makeCampaign, targetOf } from './campaigns.ts';
import { type CreatorRow, makeCreators } from './creators.ts';
import { type Money, makeMoney } from './money.ts';
import { type MadeOffers, makeOffers } from './offers.ts';
import { type FigureRow, makePosts, type PostRow } from './posts.ts';

/** All rows of a brand, ready to be inserted. */
export interface BrandContents extends Omit<MadeOffers, 'published'>, Money {
  campaigns: CampaignRow[];
  creators: CreatorRow[];
  posts: PostRow[];
  figures: FigureRow[];
}

interface BrandInput {
  brandId: string;
  brandName: string;
  now: Date;
  revision: number;
  /** Ids by name. */
  tagIds: ReadonlyMap<string, string>;
}

const creatorCounts: Readonly<Record<SocialPlatform, number>> = {
  TIKTOK: 90,
  INSTAGRAM: 70,
  YOUTUBE: 50,
  FACEBOOK: 44,
  SNAPCHAT: 6,
  TWITTER: 6,
};

/** The demo brand, worked out from nothing but `now`. Each campaign has chances of its own: changing one leaves the others. */
export function makeBrandContents(input: BrandInput): BrandContents {
  const { brandId, now, revision } = input;
  const pools = makeCreators(randomFor('creators'), { brandId, at: now, counts: creatorCounts });
  const contents: BrandContents = {
    campaigns: [],
    creators: [...pools.values()].flat(),
    offers: [],
    fulfillments: [],
    posts: [],
    figures: [],
    payments: [],
    entries: [],
    lines: [],
  };
  const planned = campaignPlans.map((plan, number) => makeCampaign(randomFor(`campaign ${number}`), plan, input));
  for (const [number, campaign] of planned.entries()) {
    const random = randomFor(`offers ${number}`);
    const { offers, fulfillments, published } = makeOffers(random, campaign, number, { ...input, creators: pools });
    const views = targetOf(campaign) * (campaign.plan.reached ?? 0) * between(random, 0.985, 1.015);
    const { posts, figures } = makePosts(random, published, { brandId, views, now, revision });
    contents.campaigns.push(campaign.row);
    contents.offers.push(...offers);
    contents.fulfillments.push(...fulfillments);
    contents.posts.push(...posts);
    contents.figures.push(...figures);
  }
  return { ...contents, ...makeMoney(randomFor('money'), planned, input) };
}
