import { expect, test } from 'vitest';
import { type Campaign, renameCampaign, updateCampaign } from '#contract/brand/campaign.ts';
import { type Endpoint, pathOf } from '#contract/wire/endpoint.ts';
import type { Page } from '#contract/wire/page.ts';
import type { Fate, WireRequest } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId } from './a-phone.ts';

const id = campaignIdOf(1);

async function aPhoneWithCampaign() {
  const given = await aPhone({ campaigns: 1 });
  const { clock, page } = given;
  const read = async (path: string) => (await clock.until(page.read(`/brand/v1.0/campaigns${path}`))).body;
  const change = (endpoint: Endpoint, body: unknown, key = aKey()) => {
    const path = pathOf(endpoint, { campaignId: id });
    return clock.until(page.act({ method: endpoint.method, path, ifMatch: null, body }, key));
  };
  const campaign = async () => (await read(`/details/${id}`)) as Campaign;
  return {
    ...given,
    before: (await campaign()).name,
    change,
    rename: (name: string, key?: string) => change(renameCampaign, { name }, key),
    campaign,
    listed: async () => ((await read('?page=1&pageSize=20')) as Page<Campaign>).data.map(({ name }) => name),
  };
}

test('a campaign renamed offline has its new name at once, and on the server later', async () => {
  const { rename, campaign, listed, cut, mend, live, queue, server, settled } = await aPhoneWithCampaign();
  const key = aKey();
  cut();
  expect(await rename('Autumn roast', key)).toMatchObject({ status: 202, body: { queued: true, actionId: key } });
  const pendingAction = { actionId: key, kind: 'rename-campaign', state: 'waiting' };
  expect(await campaign()).toMatchObject({ name: 'Autumn roast', pendingAction });
  expect(await listed()).toEqual(['Autumn roast']);
  expect(await queue()).toMatchObject([{ lane: `campaign ${id}`, payload: { campaignId: id, name: 'Autumn roast' } }]);
  mend();
  await live(4000);
  expect(server.renamed).toEqual([{ actionId: key, brandId, campaignId: id }]);
  expect(settled()).toEqual([`sent ${key}`]);
  expect(server.campaignsOf(brandId)).toMatchObject([{ name: 'Autumn roast' }]);
  expect(await campaign()).toMatchObject({ name: 'Autumn roast' });
  expect(await campaign()).not.toHaveProperty('pendingAction');
});

test('the later of two queued names is shown, and undoing it shows the earlier one', async () => {
  const { rename, campaign, clock, cut, mend, live, phone, server } = await aPhoneWithCampaign();
  const later = aKey();
  cut();
  phone.network.saysOffline = true;
  await rename('Autumn roast');
  await rename('Winter roast', later);
  expect(await campaign()).toMatchObject({ name: 'Winter roast', pendingAction: { actionId: later } });
  expect(await clock.until(phone.say({ type: 'undo', actionId: later }))).toMatchObject({ ok: true });
  expect(await campaign()).toMatchObject({ name: 'Autumn roast' });
  phone.network.saysOffline = false;
  mend();
  await live(4000);
  expect(server.renamed).toHaveLength(1);
  expect(server.campaignsOf(brandId)).toMatchObject([{ name: 'Autumn roast' }]);
});

test('a name that the server refuses is no longer shown, and needs attention', async () => {
  const { rename, campaign, listed, before, cut, mend, live, server, queue } = await aPhoneWithCampaign();
  cut();
  await rename('Autumn roast');
  server.refuse(id, 409);
  mend();
  await live(4000);
  expect(await campaign()).toMatchObject({ name: before, pendingAction: { state: 'attention' } });
  expect(await listed()).toEqual([before]);
  expect(await queue()).toMatchObject([{ state: 'attention', attention: { code: 'campaign_archived' } }]);
});

test('a rename whose response was lost is applied once', async () => {
  const { rename, campaign, live, network, queue, server } = await aPhoneWithCampaign();
  const loses = ({ method }: WireRequest): Fate => (method === 'PUT' ? { kind: 'lose-answer' } : { kind: 'pass' });
  network.fateOf = loses;
  await rename('Autumn roast');
  network.fateOf = () => ({ kind: 'pass' });
  await live(6000);
  expect(server.renamed).toHaveLength(1);
  expect(await queue()).toEqual([]);
  expect(await campaign()).toMatchObject({ name: 'Autumn roast' });
});

test.each([
  ['counts as sent if it arrived', 403, true, 'sent'],
  ['counts as refused if it never arrived', 409, false, 'attention'],
] as const)('a rename with a lost response and then a refusal %s', async (_, status, arrives, outcome) => {
  const { rename, live, network, server, settled } = await aPhoneWithCampaign();
  const key = aKey();
  const lost = arrives ? ({ kind: 'lose-answer' } as const) : ({ kind: 'refuse' } as const);
  network.fateOf = ({ method }) => (method === 'PUT' ? lost : { kind: 'pass' });
  await rename('Autumn roast', key);
  server.refuse(id, status);
  network.fateOf = () => ({ kind: 'pass' });
  await live(6000);
  expect(settled()).toEqual([`${outcome} ${key}`]);
});

test('opening an unread campaign marks it read at once while its new name is queued', async () => {
  const { rename, change, campaign, clock, cut, page, server } = await aPhoneWithCampaign();
  server.addNews(id);
  const fresh = { 'Cache-Control': 'no-cache' };
  await clock.until(page.read(`/brand/v1.0/campaigns/details/${id}`, fresh));
  cut();
  await rename('Autumn roast');
  expect(await campaign()).toMatchObject({ unread: true });
  await change(updateCampaign, { unread: false });
  expect(await campaign()).toMatchObject({ name: 'Autumn roast', unread: false });
});

test('a name that violates the contract is not queued', async () => {
  const { rename, cut, queue } = await aPhoneWithCampaign();
  cut();
  expect((await rename(' ')).status).not.toBe(202);
  expect((await rename('n'.repeat(121))).status).not.toBe(202);
  expect(await queue()).toEqual([]);
});
