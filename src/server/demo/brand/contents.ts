import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { between, randomFor } from '../random.ts';
import { type CampaignPlan, campaignPlans } from './campaign-plan.ts';
import { type CampaignRow, generateCampaign, viewsOf } from './campaigns.ts';
import { type CreatorRow, generateCreators } from './creators.ts';
import { generatePayments, type Money } from './money.ts';
import { type OfferPlan, planOffers } from './offers/offer-plan.ts';
import { type GeneratedOffers, generateOffers } from './offers/offers.ts';
import { type FigureRow, generatePosts, type PostRow } from './offers/posts.ts';

/** All rows of a brand, ready for inserting. */
export interface BrandContents extends Omit<GeneratedOffers, 'published'>, Money {
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
  /** IDs by name. */
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

/** A campaign and its offers before their rows are generated. */
export interface CampaignWithOffers {
  plan: CampaignPlan;
  offers: readonly OfferPlan[];
}

/** The demo brand's campaigns and their offers. */
export const demoPlans = (): CampaignWithOffers[] =>
  campaignPlans.map((plan, number) => ({ plan, offers: planOffers(randomFor(`offer plans ${number}`), plan, number) }));

/** Limits for generated posts and their figures. */
interface Watched {
  posts?: number;
  days?: number;
  /** Maximum number of days per post; the newest are kept. */
  daysEach?: number;
}

/** Creators per platform: the demo's number, or more if a campaign has more offers. */
function creatorsFor(plans: readonly CampaignWithOffers[]): Record<SocialPlatform, number> {
  const counts = { ...creatorCounts };
  for (const { plan, offers } of plans) {
    const taken = Math.ceil(offers.length / plan.platforms.length);
    for (const platform of plan.platforms) counts[platform] = Math.max(counts[platform], taken);
  }
  return counts;
}

/**
 * A brand according to its plans, derived only from `now`. Each campaign has its own random sequence, so changing one
 * doesn't affect the others.
 */
export function generateBrandContents(
  input: BrandInput,
  plans: readonly CampaignWithOffers[],
  { posts: postsLimit = Infinity, days: daysLimit = Infinity, daysEach }: Watched = {},
): BrandContents {
  const { brandId, now, revision } = input;
  const pools = generateCreators(randomFor('creators'), { brandId, at: now, counts: creatorsFor(plans) });
  const contents: BrandContents = {
    campaigns: [],
    creators: [...pools.values()].flat(),
    offers: [],
    fulfillments: [],
    moves: [],
    posts: [],
    figures: [],
    payments: [],
    entries: [],
    lines: [],
  };
  const planned = plans.map(({ plan }, number) => generateCampaign(randomFor(`campaign ${number}`), plan, input));
  let [postsLeft, daysLeft] = [postsLimit, daysLimit];
  for (const [number, campaign] of planned.entries()) {
    const random = randomFor(`offers ${number}`);
    const made = generateOffers(random, campaign, plans[number]?.offers ?? [], { ...input, creators: pools });
    contents.campaigns.push(campaign.row);
    contents.offers.push(...made.offers);
    contents.fulfillments.push(...made.fulfillments);
    contents.moves.push(...made.moves);
    if (postsLeft <= 0 || daysLeft <= 0) continue;
    const published = made.published.slice(0, postsLeft);
    const views = viewsOf(campaign) * between(random, 0.985, 1.015);
    const { posts, figures } = generatePosts(random, published, { brandId, views, now, revision, daysEach });
    // If the limit is exceeded, keep the newest days: a post shows its latest day.
    const kept = figures.slice(Math.max(0, figures.length - daysLeft));
    daysLeft -= kept.length;
    const keptPosts = new Set(kept.map(({ postId }) => postId));
    postsLeft -= keptPosts.size;
    contents.posts.push(...posts.filter(({ id }) => keptPosts.has(id)));
    for (const figure of kept) contents.figures.push(figure);
  }
  return { ...contents, ...generatePayments(randomFor('money'), planned, input) };
}
