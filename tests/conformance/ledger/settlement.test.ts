import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { settleDue, settleNow } from '#server/services/campaigns/settle.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { approveUnfunded, decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { auditOf, booksOf, emptyBooks } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const { db } = server;
const deliver = mailCollector(server);
const today = server.clock.now();
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(today.getTime() + days * dayMs);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const tagId = await given.tag();

let brandId: string;
let token: string;

beforeEach(async () => {
  brandId = await given.brand({ cpmCents: 650, tikTokHandle: 'northwind' });
  await adjustBalance({ db, now: server.clock.now }, { brand: brandId, amountCents: 100_000, note: 'Welcome' });
  token = (await server.sessionOf(brandId)).accessToken;
});

/** An approved campaign with a $500 budget that ran from now for ten days. */
async function ranCampaign(part: Partial<Parameters<typeof newCampaign>[0]> = {}): Promise<string> {
  const body = newCampaign({
    ...{ tagIds: [tagId], title: 'Spring roast', cpmBudgetCents: 50_000 },
    ...{ startAtDeltaSecs: 0, endAtDeltaSecs: 10 * 86_400 },
    ...part,
  });
  const { data } = await call(server, endpoints.createCampaign, { token, key: newKey(), body });
  if (body.campaignType === 'FLAT_FEE') await approveUnfunded(server, data.id, 15_000);
  else await decideCampaign(server, data.id, 'APPROVED');
  return data.id;
}

/** An offer with a post that has these views by the end of each day, counted from now. */
async function offerWith(campaignId: string, views: Record<number, number>): Promise<{ id: string; postId: string }> {
  const id = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const postId = await given.post(brandId, id, { postedAt: inDays(0.1) });
  await figures(postId, views);
  return { id, postId };
}

const figures = (postId: string, views: Record<number, number>) =>
  given.figures(
    brandId,
    postId,
    Object.entries(views).map(([days, count]) => [dayIn(Number(days)), count, 0, 0, 0]),
  );

const stageOf = async (id: string) => {
  const row = await offerRow(db, id);
  return row?.invalidationType ?? row?.stageType;
};
const campaignOf = async (id: string) =>
  (await call(server, endpoints.getCampaign, { token, params: { campaignId: id } })).data;
const paymentsOf = async () =>
  (await call(server, endpoints.listPayments, { token, query: { page: '1', pageSize: '20' } })).data.data;
const earned = async (campaignId: string) =>
  Object.fromEntries(
    (await db.select().from(earnings).where(eq(earnings.campaignId, campaignId))).map((row) => [
      row.offerId,
      row.amountCents,
    ]),
  );
const emailsOf = async (kind: string) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.brandId, brandId), eq(mails.kind, kind)));
const endAll = async () => {
  await moveDueCampaigns(db, inDays(10));
};

