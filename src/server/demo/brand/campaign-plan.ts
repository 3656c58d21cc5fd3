import type { campaignTypes, SocialPlatform } from '#contract/brand/campaign.ts';
import type { Scene } from './offers/captions.ts';

/** Phase of a campaign's life. */
export type CampaignState =
  | 'in-review'
  | 'rejected'
  | 'queued'
  | 'sourcing'
  | 'active'
  | 'ending'
  | 'goal-reached'
  | 'end-reached';

export interface CampaignPlan {
  name: string | null;
  scene: Scene;
  state: CampaignState;
  /** Days from now to its start; negative once it has started. */
  start: number;
  /** Null for no end date. */
  days: number | null;
  platforms: readonly SocialPlatform[];
  tags: readonly string[];
  /** Null for types without a budget. */
  budgetDollars: number | null;
  cpmCents: number;
  type?: (typeof campaignTypes)[number];
  /** Share of the view target that its posts have reached so far. */
  reached?: number;
  /** Views so far of a campaign without a budget. */
  views?: number;
  posts?: number;
  archived?: true;
  unread?: true;
  rejectionReason?: string | null;
}

type Rest = Partial<
  Pick<CampaignPlan, 'type' | 'posts' | 'archived' | 'unread' | 'rejectionReason' | 'reached' | 'views'>
>;

const tt = ['TIKTOK'] as const;
const ig = ['INSTAGRAM'] as const;
const yt = ['YOUTUBE'] as const;
const fb = ['FACEBOOK'] as const;
const short = ['TIKTOK', 'INSTAGRAM', 'YOUTUBE'] as const;
const four = [...short, 'FACEBOOK'] as const;
const all = ['INSTAGRAM', 'TIKTOK', 'YOUTUBE', 'FACEBOOK', 'SNAPCHAT', 'TWITTER'] as const;

const plan = (
  state: CampaignState,
  [name, scene]: readonly [string | null, Scene],
  [start, days]: readonly [number, number | null],
  platforms: readonly SocialPlatform[],
  tags: readonly string[],
  [budgetDollars, cpmCents]: readonly [number | null, number],
  rest: Rest = {},
): CampaignPlan => ({ state, name, scene, start, days, platforms, tags, budgetDollars, cpmCents, ...rest });

const longName =
  'The Great Fernhill Refill Relay: seven cities, one bottle, and everybody who ever forgot theirs on a train seat';
const offBrief = 'This audience can’t be reached at your budget’s CPM. Raise the budget, or choose more platforms.';
const claims =
  'The guidelines ask creators to say that the lotion heals eczema. Health claims aren’t allowed: please remove it.';

