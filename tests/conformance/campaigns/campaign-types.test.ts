import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { campaignBadge, campaignBanner, campaignFilters, showsOffers } from '#domain/campaigns/campaign-status.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { approveUnfunded, decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();
const tagId = await given.tag({ name: 'Coffee lovers' });
let token: string;
const daySecs = 86_400;

beforeEach(async () => {
  ({ token } = await loggedIn({ tikTokHandle: 'northwind' }));
});

const create = async (campaignType: 'DROP' | 'FLAT_FEE') => {
  const body = newCampaign({ campaignType, cpmBudgetCents: null, tagIds: [tagId], endAtDeltaSecs: 31 * daySecs });
  return (await call(server, endpoints.createCampaign, { token, key: newKey(), body })).data.id;
};
const approve = (campaignId: string) => decideCampaign(server, campaignId, 'APPROVED');
const read = async (campaignId: string) =>
  (await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data;
const moveTo = (days: number) =>
  moveDueCampaigns(server.db, new Date(server.clock.now().getTime() + days * daySecs * 1000));

/** The campaign list's filters, except All, that include the campaign on the server. */
async function filtersOf(campaignId: string): Promise<string[]> {
  const found = await Promise.all(
    campaignFilters.slice(1).map(async ({ key, label, query }) => {
      const asked = Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.join(',')]));
      const { data } = (await call(server, endpoints.listCampaigns, { token, query: asked })).data;
      return data.some(({ id }) => id === campaignId) ? [{ key, label }] : [];
    }),
  );
  return found.flat().map(({ label }) => label);
}

test.each(['DROP', 'FLAT_FEE'] as const)(
  'a %s campaign starts, finds creators and ends like any other',
  async (type) => {
    const id = await create(type);
    await (type === 'FLAT_FEE' ? approveUnfunded(server, id) : approve(id));
    expect((await read(id)).CPMWorker).toEqual({
      status: 'QUEUED',
      startDate: '2026-03-16T12:00:00.000Z',
      endDate: '2026-04-15T12:00:00.000Z',
      cpmCents: 0,
      budgetCents: 0,
      viewTarget: null,
    });
    const seen: unknown[] = [];
    for (const days of [0, 1, 4, 29, 32]) {
      await moveTo(days);
      const campaign = await read(id);
      const filters = await filtersOf(id);
      expect(filters).toEqual([campaignBadge(campaign).label]);
      seen.push([campaign.CPMWorker?.status, campaignBanner(campaign)?.kind, filters[0], showsOffers(campaign)]);
    }
    expect(seen).toEqual([
      ['QUEUED', 'not-started', 'Approved', false],
      ['SOURCING', 'sourcing', 'Approved', false],
      ['ACTIVE', 'active', 'Active', true],
      ['ENDING', 'ending', 'Ending', true],
      ['ENDED_UNSUCCESSFULLY', 'end-reached', 'Completed', true],
    ]);
  },
);

test('a campaign that an older version approved without a worker is listed as approved and gets its worker', async () => {
  const id = await create('DROP');
  await approve(id);
  const noWorker = { workerStatus: null, workerStartDate: null, workerEndDate: null };
  await server.db.update(campaigns).set(noWorker).where(eq(campaigns.id, id));
  const before = await read(id);
  expect(before.CPMWorker).toBeNull();
  expect([campaignBadge(before).label, await filtersOf(id)]).toEqual(['Approved', ['Approved']]);
  await moveTo(0);
  expect((await read(id)).CPMWorker).toMatchObject({ status: 'QUEUED', endDate: '2026-04-15T12:00:00.000Z' });
  await moveTo(4);
  expect((await read(id)).CPMWorker?.status).toBe('ACTIVE');
});
