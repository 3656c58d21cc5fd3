import fc from 'fast-check';
import { paymentStatuses } from '#contract/brand/billing.ts';
import { approvalStatuses } from '#contract/brand/brand.ts';
import { campaignStatuses, socialPlatforms, workerStatuses } from '#contract/brand/campaign.ts';
import { evidenceTypes, offerStageTypes } from '#contract/brand/offer.ts';
import { addDays, type Day } from '#domain/time/period.ts';
import type { World } from '../servers/world.ts';

const dayMs = 86_400_000;

interface AnyBrand {
  /** The same seed creates the same records. */
  seed: number;
  today: Day;
  name?: string;
  campaigns?: number;
}

/** Inserts a brand of any shape. Its many rows share few timestamps, so that ids have to decide their order. */
export async function anyBrand(
  given: World,
  { seed, today, name = `Brand ${seed}`, campaigns = 18 }: AnyBrand,
): Promise<{ brandId: string; campaignIds: string[] }> {
  let drawn = 0;
  const pick = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] => {
    drawn += 1;
    return fc.sample(arbitrary, { numRuns: count, seed: seed * 10_000 + drawn });
  };
  const start = Date.parse(addDays(today, -70));
  const instant = fc.integer({ min: 0, max: 7 }).map((i) => new Date(start + i * 10 * dayMs + (i % 3)));
  const text = fc.option(fc.string({ minLength: 1, maxLength: 12 }).filter((each) => !/[\0\uD800-\uDFFF]/u.test(each)));
  const campaign = fc.record({
    name: text,
    approvalStatus: fc.constantFrom(...approvalStatuses),
    status: fc.constantFrom(...campaignStatuses),
    unread: fc.boolean(),
    workerStatus: fc.option(fc.constantFrom(...workerStatuses)),
    createdAt: instant,
    startAt: instant,
    endAt: fc.option(instant.map((at) => new Date(at.getTime() + 80 * dayMs))),
    platforms: fc.uniqueArray(fc.constantFrom(...socialPlatforms), { minLength: 1 }),
    dos: fc.array(fc.constantFrom('Show it', 'Say it'), { maxLength: 2 }),
    cpmBudgetCents: fc.option(fc.nat(900_000)),
    workerCpmCents: fc.integer({ min: 0, max: 900 }),
    workerBudgetCents: fc.integer({ min: 0, max: 400_000 }),
    workerViewTarget: fc.option(fc.nat()),
  });
  const offer = fc.record({
    stageType: fc.constantFrom(...offerStageTypes),
    updatedAt: instant,
    stageEnteredAt: instant,
    invalidationType: fc.option(fc.constantFrom('ADMIN_INVALIDATED', 'EXPIRED')),
    finalPostUrl: fc.option(fc.webUrl()),
  });
  const submission = fc.record({ evidenceType: fc.constantFrom(...evidenceTypes), caption: text });
  const snapshots = fc.dictionary(
    fc.integer({ min: -130, max: 3 }).map((days) => addDays(today, days)),
    fc.tuple(fc.nat(90_000), fc.nat(9_000), fc.nat(900), fc.nat(90)),
    { maxKeys: 25 },
  );
  const payment = fc.record({
    amountCents: fc.integer({ min: -500_000, max: 500_000 }),
    status: fc.constantFrom(...paymentStatuses),
    statusReason: text,
    updatedAt: instant,
  });

  const brandId = await given.brand({ name });
  const tagIds = await Promise.all(['Coffee', 'Tea', 'Games'].map((tag) => given.tag({ name: `${tag} ${seed}` })));
  const campaignIds: string[] = [];
  for (const [i, shape] of pick(campaign, campaigns).entries()) {
    const { startAt: workerStartDate, endAt: workerEndDate } = shape;
    const tagged = { ...shape, tagIds: pick(fc.subarray(tagIds), 1)[0] ?? [] };
    const campaignId = await given.campaign(brandId, { ...tagged, workerStartDate, workerEndDate });
    campaignIds.push(campaignId);
    for (const [j, stage] of pick(offer, i % 6).entries()) {
      const offerId = await given.offer(brandId, campaignId, stage);
      for (const draft of j % 2 ? pick(submission, 1) : [])
        await given.submission(brandId, offerId, draft, stage.updatedAt);
      for (const days of pick(snapshots, (i + j) % 3)) {
        const [postedAt = new Date(start), updatedAt = postedAt] = pick(instant, 2);
        const postId = await given.post(brandId, offerId, { postedAt, updatedAt });
        await given.figures(
          brandId,
          postId,
          Object.entries(days).map(([day, counts]) => [day, ...counts]),
        );
      }
    }
  }
  for (const shape of pick(payment, 23)) await given.payment(brandId, shape);
  return { brandId, campaignIds };
}
