import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
  periodPresets,
} from '#contract/brand/analytics.ts';
import { getCampaign } from '#contract/brand/campaign.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { showsPerformance } from '#domain/campaigns/campaign-status.ts';
import { elapsedPart, previousPeriod } from '#domain/figures/comparison.ts';
import { canReview } from '#domain/offers/offer-stage.ts';
import { addDays, campaignPeriod, type Period, resolvePeriod } from '#domain/time/period.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { brands, campaigns, payments, posts, removals } from '#server/database/tables/tables.ts';
import { updateBrand } from '#server/services/accounts/brands.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { anyBrand } from '#tests/support/calls/any-brand.ts';
import { anyGet } from '#tests/support/calls/any-get.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { createPhone } from '#tests/support/calls/phone.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';

const today = '2026-03-15';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: new Date(`${today}T12:00:00.000Z`) });
});
afterAll(() => server?.close());

async function phoneOfAnyBrand(seed: number) {
  const { brandId, campaignIds } = await anyBrand(world(server.db), { seed, today });
  const token = (await server.sessionOf(brandId)).accessToken;
  const phone = createPhone({ server, token, brandId });
  expect(await phone.sync()).toBe('done');
  const listed = await call(server, endpoints.listOffers, { token, query: { pageSize: '100' } });
  const known = { brandId, campaignIds, offerIds: listed.data.data.map(({ id }) => id), today };
  return { phone, token, known, offers: listed.data.data };
}

type AnyPhone = Awaited<ReturnType<typeof phoneOfAnyBrand>>;

/** For any request, the phone's response equals the server's, to the last digit and in the same order. */
const compareAnswers = ({ phone, known }: AnyPhone, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(anyGet(known), async (path) => {
      const online = await phone.request(path);
      expect(online.status).toBe(200);
      expect((await phone.answer(path))?.body).toStrictEqual(online.body);
    }),
    { numRuns },
  );

describe.each([1, 2])('a phone that has synced brand %i', (seed) => {
  let any: AnyPhone;
  beforeAll(async () => {
    any = await phoneOfAnyBrand(seed);
  });

  test('has enough records', () => {
    expect(any.known.offerIds.length).toBeGreaterThan(30);
  });

  test('gives the server’s response for every list, filter, page and period', async () => {
    await compareAnswers(any, 120);
  });

  test('computes with the campaigns fetched last', async () => {
    const { phone, known } = any;
    const { brandId, campaignIds } = known;
    const path = pathOf(getBrandAnalytics, { brandId }, { timePeriodType: 'preset', preset: 'last_365d' });
    const before = (await phone.answer(path))?.body;
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      const change = { workerBudgetCents: 12_345_600, workerCpmCents: 777, revision: writer.revision };
      await writer.db.update(campaigns).set(change).where(writer.own(campaigns));
    });
    for (const campaignId of campaignIds) await phone.fetchAndStore(pathOf(getCampaign, { campaignId }));
    const after = (await phone.answer(path))?.body;
    expect(after).not.toEqual(before);
    expect(after).toStrictEqual((await phone.request(path)).body);
  });

  test('asks its pages to refetch only if the server’s response differs', async () => {
    const { phone, known } = any;
    const { brandId, campaignIds } = known;
    server.clock.advance(1000);
    const paths = ['last_7d', 'last_90d'].flatMap((preset) => {
      const period = { timePeriodType: 'preset', preset };
      const campaignId = campaignIds[0] ?? '';
      return [
        pathOf(getBrandAnalytics, { brandId }, period),
        pathOf(getBrandDays, { brandId }, period),
        pathOf(listBrandPosts, { brandId }, { ...period, page: '1', pageSize: '100' }),
        pathOf(getCampaignAnalytics, { campaignId }, period),
        pathOf(getCampaignDays, { campaignId }, period),
        pathOf(listCampaignPosts, { campaignId }, { ...period, page: '1', pageSize: '100' }),
      ];
    });
    // Neither the first responses to these paths nor repeated ones count as changes.
    for (const path of [...paths, ...paths]) expect([...(await phone.fetchAndStore(path)).kinds], path).toEqual([]);
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      const [post] = await writer.db.select().from(posts).where(writer.own(posts));
      const figure = { viewCount: 50_000_000, likeCount: 7, commentCount: 0, shareCount: 1 };
      await storeFigures(writer, [{ ...figure, postId: post?.id ?? '', day: today }], server.clock.now());
    });
    const [path = ''] = paths;
    expect([...(await phone.fetchAndStore(path)).kinds]).toEqual(['analytics']);
    expect([...(await phone.fetchAndStore(path)).kinds]).toEqual([]);
    const neverAsked = pathOf(getBrandAnalytics, { brandId }, { timePeriodType: 'preset', preset: 'last_30d' });
    expect([...(await phone.fetchAndStore(neverAsked)).kinds]).toEqual(['analytics']);
  });

  test('gives the server’s response after more changes and a sync', async () => {
    const { phone, token, known, offers } = any;
    const { brandId } = known;
    const given = world(server.db);
    const [reviewed] = offers.filter(canReview);
    await call(server, endpoints.acceptEvidence, {
      params: { id: reviewed?.id ?? '' },
      token,
      key: newKey(),
      ifMatch: reviewed?.currentStage.fulfillment?.id ?? '',
    });
    const running = await call(server, endpoints.listCampaigns, { token, query: { campaignStatus: 'ACTIVE' } });
    const campaignId = running.data.data[0]?.id ?? '';
    await call(server, endpoints.updateCampaign, {
      params: { campaignId },
      body: { status: 'ARCHIVED' },
      token,
      key: newKey(),
    });
    await updateBrand({ db: server.db, brandId, own: () => undefined }, { description: 'Now with more beans' });
    await given.payment(brandId);
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      const [post] = await writer.db.select().from(posts).where(writer.own(posts));
      const figure = { viewCount: 77, likeCount: 7, commentCount: 0, shareCount: 1 };
      const days = [-40, -2, 0].map((ago) => ({ ...figure, postId: post?.id ?? '', day: addDays(today, ago) }));
      await storeFigures(writer, days, server.clock.now());
      const [payment] = await writer.db.select().from(payments).where(writer.own(payments));
      const id = payment?.id ?? '';
      await writer.db.delete(payments).where(writer.own(payments, eq(payments.id, id)));
      await writer.db.insert(removals).values({ brandId, kind: 'payment', id, revision: writer.revision });
    });
    expect(await phone.sync()).toBe('done');
    expect(phone.repainted.at(-1)).toEqual(['analytics', 'brand', 'campaigns', 'offers', 'payments']);
    await compareAnswers(any, 80);
  });

  test('gives the server’s response after a reset of its feed, with records removed without a change', async () => {
    const { phone, known } = any;
    const { brandId } = known;
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      const [payment] = await writer.db.select().from(payments).where(writer.own(payments));
      await writer.db.delete(payments).where(writer.own(payments, eq(payments.id, payment?.id ?? '')));
    });
    await server.db
      .update(brands)
      .set({ feedEpoch: `anew${seed}` })
      .where(eq(brands.id, brandId));
    expect(await phone.sync()).toBe('done');
    await compareAnswers(any, 50);
  });
});

