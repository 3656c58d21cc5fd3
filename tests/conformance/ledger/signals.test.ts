import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#domain/time/period.ts';
import { campaigns, posts } from '#server/database/tables/tables.ts';
import { offerText } from '#server/services/admin/show/offer-text.ts';
import type { ShownOffer } from '#server/services/admin/show/show-offer.ts';
import { signalLines } from '#server/services/admin/signals/format.ts';
import type { ListedSignals } from '#server/services/admin/signals/list-signals.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { earnFee } from '#tests/support/money/earn-fee.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given } = await apiServer();
const { db } = server;
let brandId: string;
let campaignId: string;

beforeEach(async () => {
  await server.db.delete(posts);
  brandId = await given.brand({ name: 'Northwind Coffee' });
  campaignId = await given.campaign(brandId);
  return () => expect(server.errors).toEqual([]);
});

/** A post with these views on consecutive days from its posting date, and this share of likes. */
async function post(views: readonly number[], likes = 0.04, of = campaignId) {
  const creatorId = await given.creator(brandId, { username: crypto.randomUUID() });
  const offerId = await given.offer(brandId, of, { stageType: 'ONGOING', creatorId });
  const last = views.at(-1) ?? 0;
  const counts = { viewCount: last, likeCount: Math.round(last * likes) };
  const postId = await given.post(brandId, offerId, counts);
  await given.figures(
    brandId,
    postId,
    views.map((count, i) => [addDays('2026-03-01', i), count, Math.round(count * likes), 0, 0]),
  );
  return { offerId, creatorId, postId };
}
const falling = [60_000, 84_000, 61_000];
const list = async (input: object = {}) =>
  (await operate<{ posts: ListedSignals[] }>(server, 'list-signals', input)).posts;
const offersOf = (listed: readonly ListedSignals[]) => listed.map(({ offerId }) => offerId);

test('posts with a signal are listed with their numbers, highest earnings first, and others are left out', async () => {
  await post([1_000, 2_000, 3_000]);
  const small = await post([500, 900, 700]);
  const large = await post(falling);
  const listed = await list();
  expect(offersOf(listed)).toEqual([large.offerId, small.offerId]);
  expect(listed[0]).toMatchObject({
    ...{ campaignId, campaignName: 'Spring roast', brandName: 'Northwind Coffee', hold: null },
    signals: [{ kind: 'falling-counts', numbers: { fallenViews: 23_000 } }],
  });
  expect(listed[0]?.earnedCents).toBeGreaterThan(listed[1]?.earnedCents ?? 0);
  const words = signalLines(listed);
  expect(words).toContain('Its views fell by 23,000: from 84,000 on Mar 2, 2026 to 61,000 on Mar 3, 2026.');
  expect(signalLines([])).toBe('No posts have signals.');
});

test('likes are compared with the platform’s median, once enough posts have enough views', async () => {
  const odd = await post([20_000], 0.0002);
  for (let i = 0; i < 18; i += 1) await post([2_000 + i], 0.04);
  // Posts with few views don't count towards the median.
  for (let i = 0; i < 3; i += 1) await post([900], 0.04);
  expect(await list()).toEqual([]);
  await post([2_000], 0.04);
  const [found, ...others] = await list();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    offerId: odd.offerId,
    signals: [{ text: '0.2 likes per 1,000 views; the median on TikTok is 40.' }],
  });
});

test('the list of one campaign has all signals, and the list of all campaigns those with unpaid earnings', async () => {
  const username = crypto.randomUUID();
  const creatorId = await given.creator(brandId, { username });
  const email = `${username}@creators.test`;
  await given.person(brandId, creatorId, { email });
  const offerId = await earnFee(server, given, { brandId, creatorId, feeCents: 5_000 });
  const [settled] = await db.select().from(posts).where(eq(posts.offerId, offerId));
  if (settled === undefined) throw new Error('No post');
  await given.figures(brandId, settled.id, [
    ['2026-03-01', 9_000, 360, 0, 0],
    ['2026-03-02', 5_000, 200, 0, 0],
  ]);
  const other = await post(falling);
  expect(await list()).toMatchObject([{ offerId: other.offerId }, { offerId, earnedCents: 5_000 }]);
  expect(offersOf(await list({ campaignId: settled.campaignId }))).toEqual([offerId]);
  await operate(server, 'mark-paid', { email, amountCents: 5_000 });
  expect(offersOf(await list())).toEqual([other.offerId]);
  expect(offersOf(await list({ campaignId: settled.campaignId }))).toEqual([offerId]);
  await expect(list({ campaignId: `cmp_${'0'.repeat(26)}` })).rejects.toThrow('There is no campaign cmp_');
});

test('a post that was only imported earns no fee', async () => {
  const { offerId } = await post(falling);
  await db.update(campaigns).set({ campaignType: 'FLAT_FEE', feeCents: 5_000 }).where(eq(campaigns.id, campaignId));
  expect(await list({ campaignId })).toMatchObject([{ offerId, earnedCents: 0 }]);
});

test('a hold and its responses are listed beside the signals, and show-offer shows them', async () => {
  const { offerId } = await post(falling);
  const token = await server.linkOf(offerId);
  await operate(server, 'hold-earning', { offerId, reason: 'Where did the views go?' });
  expect(signalLines(await list())).toContain('Reason: Where did the views go?');
  const shown = offerText(await operate<ShownOffer>(server, 'show-offer', { offerId }));
  expect(shown).toContain('Its views fell by 23,000');
  // Creators see the hold, but not the signals.
  expect((await openLink(server, token)).text).not.toContain('fell by');
});

test('many posts take few queries', async () => {
  const queries = async () => {
    const spy = vi.spyOn(db, 'select');
    await list();
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
  await post(falling);
  const one = await queries();
  for (let i = 0; i < 9; i += 1) await post(falling);
  expect(offersOf(await list())).toHaveLength(10);
  expect(await queries()).toBe(one);
});
