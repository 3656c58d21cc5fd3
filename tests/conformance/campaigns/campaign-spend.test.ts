import { beforeEach, expect, test } from 'vitest';
import { brandScope } from '#server/database/brand-scope.ts';
import { readCosts, readSpend } from '#server/services/figures/campaign-spend.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const terms = { cpmCents: 650, budgetCents: 50_000 };
let brandId: string;
let campaignId: string;

beforeEach(async () => {
  brandId = await given.brand();
  campaignId = await given.campaign(brandId, { startAt: new Date('2026-03-01T00:00:00Z') });
});

/** An offer with a post that has these views by the end of each day. */
async function offerWith(views: Record<string, number>): Promise<string> {
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const postId = await given.post(brandId, offerId, { postedAt: new Date('2026-03-02T09:00:00Z') });
  await given.figures(
    brandId,
    postId,
    Object.entries(views).map(([day, count]) => [day, count, 0, 0, 0]),
  );
  return offerId;
}

async function spend(given = terms) {
  const scope = brandScope(server.db, brandId);
  const { budgetDay, ...rest } = await readSpend(scope, campaignId, given);
  return { ...rest, budgetDay, costs: Object.fromEntries(await readCosts(scope, campaignId, given, budgetDay)) };
}

test('two posts share the budget if their views on one day cost more than it', async () => {
  const first = await offerWith({ '2026-03-10': 80_000 });
  const second = await offerWith({ '2026-03-10': 80_000 });
  expect(await spend()).toEqual({
    ...{ spentCents: 50_000, leftCents: 0, budgetDay: '2026-03-10' },
    costs: { [first]: 25_000, [second]: 25_000 },
  });
});

test('views of the day on which the budget runs out share the rest, and later views cost nothing', async () => {
  const first = await offerWith({ '2026-03-08': 40_000, '2026-03-12': 500_000 });
  const second = await offerWith({ '2026-03-09': 20_000, '2026-03-10': 60_000, '2026-03-11': 70_000 });
  const third = await offerWith({ '2026-03-10': 40_000 });
  expect(await spend()).toEqual({
    ...{ spentCents: 50_000, leftCents: 0, budgetDay: '2026-03-10' },
    costs: { [first]: 26_000, [second]: 18_500, [third]: 5_500 },
  });
});

test('each view costs its price while budget is left', async () => {
  const first = await offerWith({ '2026-03-08': 1_000, '2026-03-09': 4_000 });
  const second = await offerWith({ '2026-03-09': 2_000 });
  const costs = { [first]: 2_600, [second]: 1_300 };
  expect(await spend()).toEqual({ spentCents: 3_900, leftCents: 46_100, budgetDay: null, costs });
  // Also without a budget.
  const scope = brandScope(server.db, brandId);
  const unlimited = { cpmCents: 650, budgetCents: null };
  expect(await readSpend(scope, campaignId, unlimited)).toEqual({
    spentCents: 3_900,
    leftCents: null,
    budgetDay: null,
  });
});

test('a late figure changes who earned what, and a recount gives the same result', async () => {
  const first = await offerWith({ '2026-03-10': 80_000 });
  const second = await offerWith({ '2026-03-10': 80_000 });
  const late = await offerWith({ '2026-03-09': 10_000 });
  const counted = await spend();
  expect(counted.costs).toEqual({ [first]: 21_750, [second]: 21_750, [late]: 6_500 });
  expect(await spend()).toEqual(counted);
});