describe('a phone of a server without a feed', () => {
  let brandId: string;
  let token: string;
  beforeAll(async () => {
    ({ brandId } = await anyBrand(world(server.db), { seed: 4, today }));
    token = (await server.sessionOf(brandId)).accessToken;
  });

  /** A phone whose server doesn't have these calls. */
  async function phoneWithout(unknown: RegExp) {
    const request: TestServer['app']['request'] = (path, ...rest) =>
      unknown.test(String(path)) ? Response.json({}, { status: 404 }) : server.app.request(path, ...rest);
    const phone = createPhone({ server: { clock: server.clock, app: { request } }, token, brandId });
    expect(await phone.sync()).toBe('done');
    return phone;
  }

  test('has the days that screens show first', async () => {
    const phone = await phoneWithout(/\/changes/);
    const { data } = await call(server, endpoints.listCampaigns, { token, query: { pageSize: '100' } });
    const shown = data.data.filter(showsPerformance);
    expect(shown.length).toBeGreaterThan(0);
    /** The period and the previous one, as the chart requests them. */
    const both = (period: Period) => {
      const { since, until } = elapsedPart(period, today);
      return { timePeriodType: 'range', since: previousPeriod({ since, until }).since, until };
    };
    const paths = [
      ...periodPresets.map((preset) => pathOf(getBrandDays, { brandId }, both(resolvePeriod({ preset }, today)))),
      ...shown.map((campaign) => pathOf(getCampaignDays, { campaignId: campaign.id }, both(campaignPeriod(campaign)))),
    ];
    for (const path of paths) expect((await phone.answer(path))?.body).toEqual((await phone.request(path)).body);
  });

  test('asks a server without days once, and still has the totals', async () => {
    const phone = await phoneWithout(/\/changes|\/days/);
    expect(phone.asked.filter((path) => path.includes('/days'))).toHaveLength(1);
    const path = pathOf(getBrandAnalytics, { brandId }, { timePeriodType: 'preset', preset: 'last_7d' });
    expect((await phone.answer(path))?.body).toEqual((await phone.request(path)).body);
  });
});
