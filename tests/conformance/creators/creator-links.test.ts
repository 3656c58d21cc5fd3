import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { offers } from '#server/database/tables/tables.ts';
import { creatorLinks } from '#server/services/creators/links.ts';
import { outcomeOf } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// Covers which links open an offer, the effects of opening one, and what it reveals about others.

const dayMs = 86_400_000;
const { server, given } = await apiServer();
const brandId = await given.brand({
  ...{ name: 'Northwind Coffee', description: 'Slow coffee.', brandUrl: 'https://northwind.example' },
  ...{ tikTokHandle: 'northwind', instagramHandle: ' ' },
});
const campaignId = await given.campaign(brandId, { requiredHashtag: '#northwind' });

const open = (token: string) => openLink(server, token);
const accept = (token: string, version = 0) => moveByLink(server, token, { move: 'accept' }, version);

test('a link is the same whenever it is created, and can’t be derived from the stored data', async () => {
  const offerId = await given.offer(brandId, campaignId);
  const token = await server.linkOf(offerId);
  expect(await server.linkOf(offerId)).toBe(token);
  const url = server.links.urlOf({ id: offerId, linkGeneration: 1 });
  expect(url).toBe(`https://afield.test/c/${token}`);
  expect(token).toMatch(/^[\w.-]{70,90}$/);
  const [, , mac = ''] = token.split('.');
  expect(JSON.stringify(await offerRow(server.db, offerId))).not.toContain(mac);
});

test('opening a link changes nothing, and its page isn’t indexed and sends no referrer', async () => {
  const offerId = await given.offer(brandId, campaignId);
  const token = await server.linkOf(offerId);
  const before = await offerRow(server.db, offerId);
  const answer = await open(token);
  await open(token);
  expect(answer.data).toMatchObject({ id: offerId, version: 0, brand: { name: 'Northwind Coffee' } });
  expect(await offerRow(server.db, offerId)).toEqual(before);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  const refused = await open('off_01J00000000000000000000000.1.word');
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
});

test('an offer shows its brand’s description, website and handles to tag, as onboarding promises', async () => {
  const offerId = await given.offer(brandId, campaignId);
  expect((await open(await server.linkOf(offerId))).data.brand).toEqual({
    ...{
      name: 'Northwind Coffee',
      iconUrl: null,
      description: 'Slow coffee.',
      websiteUrl: 'https://northwind.example',
    },
    handles: [{ platform: 'TIKTOK', username: 'northwind' }],
    requiredHashtag: '#northwind',
  });
});

test('an older link works until the newer one makes a move, so a scanner that opens it ends nothing', async () => {
  const offerId = await given.offer(brandId, campaignId);
  const first = await server.linkOf(offerId);
  await server.db.update(offers).set({ linkGeneration: 3 }).where(eq(offers.id, offerId));
  const third = await server.linkOf(offerId);
  const second = server.links.tokenOf({ id: offerId, linkGeneration: 2 });
  for (const token of [third, second, first, third]) expect((await open(token)).status).toBe(200);
  expect((await accept(second)).status).toBe(200);
  expect(await outcomeOf(open(first))).toBe('410 link_replaced');
  expect((await open(second)).status).toBe(200);
  // Once the third link has made a move, the second ends too.
  const version = (await open(third)).data.version;
  expect((await moveByLink(server, third, { move: 'withdraw' }, version)).status).toBe(200);
  expect(await outcomeOf(open(second))).toBe('410 link_replaced');
  expect((await open(third)).status).toBe(200);
});

test('a refused move doesn’t count as using its link', async () => {
  const offerId = await given.offer(brandId, campaignId);
  const first = await server.linkOf(offerId);
  await server.db.update(offers).set({ linkGeneration: 2 }).where(eq(offers.id, offerId));
  expect((await accept(await server.linkOf(offerId), 7)).status).toBe(412);
  expect((await open(first)).status).toBe(200);
});

test('links end 30 days after their offer, and work again if it is reopened', async () => {
  const now = server.clock.now();
  const endedDaysAgo = async (days: number) => {
    const at = new Date(now.getTime() - days * dayMs);
    const offerId = await given.offer(brandId, campaignId, { stageType: 'REJECTED', stageEnteredAt: at });
    return { offerId, token: await server.linkOf(offerId) };
  };
  const recent = await endedDaysAgo(29);
  expect((await open(recent.token)).data).toMatchObject({
    ended: { why: 'DECLINED', reason: null },
    linkEndsAt: new Date(now.getTime() + dayMs).toISOString(),
    moves: [],
  });
  const { offerId, token } = await endedDaysAgo(30);
  expect(await outcomeOf(open(token))).toBe('410 link_ended');
  await server.db.update(offers).set({ stageType: 'OFFERED' }).where(eq(offers.id, offerId));
  expect((await open(token)).data.linkEndsAt).toBeNull();
});

test('unknown tokens open nothing, and a network gets only 429 after a hundred of them', async () => {
  const offerId = await given.offer(brandId, campaignId);
  const token = await server.linkOf(offerId);
  const [id = '', generation = '', mac = ''] = token.split('.');
  const forged = creatorLinks('another secret, just as long as it', () => '').tokenOf({ id, linkGeneration: 1 });
  const hostile = [
    forged,
    `${id}.2.${mac}`,
    `${id}.01.${mac}`,
    `${id}.0.${mac}`,
    `${id}.-1.${mac}`,
    `${id}.${generation}.${mac.slice(1)}`,
    `${id}.${generation}.${mac}A`,
    `${id}.${generation}.${mac}.`,
    `${id.toLowerCase()}.${generation}.${mac}`,
    `off_01J00000000000000000000000.${generation}.${mac}`,
    `.${generation}.${mac}`,
    'a'.repeat(4096),
    '...',
    '__proto__',
  ];
  for (const each of hostile) expect(await outcomeOf(open(each)), each).toBe('401 unauthorized');
  // Tokens use only characters that headers allow; others never get this far.
  for (const each of [`${token} x`, `${token}%00`, `${token}'--`]) expect((await open(each)).status, each).toBe(401);
  for (let tries = hostile.length; tries < 100; tries += 1) await open(forged);
  const { status, headers } = await open(forged);
  expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect((await open(token)).status).toBe(200);
});

test('a link to a deleted offer reports the deletion', async () => {
  const token = server.links.tokenOf({ id: 'off_01J00000000000000000000000', linkGeneration: 1 });
  expect(await outcomeOf(open(token))).toBe('410 link_ended');
});
