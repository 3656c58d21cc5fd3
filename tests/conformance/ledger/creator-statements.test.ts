import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { type CreatorStatement, getCreatorStatement } from '#contract/creator/creator-money.ts';
import { statementNotes } from '#domain/statements/creator-statement.ts';
import { csvLine } from '#domain/statements/csv-line.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';
import { campaigns, posts } from '#server/database/tables/tables.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { settleNow } from '#server/services/campaigns/settle.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { earningColumns, figureColumns, recomputedEarnings } from '#tests/support/money/recomputed-earnings.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given } = await apiServer();
const { db } = server;
const today = server.clock.now();
const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const tagId = await given.tag();
const terms = { cpmCents: 650, budgetCents: 50_000 };

let brandId: string;
let campaignId: string;

beforeEach(async () => {
  brandId = await given.brand({ cpmCents: terms.cpmCents, tikTokHandle: 'northwind' });
  await adjustBalance({ db, now: server.clock.now }, { brand: brandId, amountCents: 100_000, note: 'Welcome' });
  const { accessToken: token } = await server.sessionOf(brandId);
  const body = newCampaign({
    ...{ tagIds: [tagId], cpmBudgetCents: terms.budgetCents, startAtDeltaSecs: 0, endAtDeltaSecs: 10 * 86_400 },
  });
  campaignId = (await call(server, endpoints.createCampaign, { token, key: newKey(), body })).data.id;
  await decideCampaign(server, campaignId, 'APPROVED');
});

/** An offer with a post that has these views by the end of each day, counted from now. */
async function offerWith(views: Record<number, number>): Promise<{ id: string; email: string }> {
  const username = crypto.randomUUID();
  const email = `${username}@creators.test`;
  const creatorId = await given.creator(brandId, { username });
  await given.person(brandId, creatorId, { email });
  const id = await given.offer(brandId, campaignId, { stageType: 'ONGOING', creatorId });
  await post(id, views);
  return { id, email };
}

async function post(offerId: string, views: Record<number, number>): Promise<string> {
  const postId = await given.post(brandId, offerId, { postedAt: inDays(0.1) });
  await figures(postId, views);
  return postId;
}

const figures = (postId: string, views: Record<number, number>) =>
  given.figures(
    brandId,
    postId,
    Object.entries(views).map(([days, count]) => [dayIn(Number(days)), count, 0, 0, 0]),
  );
const statementOf = async (id: string): Promise<CreatorStatement> =>
  (await call(server, getCreatorStatement, { token: await server.linkOf(id) })).data;
const settle = async () => {
  await moveDueCampaigns(db, inDays(10));
  await settleNow({ db, now: () => inDays(40) }, { campaignId, countToday: false });
};
const line = (days: number, views: number | null, earnedCents: number, note: string | null = null) => ({
  ...{ day: dayIn(days), views, earnedCents, note },
});

test('each day is listed with its views and earnings, also when views fell', async () => {
  const { id } = await offerWith({ 1: 1_000, 3: 900, 4: 3_000 });
  await offerWith({ 2: 7_000 });
  const statement = await statementOf(id);
  expect(statement).toEqual({
    cpmCents: 650,
    lines: [line(1, 1_000, 650), line(3, -100, -65, statementNotes.corrected), line(4, 2_100, 1_365)],
    ...{ earnedCents: 1_950, settledAt: null, clearedCents: 0, payments: [], dueCents: 0, heldCents: 0 },
  });
  expect((await openLink(server, await server.linkOf(id))).data.post?.earnedCents).toBe(1_950);
});

test('views after the budget ran out are listed and earn nothing', async () => {
  const { id } = await offerWith({ 1: 40_000, 2: 60_000, 3: 90_000, 4: 80_000 });
  await offerWith({ 2: 60_000 });
  const { lines, earnedCents } = await statementOf(id);
  // $260 is spent on the first day; 80,000 views share the remaining $240.
  expect(lines).toEqual([
    line(1, 40_000, 26_000),
    line(2, 20_000, 6_000, statementNotes.onBudgetDay),
    line(3, 30_000, 0, statementNotes.afterBudget),
    line(4, -10_000, 0, statementNotes.correctedAfterBudget),
  ]);
  expect(earnedCents).toBe(32_000);
});

