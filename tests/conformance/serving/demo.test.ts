import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { count, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { offerStageTypes } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint, ResponseOf } from '#contract/wire/endpoint.ts';
import {
  campaignBadge,
  campaignBanner,
  campaignFilters,
  matchesCampaignQuery,
} from '#domain/campaigns/campaign-status.ts';
import { canReview, matchesOfferQuery, offerBadge, offerFilters, reviewKind } from '#domain/offers/offer-stage.ts';
import { rowsOf } from '#server/database/database.ts';
import { ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { brands, offers } from '#server/database/tables/tables.ts';
import { demoLogin } from '#server/demo/accounts.ts';
import { demoPlans, generateBrandContents } from '#server/demo/brand/contents.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { demoMediaDir } from '#server/paths.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server } = await apiServer();
expect(await seedDemo(server.db, { now: server.clock.now() })).toBe(true);
const token = (await call(server, endpoints.login, { body: demoLogin })).data.accessToken;
const campaigns = await all(endpoints.listCampaigns);
const allOffers = await all(endpoints.listOffers);

/** All rows of a list, page by page; the server checks each page against the contract. */
async function all<E extends Endpoint>(
  endpoint: E,
): Promise<ResponseOf<E> extends { data: (infer T)[] } ? T[] : never> {
  const rows: unknown[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const query = { page: String(page), pageSize: '100' } as never;
    const { data } = (await call(server, endpoint, { token, query })) as {
      data: { data: unknown[]; pagination: { nextPage: number | null } };
    };
    rows.push(...data.data);
    page = data.pagination.nextPage;
  }
  return rows as never;
}

const distinct = (values: Iterable<unknown>) => [...new Set(values)].sort();

test('the demo is as large as a brand after a year', async () => {
  expect(campaigns.length).toBeGreaterThanOrEqual(45);
  expect(allOffers.length).toBeGreaterThanOrEqual(400);
  expect((await all(endpoints.listPayments)).length).toBeGreaterThanOrEqual(60);
  const [posts] = await rowsOf<{ watched: number }>(
    server.db,
    sql`select count(*)::int as watched from (select post_id from daily_figures group by post_id having count(*) >= 90) p`,
  );
  expect(posts?.watched).toBeGreaterThanOrEqual(300);
});

test('the demo’s campaigns show every badge, every banner and something under every filter', () => {
  expect(distinct(campaigns.map((campaign) => campaignBadge(campaign).label))).toEqual(
    ['Active', 'Approved', 'Completed', 'Ending', 'In Review', 'Rejected'].sort(),
  );
  const banners = campaigns.flatMap((campaign) => campaignBanner(campaign)?.kind ?? []);
  expect(distinct(banners)).toEqual([
    ...['active', 'archived', 'end-reached', 'ending', 'goal-reached', 'in-review', 'not-started', 'rejected'],
    'sourcing',
  ]);
  for (const { label, query } of campaignFilters) {
    expect([label, campaigns.some((campaign) => matchesCampaignQuery(campaign, query))]).toEqual([label, true]);
  }
  expect(distinct(campaigns.map(({ unread }) => unread))).toEqual([false, true]);
});

test('the demo’s offers are in every stage, under every filter, and can be reviewed as draft and link, twice', () => {
  expect(distinct(allOffers.map(({ currentStage }) => currentStage.type))).toEqual([...offerStageTypes].sort());
  for (const { label, stages } of offerFilters) {
    const listed = allOffers.filter((offer) => matchesOfferQuery(offer, { offerStageType: stages }));
    expect([label, listed.length > 10]).toEqual([label, true]);
  }
  expect(distinct(allOffers.map((offer) => offerBadge(offer).label))).toEqual(
    expect.arrayContaining(['Completed', 'Expired', 'Invalidated by admin', 'Review draft', 'Review link']),
  );
  const reviews = allOffers.filter(canReview);
  const kinds = reviews.map(
    (offer) => `${reviewKind(offer)}${offer.currentStage.fulfillment?.rejectedFulfillmentId ? ' again' : ''}`,
  );
  expect(distinct(kinds)).toEqual(['draft', 'draft again', 'link', 'link again']);
});

test('the demo’s drafts can be played, and have pictures and faces', async () => {
  const drafts = allOffers.flatMap(({ currentStage: { fulfillment } }) =>
    fulfillment?.evidenceType === 'VIDEO_WITH_CAPTION' && fulfillment.fulfillment !== null
      ? [fulfillment.fulfillment]
      : [],
  );
  const faces = allOffers.flatMap(({ socialAccount }) => socialAccount.avatarUrl ?? []);
  const addresses = distinct([...drafts, ...faces]) as string[];
  expect(addresses.filter((address) => address.endsWith('.mp4')).length).toBeGreaterThanOrEqual(6);
  for (const address of addresses) {
    expect(address).toMatch(/^\/media\/demo\/[\w/.-]+\.(mp4|svg|webp)$/);
    expect([address, existsSync(join(demoMediaDir(), address.slice('/media/demo/'.length)))]).toEqual([address, true]);
  }
});

test('the demo’s names and texts look realistic', () => {
  const creators = new Map(allOffers.map(({ user, socialAccount }) => [socialAccount.username, user]));
  const names = distinct([...creators.values()].map(({ firstName, lastName }) => `${firstName} ${lastName}`));
  expect(names.length).toBeGreaterThan(100);
  const texts = [
    ...campaigns.flatMap(({ name, rejectionReason, dos, donts }) => [name, rejectionReason, ...dos, ...donts]),
    ...allOffers.map(({ currentStage }) => currentStage.fulfillment?.metadata?.caption),
    ...names,
  ].filter((text) => typeof text === 'string');
  expect(distinct(texts).length).toBeGreaterThan(250);
  for (const text of texts) {
    expect(text).not.toMatch(/lorem|ipsum|undefined|null|NaN|\[object|\btest\b|creator \d|campaign \d|\{\{|\$\{/i);
  }
});

test('the demo’s data is consistent: times in order, ledgers balanced, nothing in the future', async () => {
  const now = server.clock.now().toISOString();
  for (const offer of allOffers) {
    expect(offer.updatedAt <= now && offer.currentStage.enteredAt <= now, offer.id).toBe(true);
  }
  const [books] = await server.db
    .select({ sum: sql`sum(${ledgerLines.amountCents})`.mapWith(Number) })
    .from(ledgerLines);
  expect(books?.sum).toBe(0);
  const { data: brand } = await call(server, endpoints.getBrand, { token });
  expect(brand.availableBalanceCents).toBeGreaterThan(0);
  expect(brand.pendingBalanceCents).toBeGreaterThan(0);
});

test('the demo’s analytics has data in every period, and more in longer ones', async () => {
  const { data: brand } = await call(server, endpoints.getBrand, { token });
  const views: number[] = [];
  for (const preset of ['today', 'last_7d', 'last_30d', 'last_90d', 'last_365d']) {
    const query = { timePeriodType: 'preset', preset } as never;
    const { data } = await call(server, endpoints.getBrandAnalytics, { token, params: { brandId: brand.id }, query });
    views.push(data.viewCount);
  }
  expect(views.every((count, i) => count > (views[i - 1] ?? 0))).toBe(true);
});

test('a second start creates nothing twice', async () => {
  const [before] = await server.db.select({ count: count() }).from(offers);
  expect(await seedDemo(server.db, { now: server.clock.now() })).toBe(false);
  const [after] = await server.db.select({ count: count() }).from(offers);
  expect(after).toEqual(before);
  const found = await server.db.select({ id: brands.id }).from(brands).where(eq(brands.email, demoLogin.email));
  expect(found).toHaveLength(1);
});

describe('a demo generated from its creation time', () => {
  const at = (now: string) =>
    generateBrandContents(
      { brandId: 'brd_1', brandName: 'Fernhill', now: new Date(now), revision: 1, tagIds: new Map() },
      demoPlans(),
    );

  test('is the same to the last digit for the same time', () => {
    expect(at('2026-03-15T12:00:00.000Z')).toEqual(at('2026-03-15T12:00:00.000Z'));
  });

  test.each([
    '2026-01-01T00:00:00.000Z',
    '2026-02-28T23:59:59.999Z',
    '2028-02-29T06:30:00.000Z',
    '2031-07-04T17:05:09.001Z',
  ])('is complete at %s', (now) => {
    const { figures, posts, offers: rows, payments } = at(now);
    expect(figures.every(({ day }) => day <= now.slice(0, 10))).toBe(true);
    expect(rows.every(({ updatedAt }) => (updatedAt as Date).toISOString() <= now)).toBe(true);
    expect(payments.every(({ updatedAt }) => (updatedAt as Date).toISOString() <= now)).toBe(true);
    const last = new Map<string, number>();
    const falls = figures.filter(({ postId, viewCount }) => {
      const before = last.get(postId) ?? 0;
      last.set(postId, viewCount);
      return viewCount < before;
    });
    expect(falls).toEqual([]);
    expect(posts.map(({ id, viewCount }) => [id, viewCount])).toEqual(posts.map(({ id }) => [id, last.get(id) ?? 0]));
  });
});
