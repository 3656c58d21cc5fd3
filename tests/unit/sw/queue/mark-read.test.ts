import { expect, test } from 'vitest';
import { type Campaign, updateCampaign } from '#contract/brand/campaign.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { Page } from '#contract/wire/page.ts';
import { visibleActions } from '#domain/intents/visible-actions.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1 } from '../a-phone.ts';

const [other, opened] = [campaignIdOf(1), campaignIdOf(2)] as const;
const noCache = { 'Cache-Control': 'no-cache' };

/** A phone whose brand has two unread campaigns. */
async function aPhoneWithNews() {
  const given = await aPhone({ campaigns: 2 });
  const { clock, page, server } = given;
  for (const id of [other, opened]) server.addNews(id);
  const read = async (path: string, extra?: Record<string, string>) =>
    (await clock.until(page.read(`/brand/v1.0/campaigns${path}`, extra))).body;
  await read('?page=1&pageSize=20', noCache);
  return {
    ...given,
    mark: (key: string) => {
      const path = pathOf(updateCampaign, { campaignId: opened });
      return clock.until(
        page.act({ method: updateCampaign.method, path, ifMatch: null, body: { unread: false } }, key),
      );
    },
    campaign: async (extra?: Record<string, string>) => (await read(`/details/${opened}`, extra)) as Campaign,
    /** Ids of the unread campaigns of a list. */
    unread: async (query = '', extra?: Record<string, string>) =>
      ((await read(`?page=1&pageSize=20${query}`, extra)) as Page<Campaign>).data
        .filter(({ unread }) => unread)
        .map(({ id }) => id)
        .toSorted(),
    status: async () => {
      const reply = await clock.until(given.phone.say({ type: 'get-status' }));
      return reply.ok ? reply.status : undefined;
    },
  };
}

test('a campaign opened offline is marked read at once in every list, and on the server later', async () => {
  const { mark, campaign, unread, cut, mend, live, server, settled, queue } = await aPhoneWithNews();
  const key = aKey();
  expect(await unread()).toEqual([other, opened]);
  cut();
  expect(await mark(key)).toMatchObject({ status: 202, body: { queued: true, actionId: key } });
  expect(await unread()).toEqual([other]);
  expect(await unread('&campaignStatus=ACTIVE')).toEqual([other]);
  expect(await campaign()).toMatchObject({ unread: false });
  expect(await campaign()).not.toHaveProperty('pendingAction');
  expect(await queue()).toMatchObject([{ kind: 'mark-read', lane: `campaign ${opened}` }]);
  mend();
  await live(4000);
  expect(server.marked).toEqual([{ actionId: key, brandId, campaignId: opened }]);
  expect(settled()).toEqual([`sent ${key}`]);
  expect(await unread()).toEqual([other]);
});

test('a queued mark isn’t shown to the user', async () => {
  const { mark, cut, status } = await aPhoneWithNews();
  cut();
  await mark(aKey());
  const current = await status();
  expect(current?.actions).toMatchObject([{ kind: 'mark-read', state: 'waiting' }]);
  expect(visibleActions(current?.actions ?? [])).toEqual([]);
  expect(current).toMatchObject({ sending: null, holdUp: null });
});

test('a mark in flight doesn’t count towards the sending progress', async () => {
  const { mark, network, clock, status, phone } = await aPhoneWithNews();
  network.fateOf = ({ method }) => ({ kind: 'pass', delayMs: method === 'PUT' ? 2000 : 0 });
  const marking = mark(aKey());
  await clock.advance(0);
  expect(await status()).toMatchObject({ sending: null });
  await marking;
  const progress = phone.broadcasts.flatMap((message) =>
    message.type === 'sync-status' ? [message.status.sending] : [],
  );
  expect(progress.filter((sending) => sending !== null)).toEqual([]);
});

test('a campaign that changed after the brand looked is unread, despite the queued mark', async () => {
  const { mark, campaign, unread, network, server } = await aPhoneWithNews();
  network.fateOf = ({ method }) => (method === 'PUT' ? { kind: 'refuse' } : { kind: 'pass' });
  await mark(aKey());
  expect(await campaign()).toMatchObject({ unread: false });
  server.countViews(opened);
  expect(await campaign(noCache)).toMatchObject({ unread: false });
  server.addNews(opened);
  expect(await campaign(noCache)).toMatchObject({ unread: true });
  expect(await unread('', noCache)).toEqual([other, opened]);
});

test.each([403, 404, 409, 422] as const)('a mark refused with %i is dropped silently', async (refused) => {
  const { mark, campaign, cut, mend, live, server, queue, settled, status } = await aPhoneWithNews();
  const key = aKey();
  cut();
  await mark(key);
  server.refuse(opened, refused);
  mend();
  await live(6000);
  expect(await queue()).toEqual([]);
  expect(settled()).toEqual([`discarded ${key}`]);
  expect((await status())?.actions).toEqual([]);
  expect(await campaign()).toMatchObject({ unread: true });
});

test('a mark that an earlier version parked is dropped, and the user’s own decisions stay', async () => {
  const { mark, cut, phone, clock, page, queue, status, decide } = await aPhoneWithNews();
  cut();
  await mark(aKey());
  const own = aKey();
  await decide(off1, own);
  const attention = {
    code: 'not_approved',
    message: 'Suspended',
    status: 403,
    certainty: 'refused',
    now: null,
  } as const;
  await phone.outbox.run(async (database) => {
    for (const row of await database.getAll('actions'))
      await database.put('actions', { ...row, state: 'attention', attention });
  });
  phone.stop();
  await clock.until(page.open());
  await clock.advance(1000);
  expect(await queue()).toMatchObject([{ actionId: own, state: 'attention' }]);
  expect((await status())?.actions).toMatchObject([{ actionId: own }]);
});

test('lists from the network that don’t fit into the copy show the campaign as read', async () => {
  const { mark, campaign, unread, network, phone } = await aPhoneWithNews();
  network.fateOf = ({ method }) => (method === 'PUT' ? { kind: 'refuse' } : { kind: 'pass' });
  await mark(aKey());
  phone.storage.set('afield-copy', 'full');
  expect(await unread('', noCache)).toEqual([other]);
  expect(await campaign(noCache)).toMatchObject({ unread: false });
});
