import { expect, test } from 'vitest';
import { type Campaign, updateCampaign } from '#contract/brand/campaign.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { Page } from '#contract/wire/page.ts';
import type { Fate, WireRequest } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId } from '../a-phone.ts';

const [kept, gone] = [campaignIdOf(1), campaignIdOf(2)] as const;

async function aPhoneWithCampaigns() {
  const given = await aPhone({ campaigns: 2 });
  const { clock, page } = given;
  const read = async (path: string, extra?: Record<string, string>) =>
    (await clock.until(page.read(`/brand/v1.0/campaigns${path}`, extra))).body;
  const idsIn = async (query: string, extra?: Record<string, string>) => {
    const { data, pagination } = (await read(`?page=1&pageSize=20${query}`, extra)) as Page<Campaign>;
    expect(pagination.total).toBe(data.length);
    return data.map(({ id }) => id).toSorted();
  };
  return {
    ...given,
    archive: (id: string, key: string) => {
      const { method } = updateCampaign;
      const path = pathOf(updateCampaign, { campaignId: id });
      return clock.until(page.act({ method, path, ifMatch: null, body: { status: 'ARCHIVED' } }, key));
    },
    campaign: async (id: string) => (await read(`/details/${id}`)) as Campaign,
    active: (extra?: Record<string, string>) => idsIn('&campaignStatus=ACTIVE', extra),
    archived: (extra?: Record<string, string>) => idsIn('&campaignStatus=ARCHIVED', extra),
    all: (extra?: Record<string, string>) => idsIn('', extra),
  };
}

test('a campaign archived offline moves to the archive at once in every list, and on the server later', async () => {
  const { archive, campaign, active, archived, all, cut, mend, live, queue, server, settled } =
    await aPhoneWithCampaigns();
  const key = aKey();
  cut();
  expect(await archive(gone, key)).toMatchObject({ status: 202, body: { queued: true, actionId: key } });
  expect(await active()).toEqual([kept]);
  expect(await archived()).toEqual([gone]);
  expect(await all()).toEqual([kept, gone]);
  const pendingAction = { actionId: key, kind: 'archive-campaign', state: 'waiting' };
  expect(await campaign(gone)).toMatchObject({ status: 'ARCHIVED', pendingAction });
  expect(await queue()).toMatchObject([{ lane: `campaign ${gone}`, seen: { type: 'campaign', value: { id: gone } } }]);
  mend();
  await live(4000);
  expect(server.archived).toEqual([{ actionId: key, brandId, campaignId: gone }]);
  expect(settled()).toEqual([`sent ${key}`]);
  expect(await archived()).toEqual([gone]);
  expect(await campaign(gone)).not.toHaveProperty('pendingAction');
});

test('an archival undone before it was sent restores the campaign, and never reaches the server', async () => {
  const { archive, campaign, active, archived, cut, mend, live, phone, clock, server } = await aPhoneWithCampaigns();
  const key = aKey();
  cut();
  phone.network.saysOffline = true;
  await archive(gone, key);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: true });
  expect(await active()).toEqual([kept, gone]);
  expect(await archived()).toEqual([]);
  expect(await campaign(gone)).not.toHaveProperty('pendingAction');
  mend();
  await live(4000);
  expect(server.received).toEqual([]);
});

test('a refused archival is reverted, and needs attention', async () => {
  const { archive, campaign, active, archived, cut, mend, live, server } = await aPhoneWithCampaigns();
  const key = aKey();
  cut();
  await archive(gone, key);
  server.refuse(gone, 403);
  mend();
  await live(4000);
  expect(await active()).toEqual([kept, gone]);
  expect(await archived()).toEqual([]);
  expect(await campaign(gone)).toMatchObject({ status: 'ACTIVE', pendingAction: { state: 'attention' } });
});

test('a replayed response after a lost one archives the campaign, even before the next sync', async () => {
  const { archive, active, archived, network, live, server, queue } = await aPhoneWithCampaigns();
  const key = aKey();
  const isRead = (method: string, path: string) => method === 'GET' && !path.endsWith('/health');
  const noReads = ({ method, url }: WireRequest): Fate =>
    isRead(method, url.pathname) ? { kind: 'refuse' } : { kind: 'pass' };
  network.fateOf = (request) => (request.method === 'PUT' ? { kind: 'lose-answer' } : noReads(request));
  await archive(gone, key);
  expect(server.archived).toHaveLength(1);
  network.fateOf = noReads;
  await live(6000);
  expect(await queue()).toEqual([]);
  expect(server.archived).toHaveLength(1);
  expect(await active()).toEqual([kept]);
  expect(await archived()).toEqual([gone]);
});

test('lists from the network that don’t fit into the copy show the campaign as archived', async () => {
  const { archive, campaign, active, all, network, phone } = await aPhoneWithCampaigns();
  network.fateOf = ({ method }) => (method === 'PUT' ? { kind: 'refuse' } : { kind: 'pass' });
  await archive(gone, aKey());
  phone.storage.set('afield-copy', 'full');
  const noCache = { 'Cache-Control': 'no-cache' };
  expect(await active(noCache)).toEqual([kept]);
  expect(await all(noCache)).toEqual([kept, gone]);
  expect(await campaign(gone)).toMatchObject({ status: 'ARCHIVED' });
});
