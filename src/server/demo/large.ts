import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { brands } from '../database/tables/tables.ts';
import { hashPassword } from '../services/accounts/passwords.ts';
import { demoLogin, insertDemoBrand } from './accounts.ts';
import { type CampaignPlan, campaignPlans } from './brand/campaign-plan.ts';
import { type CampaignWithOffers, generateBrandContents } from './brand/contents.ts';
import { planOffers } from './brand/offers/offer-plan.ts';
import { cyclicEntry, randomFor } from './random.ts';
import { insertContents } from './seed.ts';
import { readTagIds } from './tags.ts';

export const largeLogin = { email: 'large@afield.test', password: demoLogin.password } as const;

export interface LargeSize {
  campaigns: number;
  offers: number;
  /** `all` spreads the offers over all campaigns; `one` puts them all into the first campaign that reached its goal. */
  offersIn?: 'all' | 'one';
  /** Figures of its posts: a total number of days, or a number of posts and the days of each. */
  watched: { days: number } | { posts: number; daysEach: number };
}

interface LargeBrandOptions extends LargeSize {
  now: Date;
  email?: string;
}

/**
 * Generates a brand of exactly this size for benchmarks. An existing one is left unchanged.
 * @returns its ID
 * @throws if there are too few campaigns for the offers, or too few offers for the posts
 */
export async function generateLargeBrand(
  db: Database,
  { now, email = largeLogin.email, ...size }: LargeBrandOptions,
): Promise<string> {
  const passwordHash = await hashPassword(largeLogin.password);
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ id: brands.id }).from(brands).where(eq(brands.email, email));
    if (found) return found.id;
    const tagIds = await readTagIds(tx);
    const name = 'Fernhill at Large';
    const brandId = await insertDemoBrand(tx, { email, name, passwordHash, now });
    const input = { brandId, brandName: name, now, revision: 1, tagIds };
    const { watched } = size;
    const contents = generateBrandContents(input, largePlans(size), watched);
    const watches = 'days' in watched ? contents.figures : contents.posts;
    const made = [contents.campaigns, contents.offers, watches].map((rows) => rows.length);
    const wanted = [size.campaigns, size.offers, 'days' in watched ? watched.days : watched.posts];
    if (made.join() !== wanted.join()) {
      throw new Error(`Made ${made} campaigns, offers and days or posts instead of ${wanted}`);
    }
    await insertContents(tx, { brandId, now }, contents);
    return brandId;
  });
}

/** Repeats the demo's campaigns, and fills all of them, or one, with the required number of offers. */
function largePlans({ campaigns, offers, offersIn = 'all' }: LargeSize): CampaignWithOffers[] {
  const plans = Array.from({ length: campaigns }, (_, i): CampaignPlan => {
    const plan = cyclicEntry(campaignPlans, i);
    const round = Math.floor(i / campaignPlans.length);
    return { ...plan, name: plan.name && (round === 0 ? plan.name : `${plan.name} ${round + 1}`) };
  });
  const only = offersIn === 'one' ? plans.findIndex(({ state }) => state === 'goal-reached') : null;
  const usual = plans.map((plan, i) =>
    only === null || only === i ? planOffers(randomFor(`large ${i}`), plan, i) : [],
  );

  let left = offers;
  let openLeft = usual.filter(({ length }) => length > 0).length;
  return plans.map((plan, i) => {
    const some = usual[i] ?? [];
    if (some.length === 0) return { plan, offers: [] };
    const count = Math.ceil(left / openLeft);
    left -= count;
    openLeft -= 1;
    return { plan, offers: Array.from({ length: count }, (_, j) => cyclicEntry(some, i + j)) };
  });
}