test('a statement is final after the settlement, and later views and corrections change no amount', async () => {
  const { id, email } = await offerWith({ 1: 1_000, 20: 4_000 });
  const other = await offerWith({ 1: 2_000 });
  await settle();
  const settledAt = inDays(40).toISOString();
  const due = { earnedCents: 2_600, settledAt, clearedCents: 2_600, payments: [], dueCents: 2_600, heldCents: 0 };
  expect(await statementOf(id)).toMatchObject(due);
  await post(id, { 1: 100, 45: 700 });
  const { lines, ...sums } = await statementOf(id);
  expect(sums).toEqual({ cpmCents: 650, ...due });
  expect(lines).toEqual([
    line(1, 1_100, 715),
    line(20, 3_000, 1_950),
    line(40, null, -65, statementNotes.atSettlement),
    line(45, 600, 0, statementNotes.afterSettlement),
  ]);
  await operate(server, 'hold-earning', { offerId: id, reason: 'Please tell us how this post was promoted.' });
  expect(await statementOf(id)).toMatchObject({ clearedCents: 2_600, dueCents: 0, heldCents: 2_600 });
  await operate(server, 'release-earning', { offerId: id, note: 'Thank you for your answer.' });
  await operate(server, 'mark-paid', { email, amountCents: 2_600 });
  const [payout] = await db.select({ paidAt: payouts.paidAt }).from(payouts).where(eq(payouts.amountCents, 2_600));
  expect(await statementOf(id)).toMatchObject({
    ...{ clearedCents: 2_600, dueCents: 0 },
    payments: [{ paidAt: payout?.paidAt.toISOString(), amountCents: 2_600 }],
  });
  expect(await statementOf(other.id)).toMatchObject({ dueCents: 1_300, payments: [] });
});

describe('an offer with a flat fee', () => {
  beforeEach(async () => {
    const fee = { campaignType: 'FLAT_FEE', feeCents: 15_050 } as const;
    await db.update(campaigns).set(fee).where(eq(campaigns.id, campaignId));
  });

  test('has one line, from the day its post was approved', async () => {
    const { id } = await offerWith({ 1: 1_000 });
    const onPage = async () => (await openLink(server, await server.linkOf(id))).data.post?.earnedCents;
    expect(await onPage()).toBe(0);
    expect(await statementOf(id)).toMatchObject({ cpmCents: null, lines: [], earnedCents: 0 });
    const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
    await given.submission(brandId, id, { ...link, acceptedAt: inDays(2) });
    const lines = [line(2, null, 15_050, statementNotes.fee)];
    expect(await statementOf(id)).toMatchObject({ lines, earnedCents: 15_050, clearedCents: 0 });
    expect(await onPage()).toBe(15_050);
  });
});

test('without a post has an empty statement', async () => {
  const id = await given.offer(brandId, campaignId);
  expect(await statementOf(id)).toMatchObject({ lines: [], earnedCents: 0, dueCents: 0 });
});

describe('figures and earnings alone reproduce every statement of a campaign, to the cent', () => {
  /** The campaign's figures as an operator exports them. */
  async function figuresCsv(until: number): Promise<string> {
    const rows = await db
      .select({ day: dailyFigures.day, postId: posts.id, offerId: posts.offerId, viewCount: dailyFigures.viewCount })
      .from(dailyFigures)
      .innerJoin(posts, eq(posts.id, dailyFigures.postId))
      .where(eq(posts.campaignId, campaignId));
    const counted = rows.filter(({ day }) => day <= dayIn(until));
    return csvLine(figureColumns) + counted.map((row) => csvLine(figureColumns.map((name) => row[name]))).join('');
  }
  async function earningsCsv(): Promise<string> {
    const rows = await db
      .select({ offerId: earnings.offerId, amountCents: earnings.amountCents, paidAt: payouts.paidAt })
      .from(earnings)
      .leftJoin(payouts, eq(payouts.id, earnings.payoutId))
      .where(eq(earnings.campaignId, campaignId));
    const lines = rows.map(({ offerId, amountCents, paidAt }) =>
      csvLine([offerId, amountCents, paidAt?.toISOString() ?? null]),
    );
    return csvLine(earningColumns) + lines.join('');
  }

  /** Views that jump, fall now and then, and skip days. */
  const someViews = (seed: number, size: number) => {
    let count = 0;
    const days: [number, number][] = [];
    for (let day = 1; day <= 38; day += 1 + ((seed * day) % 3)) {
      count = Math.max(0, count + (((seed + 3) * 7_919 + day * 104_729) % size) - Math.floor(size / 9));
      days.push([day, count]);
    }
    return Object.fromEntries(days);
  };

  test.each([
    ['used up', 9_001],
    ['not used up', 997],
  ])('with a budget that is %s', async (_, size) => {
    const made: { id: string; email: string }[] = [];
    for (let seed = 1; seed <= 5; seed += 1) made.push(await offerWith(someViews(seed, size)));
    await post(made[0]?.id ?? '', someViews(9, size));
    const check = async () => {
      const csv = { figures: await figuresCsv(39), earnings: await earningsCsv() };
      for (const { id } of made) {
        const { lines, earnedCents, clearedCents, payments, dueCents } = await statementOf(id);
        const { byDay, ...sums } = recomputedEarnings(csv, id, terms);
        let cents = 0;
        for (const { day, earnedCents: ofDay } of lines) {
          cents += ofDay;
          expect([id, day, cents]).toEqual([id, day, byDay.get(day)]);
        }
        expect(lines.length).toBeGreaterThan(10);
        expect([...byDay.values()].at(-1)).toBe(earnedCents);
        const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
        expect({ clearedCents, paidCents }).toEqual(sums);
        expect(dueCents).toBe(clearedCents - paidCents);
      }
    };
    await check();
    await settle();
    const [first] = made;
    const { clearedCents } = await statementOf(first?.id ?? '');
    await operate(server, 'mark-paid', { email: first?.email, amountCents: clearedCents });
    await check();
  });
});
