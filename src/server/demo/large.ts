import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { brands } from '../database/tables.ts';
import { hashPassword } from '../services/passwords.ts';
import { demoLogin, insertDemoBrand } from './accounts.ts';
import { type CampaignPlan, campaignPlans } from './brand/campaign-plan.ts';
import { makeBrandContents, type Planned } from './brand/contents.ts';
import { type OfferPlan, planOffers } from './brand/offer-plan.ts';
import { randomFor } from './random.ts';
import { insertContents } from './seed.ts';
import { ensureTags } from './tags.ts';

export const largeLogin = { email: 'large@afield.test', password: demoLogin.password } as const;

export interface LargeSize {
  campaigns: number;
  offers: number;
  /** Days of figures over all posts. */
  postDays: number;
}

/**
 * Makes a brand of exactly this size, to measure with. Where it is there already it is left as it is.
 * @returns its id
 * @throws if there are fewer campaigns with offers than its offers need
 */
export async function generateLarge(db: Database, { now, ...size }: LargeSize & { now: Date }): Promise<string> {
  const { email, password } = largeLogin;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ id: brands.id }).from(brands).where(eq(brands.email, email));
    if (found) return found.id;
    const tagIds = await ensureTags(tx);
    const name = 'Fernhill at Large';
    const brandId = await insertDemoBrand(tx, { email, name, passwordHash, now });
    const input = { brandId, brandName: name, now, revision: 1, tagIds };
    const contents = makeBrandContents(input, largePlans(size), size.postDays);
    const made = [contents.campaigns, contents.offers, contents.figures].map((rows) => rows.length);
    const wanted = [size.campaigns, size.offers, size.postDays];
    if (made.join() !== wanted.join()) throw new Error(`Made ${made} campaigns, offers and days instead of ${wanted}`);
    await insertContents(tx, brandId, contents);
    return brandId;
  });
}

/** The demo's campaigns again and again, and as many offers in each of them as it takes. */
function largePlans({ campaigns, offers }: LargeSize): Planned[] {
  const plans = Array.from({ length: campaigns }, (_, i): CampaignPlan => {
    const plan = campaignPlans[i % campaignPlans.length] as CampaignPlan;
    const round = Math.floor(i / campaignPlans.length);
    return { ...plan, name: plan.name && (round === 0 ? plan.name : `${plan.name} ${round + 1}`) };
  });
  const usual = plans.map((plan, i) => planOffers(randomFor(`large ${i}`), plan, i));

  let left = offers;
  let openLeft = usual.filter(({ length }) => length > 0).length;
  return plans.map((plan, i) => {
    const some = usual[i] ?? [];
    if (some.length === 0) return { plan, offers: [] };
    const count = Math.ceil(left / openLeft);
    left -= count;
    openLeft -= 1;
    return { plan, offers: Array.from({ length: count }, (_, j) => some[(i + j) % some.length] as OfferPlan) };
  });
}