describe('a campaign’s settlement 30 days after its end', () => {
  test('keeps the offers’ earnings, returns the rest, and shows the brand why', async () => {
    const campaignId = await ranCampaign();
    const first = await offerWith(campaignId, { 1: 10_000, 20: 30_000 });
    const second = await offerWith(campaignId, { 2: 20_000 });
    const inReview = await given.offer(brandId, campaignId, { stageType: 'AWAITING_EVIDENCE_CLEARANCE' });
    await given.submission(brandId, inReview);
    await endAll();
    const due = { dueAt: inDays(40).toISOString(), settled: null };
    expect((await campaignOf(campaignId)).settlement).toEqual(due);
    expect(await settleDue(db, inDays(39.9))).toBe(0);
    expect(await stageOf(inReview)).toBe('AWAITING_EVIDENCE_CLEARANCE');

    expect(await settleDue(db, inDays(40))).toBe(1);
    // 50,000 views at $6.50 per thousand.
    expect(await earned(campaignId)).toEqual({ [first.id]: 19_500, [second.id]: 13_000 });
    expect(await booksOf(db, brandId)).toEqual({
      ...emptyBooks,
      ...{ available: 67_500, creators: 32_500, adjustments: -100_000 },
    });
    expect(await auditOf(db, brandId)).toEqual([]);
    expect(await campaignOf(campaignId)).toMatchObject({
      unread: true,
      settlement: { settled: { at: inDays(40).toISOString(), countedUntil: dayIn(39), spentCents: 32_500 } },
    });
    expect((await paymentsOf())[0]).toMatchObject({
      ...{ amountCents: 17_500, campaignSettled: true, status: 'COMPLETED' },
      method: { title: 'Account balance', subtitle: 'Spring roast' },
      statusReason: 'Ended on Mar 25, 2026. $325.00 of $500.00 was spent.',
    });
    expect(await stageOf(first.id)).toBe('CLEARED');
    expect(await stageOf(second.id)).toBe('CLEARED');
    expect(await stageOf(inReview)).toBe('EXPIRED');
    expect(await emailsOf('campaign-settled')).toHaveLength(1);
  });

  test('doesn’t charge later views or figures, which are still shown', async () => {
    const campaignId = await ranCampaign();
    const { id, postId } = await offerWith(campaignId, { 1: 10_000 });
    const creatorToken = await server.linkOf(id);
    await endAll();
    await settleDue(db, inDays(40));
    const spent = async () => {
      const { data } = await call(server, endpoints.getCampaignAnalytics, {
        token,
        params: { campaignId },
        query: { timePeriodType: 'range', since: dayIn(0), until: dayIn(60) },
      });
      return [data.viewCount, data.calculatedCpmCentsTotal];
    };
    expect(await spent()).toEqual([10_000, 650]);
    await figures(postId, { 5: 12_000, 50: 65_000 });
    expect(await spent()).toEqual([65_000, 100]);
    expect(await earned(campaignId)).toEqual({ [id]: 6_500 });
    const { data } = await openLink(server, creatorToken);
    expect([data.post?.earnedCents, data.post?.viewCount]).toEqual([6_500, 65_000]);
    expect(await auditOf(db, brandId)).toEqual([]);
  });

  test('returns nothing if two posts used up the budget, and each cent has one owner', async () => {
    const campaignId = await ranCampaign();
    const first = await offerWith(campaignId, { 1: 80_001 });
    const second = await offerWith(campaignId, { 1: 80_000 });
    await moveDueCampaigns(db, inDays(3));
    await settleDue(db, inDays(60));
    expect(await earned(campaignId)).toEqual({ [first.id]: 25_000, [second.id]: 25_000 });
    expect(await booksOf(db, brandId)).toMatchObject({ available: 50_000, campaigns: 0, creators: 50_000 });
    expect((await paymentsOf()).some(({ campaignSettled }) => campaignSettled)).toBe(false);
  });

  test('happens once, even with several servers', async () => {
    const campaignId = await ranCampaign();
    await offerWith(campaignId, { 1: 10_000 });
    await endAll();
    const context = { db, now: () => inDays(40) };
    await Promise.all([
      settleDue(db, inDays(40)),
      settleDue(db, inDays(40)),
      settleNow(context, { campaignId, countToday: false }),
    ]);
    expect(await settleDue(db, inDays(41))).toBe(0);
    expect(await booksOf(db, brandId)).toMatchObject({ available: 93_500, campaigns: 0, creators: 6_500 });
    expect(await emailsOf('campaign-settled')).toHaveLength(1);
  });
});

describe('a campaign’s settlement by the team', () => {
  const settleOn = (days: number, campaignId: string, countToday = false) =>
    settleNow({ db, now: () => inDays(days) }, { campaignId, countToday });

  test('is possible once, from the day after its end', async () => {
    const campaignId = await ranCampaign();
    const { id } = await offerWith(campaignId, { 1: 10_000, 10: 20_000, 11: 50_000 });
    await expect(settleOn(9, campaignId)).rejects.toThrow(`Campaign ${campaignId} hasn’t ended.`);
    await endAll();
    await expect(settleOn(10, campaignId)).rejects.toThrow('today’s views still change');
    const settled = { campaignId, name: 'Spring roast', earnedCents: 13_000, returnedCents: 37_000 };
    expect(await settleOn(11, campaignId)).toEqual({ ...settled, changed: true });
    expect(await settleOn(12, campaignId)).toEqual({ ...settled, changed: false });
    expect(await earned(campaignId)).toEqual({ [id]: 13_000 });
    await expect(settleOn(12, 'cmp_00000000000000000000000000')).rejects.toThrow('There is no campaign');
  });

  test('has the same result if the budget was returned before the start', async () => {
    const campaignId = await ranCampaign({ startAtDeltaSecs: 5 * 86_400 });
    const body = { status: 'ARCHIVED' } as const;
    await call(server, endpoints.updateCampaign, { token, key: newKey(), params: { campaignId }, body });
    const settled = { campaignId, name: 'Spring roast', earnedCents: 0, returnedCents: 0 };
    expect(await settleOn(2, campaignId)).toEqual({ ...settled, changed: true });
    expect(await settleOn(2, campaignId)).toEqual({ ...settled, changed: false });
  });

  test('uses the views known so far on the day of its end', async () => {
    const campaignId = await ranCampaign();
    const { id } = await offerWith(campaignId, { 1: 10_000, 10: 20_000 });
    await endAll();
    expect(await settleOn(10, campaignId, true)).toMatchObject({ earnedCents: 13_000, changed: true });
    expect((await campaignOf(campaignId)).settlement?.settled?.countedUntil).toBe(dayIn(10));
    expect(await earned(campaignId)).toEqual({ [id]: 13_000 });
  });
});