/** The demo brand's campaigns: every state that the screens can show, and enough for a second and a third page. */
export const campaignPlans: readonly CampaignPlan[] = [
  plan('in-review', ['New Mug Monday', 'coffee'], [9, 30], tt, ['Food & Drink', 'Home'], [2_500, 500], {
    unread: true,
  }),
  plan('in-review', [null, 'unboxing'], [4, null], ig, ['Lifestyle'], [600, 500]),
  plan(
    'in-review',
    ['Thermal Bottle 2.0 teaser', 'unboxing'],
    [14, 21],
    short,
    ['Outdoors', 'Tech', 'Lifestyle', 'Travel'],
    [4_000, 550],
  ),
  plan('in-review', ['Campus Drop', 'review'], [6, 14], four, ['Students'], [null, 500], { type: 'DROP' }),
  plan('rejected', ['Lotion that listens', 'skincare'], [2, 30], ig, ['Beauty', 'Wellness'], [1_500, 500], {
    unread: true,
    rejectionReason: claims,
  }),
  plan('rejected', ['Everyone, everywhere', 'running'], [3, 10], four, ['All'], [300, 450], {
    rejectionReason: offBrief,
  }),
  plan('rejected', ['Shelf to stove', 'recipe'], [1, 30], yt, ['Food & Drink'], [900, 500], {
    rejectionReason: 'One of the do’s is missing its second half. Finish the sentence and send it again.',
  }),
  plan('rejected', [null, 'desk'], [5, null], tt, [], [1_000, 500], { rejectionReason: null }),

  plan('queued', ['Ridge Trail Kit', 'camping'], [8, 45], short, ['Outdoors', 'Sports', 'Travel'], [8_000, 550], {
    unread: true,
  }),
  plan('queued', ['Brew for Two', 'coffee'], [20, 14], ig, ['Food & Drink'], [1_200, 500]),
  plan('queued', ['Desk Reset, part two', 'desk'], [35, 30], yt, ['Home', 'Tech'], [2_000, 500]),
  plan('queued', ['Oat Bowl, part two', 'recipe'], [3, null], four, ['Food & Drink', 'Family'], [1_800, 450]),
  plan('sourcing', ['First Light Runners', 'running'], [-1, 30], tt, ['Sports'], [3_000, 500], { unread: true }),
  plan('sourcing', ['Two-Night Pack', 'camping'], [-2, 45], short, ['Outdoors', 'Travel'], [5_000, 550]),
  plan('sourcing', ['Gifts under $40', 'unboxing'], [-1, 28], fb, ['Family', 'Lifestyle'], [900, 450]),

  plan('active', ['Cold Brew Club', 'coffee'], [-19, 35], tt, ['Food & Drink', 'Lifestyle'], [4_800, 500], {
    reached: 0.58,
    posts: 11,
    unread: true,
  }),
  plan(
    'active',
    ['Trail Bottle Launch', 'unboxing'],
    [-24, 45],
    four,
    ['Outdoors', 'Sports', 'Travel', 'Lifestyle'],
    [9_500, 550],
    { reached: 0.64, posts: 14, unread: true },
  ),
  plan('active', ['Morning Lotion, 40 seconds', 'skincare'], [-12, 30], ig, ['Beauty'], [2_400, 500], {
    reached: 0.31,
    posts: 7,
    unread: true,
  }),
  plan('active', ['5 km before work', 'running'], [-15, 30], short, ['Sports', 'Wellness'], [3_600, 500], {
    reached: 0.47,
    posts: 9,
  }),
  plan('active', ['Oat Bowl Challenge', 'recipe'], [-21, 40], tt, ['Food & Drink', 'Family'], [2_800, 450], {
    reached: 0.72,
    posts: 10,
  }),
  plan('active', ['Desk Reset', 'desk'], [-9, null], yt, ['Tech', 'Home'], [1_500, 600], { reached: 0.22, posts: 5 }),
  plan(
    'active',
    [longName, 'review'],
    [-17, 60],
    all,
    ['Lifestyle', 'Travel', 'Outdoors', 'Sustainability', 'Students'],
    [12_000, 500],
    { reached: 0.39, posts: 13 },
  ),
  plan('active', ['Lunchbox Heroes', 'recipe'], [-6, 21], fb, ['Family'], [750, 450], { reached: 0.12, posts: 4 }),
  plan('active', [null, 'review'], [-11, 30], ig, [], [1_100, 500], { reached: 0.35, posts: 5 }),
  plan('active', ['Refill, don’t rebuy', 'unboxing'], [-14, 28], tt, ['Sustainability'], [2_000, 500], {
    reached: 0.55,
    posts: 7,
  }),
  plan('ending', ['Study Week', 'desk'], [-28, 30], tt, ['Students', 'Tech'], [3_200, 500], {
    reached: 0.91,
    posts: 14,
    unread: true,
  }),
  plan('ending', ['Weekend Hikes', 'camping'], [-43, 45], short, ['Outdoors', 'Travel'], [6_000, 550], {
    reached: 0.84,
    posts: 16,
  }),
  plan('ending', ['Maple, but make it cold', 'coffee'], [-20, 21], ig, ['Food & Drink'], [1_400, 500], {
    reached: 0.95,
    posts: 9,
  }),
  plan('ending', ['Dry Hands Club', 'skincare'], [-29, 30], yt, ['Beauty', 'Wellness'], [1_900, 550], {
    reached: 0.77,
    posts: 8,
  }),

  plan('goal-reached', ['Carry Your Water', 'running'], [-58, 45], four, ['Sports', 'Outdoors'], [7_500, 500], {
    reached: 1.18,
    posts: 18,
    unread: true,
  }),
  plan('goal-reached', ['Iced Everything', 'coffee'], [-38, 60], tt, ['Food & Drink'], [3_000, 450], {
    reached: 1.06,
    posts: 14,
  }),
  plan('end-reached', ['Road Trip Snacks', 'recipe'], [-49, 30], fb, ['Travel', 'Family'], [1_600, 450], {
    reached: 0.63,
    posts: 11,
  }),
  plan('end-reached', ['Screen-free Sunday', 'camping'], [-66, 30], ig, ['Wellness', 'Family'], [2_200, 550], {
    reached: 0.88,
    posts: 13,
  }),
  plan('goal-reached', ['Festival Bottle', 'unboxing'], [-128, 35], tt, ['Lifestyle', 'Travel'], [6_400, 500], {
    reached: 1.31,
    posts: 30,
  }),
  plan('goal-reached', ['Patio Pour-over', 'coffee'], [-134, 30], ig, ['Food & Drink', 'Home'], [3_400, 500], {
    reached: 1.09,
    posts: 26,
  }),
  plan('goal-reached', ['SPF and Go', 'skincare'], [-142, 42], short, ['Beauty', 'Outdoors'], [5_200, 500], {
    reached: 1.14,
    posts: 31,
  }),
  plan('end-reached', ['Bike Commuters', 'running'], [-150, 30], yt, ['Sports', 'Sustainability'], [4_100, 600], {
    reached: 0.71,
    posts: 24,
  }),
  plan(
    'goal-reached',
    ['Picnic Club', 'recipe'],
    [-158, 45],
    four,
    ['Food & Drink', 'Family', 'Outdoors'],
    [4_600, 450],
    { reached: 1.04, posts: 34 },
  ),
  plan('end-reached', ['Gifts for a New Flat', 'unboxing'], [-166, 30], fb, ['Students', 'Family'], [1_300, 450], {
    reached: 0.52,
    posts: 24,
  }),
  plan('goal-reached', ['First Night Out', 'camping'], [-175, 40], short, ['Outdoors'], [5_800, 550], {
    reached: 1.22,
    posts: 32,
  }),
  plan('goal-reached', ['Honest Reviews Only', 'review'], [-184, 30], tt, ['Lifestyle'], [2_900, 450], {
    reached: 1.11,
    posts: 30,
  }),

  plan('active', ['Sample Saturday', 'skincare'], [-8, 30], ig, ['Beauty'], [null, 500], {
    ...{ type: 'DROP', views: 24_000, posts: 4 },
  }),
  plan('active', ['Founders’ Film', 'review'], [-30, 60], yt, ['Lifestyle'], [null, 500], {
    ...{ type: 'FLAT_FEE', views: 180_000, posts: 6 },
  }),

  plan('goal-reached', ['Run Further', 'running'], [-198, 30], tt, ['Sports'], [3_300, 450], {
    reached: 1.15,
    posts: 28,
    archived: true,
  }),
  plan('goal-reached', ['Desk to Dusk', 'desk'], [-206, 35], ig, ['Home', 'Tech'], [2_700, 450], {
    reached: 1.02,
    posts: 26,
    archived: true,
  }),
  plan('end-reached', ['Mugs for Mum', 'coffee'], [-214, 21], four, ['Family', 'Home'], [2_100, 450], {
    reached: 0.67,
    posts: 24,
    archived: true,
  }),
  plan('rejected', ['Win a year of coffee', 'coffee'], [-40, 14], tt, ['Food & Drink'], [500, 500], {
    archived: true,
    rejectionReason: 'Raffles need terms that we can check. Send them along, or leave the raffle out.',
  }),
  plan('in-review', ['Old draft, please ignore', 'desk'], [-22, 30], yt, ['Tech'], [400, 500], { archived: true }),
  plan('end-reached', ['Sticker Swap', 'unboxing'], [-90, 30], ig, ['Students'], [null, 500], {
    ...{ type: 'DROP', views: 41_000, posts: 6 },
    archived: true,
  }),
];
