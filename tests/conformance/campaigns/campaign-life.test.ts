import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { dayOf } from '#domain/time/period.ts';
import { makeDueMoves } from '#server/clocks/campaign-clock.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { expireOverdueOffers } from '#server/services/campaigns/due-offers.ts';
import { call } from '#tests/support/calls/call.ts';
import { moveNow, offerRow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const now = server.clock.now();
let brandId: string;

beforeEach(async () => {
  brandId = await given.brand();
});

const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
const statusOf = async (campaignId: string) =>
  (await server.db.select().from(campaigns).where(eq(campaigns.id, campaignId)))[0]?.workerStatus;

/** The campaign's status this many days later. */
async function statusAfter(campaignId: string, days: number) {
  await moveDueCampaigns(server.db, after(days));
  return statusOf(campaignId);
}

test('a campaign starts on its day, finds its creators, and ends on reaching its goal, when its posts fall due', async () => {
  const campaignId = await given.campaign(brandId, {
    workerStatus: 'QUEUED',
    workerStartDate: after(2),
    workerEndDate: after(32),
    workerViewTarget: 1_000,
  });
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  expect(await statusAfter(campaignId, 1)).toBe('QUEUED');
  expect(await statusAfter(campaignId, 2)).toBe('SOURCING');
  expect(await statusAfter(campaignId, 5)).toBe('ACTIVE');
  const postId = await given.post(brandId, offerId, { postedAt: after(3) });
  await given.figures(brandId, postId, [[dayOf(after(3)), 1_000, 0, 0, 0]]);
  expect(await statusAfter(campaignId, 5)).toBe('ENDED_SUCCESSFULLY');
  expect((await offerRow(server.db, offerId))?.stageType).toBe('AWAITING_EARNING_CLEARANCE');
});

test('a campaign starts and ends at the exact times it was created with', async () => {
  const [start, end] = [new Date('2026-04-02T18:30:00.000Z'), new Date('2026-05-02T18:30:00.000Z')];
  const campaignId = await given.campaign(brandId, {
    ...{ workerStatus: 'QUEUED', workerStartDate: start, workerEndDate: end, workerBudgetCents: 0 },
  });
  const statusAt = async (at: Date, ms: number) => {
    await moveDueCampaigns(server.db, new Date(at.getTime() + ms));
    return statusOf(campaignId);
  };
  const hourMs = 3_600_000;
  expect(await statusAt(start, -1)).toBe('QUEUED');
  expect(await statusAt(start, 0)).toBe('SOURCING');
  expect(await statusAt(start, 72 * hourMs - 1)).toBe('SOURCING');
  expect(await statusAt(start, 72 * hourMs)).toBe('ACTIVE');
  expect(await statusAt(end, -72 * hourMs - 1)).toBe('ACTIVE');
  expect(await statusAt(end, -72 * hourMs)).toBe('ENDING');
  expect(await statusAt(end, -1)).toBe('ENDING');
  expect(await statusAt(end, 0)).toBe('ENDED_UNSUCCESSFULLY');
});

test('a campaign shorter than the sourcing period still ends on time', async () => {
  const campaignId = await given.campaign(brandId, {
    ...{ workerStatus: 'QUEUED', workerStartDate: now, workerEndDate: after(1) },
  });
  expect(await statusAfter(campaignId, 0.9)).toBe('SOURCING');
  expect(await statusAfter(campaignId, 1)).toBe('ENDED_UNSUCCESSFULLY');
});

test('a neglected campaign goes through all due states at once, and the phone is notified of each', async () => {
  const late = { workerStatus: 'QUEUED', workerStartDate: now, workerEndDate: after(30) } as const;
  const others = await given.brand();
  const ids = [await given.campaign(brandId, late), await given.campaign(brandId, late)];
  const foreign = await given.campaign(others, late);
  const token = (await server.sessionOf(brandId)).accessToken;
  const { cursor } = (await call(server, endpoints.getChanges, { token, query: {} })).data;
  await moveDueCampaigns(server.db, after(40));
  const rows = await server.db
    .select({ status: campaigns.workerStatus, unread: campaigns.unread })
    .from(campaigns)
    .where(inArray(campaigns.id, [...ids, foreign]));
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ status: 'ENDED_UNSUCCESSFULLY', unread: true })));
  const changed = (await call(server, endpoints.getChanges, { token, query: { cursor } })).data;
  expect(changed.campaigns.map(({ id }) => id).sort()).toEqual([...ids].sort());
});