test('a campaign archived while running is settled 30 days later', async () => {
  const campaignId = await ranCampaign();
  await offerWith(campaignId, { 1: 10_000 });
  await call(server, endpoints.updateCampaign, {
    ...{ token, key: newKey(), params: { campaignId } },
    body: { status: 'ARCHIVED' },
  });
  expect(await settleDue(db, inDays(29.9))).toBe(0);
  expect(await settleDue(db, inDays(30))).toBe(1);
  expect((await paymentsOf())[0]?.statusReason).toBe('Archived on Mar 15, 2026. $65.00 of $500.00 was spent.');
});

test('a campaign archived before its start was refunded then, and its settlement date sends no notification', async () => {
  const campaignId = await ranCampaign({ startAtDeltaSecs: 5 * 86_400 });
  await call(server, endpoints.updateCampaign, {
    ...{ token, key: newKey(), params: { campaignId } },
    body: { status: 'ARCHIVED' },
  });
  await settleDue(db, inDays(40));
  expect((await campaignOf(campaignId)).settlement).toBeUndefined();
  expect(await booksOf(db, brandId)).toEqual({ ...emptyBooks, available: 100_000, adjustments: -100_000 });
  expect(await emailsOf('campaign-settled')).toEqual([]);
});

test('a flat fee that no brand accepted is earned by each approved post, and a product campaign earns nothing', async () => {
  for (const [campaignType, cents] of [
    ['FLAT_FEE', 15_000],
    ['DROP', undefined],
  ] as const) {
    const campaignId = await ranCampaign({ campaignType, cpmBudgetCents: null });
    const { id } = await offerWith(campaignId, { 1: 10_000 });
    const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
    await given.submission(brandId, id, { ...link, acceptedAt: inDays(0.1) });
    await db.update(offers).set({ stageType: 'ONGOING' }).where(eq(offers.id, id));
    const unposted = await given.offer(brandId, campaignId, { stageType: 'SUBMIT_EVIDENCE' });
    await endAll();
    await settleDue(db, inDays(40));
    expect(await earned(campaignId)).toEqual(cents === undefined ? {} : { [id]: cents });
    expect([await stageOf(id), await stageOf(unposted)]).toEqual(['CLEARED', 'EXPIRED']);
  }
  // Campaigns approved before brands paid fees: the provider owes them.
  const books = { ...emptyBooks, available: 100_000, adjustments: -100_000, provider: -15_000, creators: 15_000 };
  expect(await booksOf(db, brandId)).toEqual(books);
  expect(await auditOf(db, brandId)).toEqual([]);
});

test('a brand erased earlier gets no message when its campaign is settled', async () => {
  const campaignId = await ranCampaign();
  await offerWith(campaignId, { 1: 10_000 });
  await endAll();
  await deliver();
  await db
    .update(brands)
    .set({ passwordHash: '', email: `${campaignId}@erased.invalid` })
    .where(eq(brands.id, brandId));
  expect(await settleDue(db, inDays(40))).toBe(1);
  server.clock.advance(40 * dayMs);
  const sent = await deliver();
  server.clock.advance(-40 * dayMs);
  expect(sent.filter(({ to }) => to.endsWith('@erased.invalid'))).toEqual([]);
});

test('a campaign that can’t be settled doesn’t block the others', async () => {
  const [first, second] = [await ranCampaign(), await ranCampaign()].sort();
  await endAll();
  // Two more posts than fees, which no rule allows.
  const terms = { campaignType: 'FLAT_FEE', feeCents: 100_000, feeCreators: 0, proposalAcceptedAt: inDays(0) } as const;
  await db
    .update(campaigns)
    .set(terms)
    .where(eq(campaigns.id, first ?? ''));
  const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
  await given.submission(brandId, await given.offer(brandId, first ?? ''), { ...link, acceptedAt: inDays(1) });
  await expect(settleDue(db, inDays(40))).rejects.toThrow(`settle:${first} failed`);
  const settled = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.brandId, brandId), isNotNull(campaigns.settledAt)));
  expect(settled).toEqual([{ id: second }]);
  await db
    .update(campaigns)
    .set({ campaignType: 'DROP', proposalAcceptedAt: null })
    .where(eq(campaigns.id, first ?? ''));
  await settleDue(db, inDays(40));
});
