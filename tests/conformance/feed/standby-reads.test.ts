import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { BrandAsOf, Standby } from '#server/database/standby.ts';
import { brands } from '#server/database/tables/tables.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const asked: BrandAsOf[] = [];
let isServing = true;
const standby: Pick<Standby, 'read'> = {
  async read(brand, read) {
    asked.push(brand);
    return isServing ? { answer: await read(brandScope(server.db, brand.id)) } : null;
  },
};
const { server, given, loggedIn } = await apiServer({ standby });
const { brandId, token } = await loggedIn();
const campaignId = await given.campaign(brandId);
const month = '2026-03';

const reports = {
  brandAnalytics: () => call(server, endpoints.getBrandAnalytics, { token, params: { brandId } }),
  brandDays: () => call(server, endpoints.getBrandDays, { token, params: { brandId } }),
  brandPosts: () => call(server, endpoints.listBrandPosts, { token, params: { brandId } }),
  campaignAnalytics: () => call(server, endpoints.getCampaignAnalytics, { token, params: { campaignId } }),
  campaignDays: () => call(server, endpoints.getCampaignDays, { token, params: { campaignId } }),
  campaignPosts: () => call(server, endpoints.listCampaignPosts, { token, params: { campaignId } }),
  payments: () => call(server, endpoints.listPayments, { token }),
  statements: () => call(server, endpoints.listStatements, { token }),
  statement: () => call(server, endpoints.getStatement, { token, params: { month } }),
};

test.each(Object.entries(reports))('%s is read from the standby, as of the brand’s last write', async (_, ask) => {
  asked.length = 0;
  isServing = true;
  const { status, data } = await ask();
  expect(status).toBe(200);
  const [written] = await server.db.select().from(brands).where(eq(brands.id, brandId));
  expect(asked).toMatchObject([{ id: brandId, revision: written?.revision, feedEpoch: written?.feedEpoch }]);
  isServing = false;
  expect((await ask()).data).toEqual(data);
});

test('data that a phone acts on is read only from the primary', async () => {
  asked.length = 0;
  await call(server, endpoints.getChanges, { token });
  await call(server, endpoints.listCampaigns, { token });
  await call(server, endpoints.getBrand, { token });
  expect(asked).toEqual([]);
});
