import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { newCampaign } from '#tests/support/calls/campaigns.ts';
import { auditOf, booksOf, emptyBooks } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const context = { db: server.db, now: server.clock.now };
const tagId = await given.tag();

test('a campaign past its end date can’t be proposed or accepted, and reserves nothing', async () => {
  const brandId = await given.brand({ tikTokHandle: 'northwind' });
  await adjustBalance(context, { brand: brandId, amountCents: 100_000, note: 'Welcome' });
  const tokenNow = async () => (await server.sessionOf(brandId)).accessToken;
  const create = async () => {
    const body = newCampaign({
      ...{ tagIds: [tagId], campaignType: 'FLAT_FEE', cpmBudgetCents: null },
      ...{ startAtDeltaSecs: 0, endAtDeltaSecs: 10 * 86_400 },
    });
    return (await call(server, endpoints.createCampaign, { token: await tokenNow(), key: newKey(), body })).data.id;
  };
  const [open, late] = [await create(), await create()];
  const propose = (campaignId: string) =>
    decideOnCampaign(context, { campaignId, decision: 'APPROVED', asks: [], feeCents: 15_000, creators: 3 });
  await propose(open);
  server.clock.advance(10 * 86_400_000 + 1);
  const answer = async (change: 'accept-proposal' | 'decline-proposal') =>
    call(server, endpoints.changeCampaign, {
      ...{ token: await tokenNow(), key: newKey(), params: { campaignId: open }, body: { change, proposal: 1 } },
    });
  const refused = await answer('accept-proposal');
  expect([refused.status, refused.error?.code]).toEqual([409, 'campaign_ended']);
  await expect(propose(late)).rejects.toThrow('has passed. Reject the campaign; its brand can then run it again.');
  expect(await auditOf(server.db, brandId)).toEqual([]);
  expect(await booksOf(server.db, brandId)).toEqual({ ...emptyBooks, available: 100_000, adjustments: -100_000 });
  expect((await answer('decline-proposal')).status).toBe(200);
});