test('campaigns that are unapproved or archived don’t change, and their brand’s revision stays', async () => {
  const late = { workerStatus: 'QUEUED', workerStartDate: now, workerEndDate: after(30) } as const;
  const pending = await given.campaign(brandId, { ...late, approvalStatus: 'PENDING' });
  const archived = await given.campaign(brandId, { ...late, status: 'ARCHIVED' });
  await moveDueCampaigns(server.db, after(10));
  const rows = await server.db
    .select({ status: campaigns.workerStatus, revision: campaigns.revision })
    .from(campaigns)
    .where(and(eq(campaigns.brandId, brandId), inArray(campaigns.id, [pending, archived])));
  expect(rows.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED']);
  expect(await moveDueCampaigns(server.db, after(10))).toBe(0);
});

test('concurrent processes advance each campaign once', async () => {
  const campaignId = await given.campaign(brandId, {
    workerStatus: 'QUEUED',
    workerStartDate: now,
    workerEndDate: after(30),
  });
  const steps = await Promise.all([1, 2, 3].map(() => moveDueCampaigns(server.db, after(1))));
  expect(steps.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await statusOf(campaignId)).toBe('SOURCING');
});

test('creators are at work once one has submitted, as the brand sees while others are still being sourced', async () => {
  const asks = { asks: ['DRAFT'] as ('DRAFT' | 'CONTRACT')[], workerStartDate: now, workerEndDate: after(30) };
  const campaignId = await given.campaign(brandId, { ...asks, workerStatus: 'SOURCING' });
  const other = await given.campaign(brandId, { ...asks, workerStatus: 'SOURCING' });
  const offerId = await given.offer(brandId, campaignId, { stageEnteredAt: now });
  await given.offer(brandId, other, { stageEnteredAt: now });
  const byCreator = { offerId, by: 'creator' } as const;
  await moveNow(server, brandId, { ...byCreator, move: 'accept', input: {} });
  expect(await statusOf(campaignId)).toBe('SOURCING');
  const draft = { video: '/files/tea.mp4', posterUrl: null, caption: null };
  await moveNow(server, brandId, { ...byCreator, move: 'submit-draft', input: draft });
  expect([await statusOf(campaignId), await statusOf(other)]).toEqual(['ACTIVE', 'SOURCING']);
  // It continues like any other campaign.
  expect(await statusAfter(campaignId, 28)).toBe('ENDING');
});

test('a campaign or an offer that can’t be processed doesn’t block the others', async () => {
  const { db } = server;
  const begun = { workerStatus: 'QUEUED', workerStartDate: after(-1), workerEndDate: after(29) } as const;
  const [stuck, free] = await Promise.all([given.campaign(brandId, begun), given.campaign(brandId, begun)]);
  const live = await given.campaign(brandId, { workerEndDate: after(60) });
  const others = await given.brand();
  const othersLive = await given.campaign(others, { workerEndDate: after(60) });
  const offered = { stageType: 'OFFERED', stageEnteredAt: after(-90) } as const;
  const stuckOffer = await given.offer(brandId, live, offered);
  const freeOffer = await given.offer(others, othersLive, offered);
  const refuse = (table: string, id: string) => [
    sql.raw(
      `create function refuse_${table}() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
    ),
    sql.raw(
      `create trigger refuse before update on ${table} for each row when (old.id = '${id}') execute function refuse_${table}()`,
    ),
  ];
  const refused = [...refuse('campaigns', stuck), ...refuse('offers', stuckOffer)];
  for (const statement of refused) await db.execute(statement);
  try {
    await expect(makeDueMoves(db, now)).rejects.toThrow('move-campaigns failed; expire-offers failed');
    await expect(moveDueCampaigns(db, now)).rejects.toThrow(`move:${stuck} failed`);
    await expect(expireOverdueOffers(db, now)).rejects.toThrow(`expire-offers:${brandId} failed`);
  } finally {
    for (const table of ['campaigns', 'offers']) {
      await db.execute(sql.raw(`drop trigger refuse on ${table}`));
      await db.execute(sql.raw(`drop function refuse_${table}()`));
    }
  }
  expect([await statusOf(stuck), await statusOf(free)]).toEqual(['QUEUED', 'SOURCING']);
  expect((await offerRow(db, freeOffer))?.stageType).toBe('INVALIDATED');
});
