import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignChange } from '#contract/brand/campaign-change.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { expireOverdueOffers } from '#server/services/campaigns/due-offers.ts';
import { settleDue } from '#server/services/campaigns/settle.ts';
import { remindCreators } from '#server/services/notices/creators/remind.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { auditOf, booksOf } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given } = await apiServer();
const { db } = server;
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs);
const tagId = await given.tag();

let brandId: string;
let token: string;

beforeEach(async () => {
  brandId = await given.brand({ cpmCents: 650, tikTokHandle: 'northwind' });
  await adjustBalance({ db, now: server.clock.now }, { brand: brandId, amountCents: 100_000, note: 'Welcome' });
  token = (await server.sessionOf(brandId)).accessToken;
});

/** An approved campaign with a $500 budget that runs for ten days from now, sourcing creators. */
async function aCampaign(part: Partial<Parameters<typeof newCampaign>[0]> = {}): Promise<string> {
  const body = newCampaign({
    ...{ tagIds: [tagId], title: 'Spring roast', cpmBudgetCents: 50_000 },
    ...{ startAtDeltaSecs: 0, endAtDeltaSecs: 10 * 86_400 },
    ...part,
  });
  const { data } = await call(server, endpoints.createCampaign, { token, key: newKey(), body });
  await decideCampaign(server, data.id, 'APPROVED');
  return data.id;
}

const change = (campaignId: string, body: CampaignChange, key = newKey()) =>
  call(server, endpoints.changeCampaign, { token, key, params: { campaignId }, body });
const views = async (campaignId: string, count: number) => {
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const postId = await given.post(brandId, offerId, { postedAt: server.clock.now() });
  await given.figures(brandId, postId, [[server.clock.now().toISOString().slice(0, 10), count, 0, 0, 0]]);
};
const statusOf = async (campaignId: string) =>
  (await db.select().from(campaigns).where(eq(campaigns.id, campaignId)))[0]?.workerStatus;
const makeActive = (campaignId: string) =>
  db.update(campaigns).set({ workerStatus: 'ACTIVE' }).where(eq(campaigns.id, campaignId));
const books = async () => {
  expect(await auditOf(db, brandId)).toEqual([]);
  const { available, campaigns: funded } = await booksOf(db, brandId);
  return { available, funded };
};

describe('adding to the budget', () => {
  test('deducts it from the balance once per key, and raises budget and target', async () => {
    const id = await aCampaign();
    const key = newKey();
    const { data } = await change(id, { change: 'top-up', amountCents: 20_000 }, key);
    expect(data).toMatchObject({
      cpmBudgetCents: 70_000,
      CPMWorker: { budgetCents: 70_000, viewTarget: Math.floor(70_000_000 / 650) },
    });
    await change(id, { change: 'top-up', amountCents: 20_000 }, key);
    expect(await books()).toEqual({ available: 30_000, funded: 70_000 });
    await change(id, { change: 'top-up', amountCents: 1_000 });
    expect(await books()).toEqual({ available: 29_000, funded: 71_000 });
    const { data: payments } = await call(server, endpoints.listPayments, {
      token,
      query: { page: '1', pageSize: '5' },
    });
    const amounts = payments.data.map(({ amountCents }) => amountCents);
    expect(amounts.sort((a, b) => a - b)).toEqual([-50_000, -20_000, -1_000, 100_000]);
  });

  test('beyond the balance, or below the minimum, changes nothing', async () => {
    const id = await aCampaign();
    const refused = await change(id, { change: 'top-up', amountCents: 50_001 });
    expect([refused.status, refused.error?.code]).toEqual([402, 'insufficient_balance']);
    const little = await change(id, { change: 'top-up', amountCents: 999 });
    expect([little.status, little.error?.issues?.[0]?.message]).toEqual([400, 'Amount must be at least $10']);
    const both = await Promise.all([1, 2].map(() => change(id, { change: 'top-up', amountCents: 40_000 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(await books()).toEqual({ available: 10_000, funded: 90_000 });
  });

  test('is refused if the brand’s balance is negative', async () => {
    const id = await aCampaign();
    await adjustBalance({ db, now: server.clock.now }, { brand: brandId, amountCents: -60_000, note: 'Chargeback' });
    const { error } = await change(id, { change: 'top-up', amountCents: 1_000 });
    expect(error?.code).toBe('negative_balance');
  });

  test('is spent and returned like the rest of the budget at settlement', async () => {
    const id = await aCampaign();
    await makeActive(id);
    await change(id, { change: 'top-up', amountCents: 20_000 });
    await views(id, 90_000);
    await moveDueCampaigns(db, inDays(10));
    await settleDue(db, inDays(41));
    // 90,000 views at $6.50 per thousand are $585.
    expect(await books()).toEqual({ available: 100_000 - 58_500, funded: 0 });
  });

  test('is refused for a campaign that doesn’t pay per view', async () => {
    const id = await aCampaign({ campaignType: 'DROP', cpmBudgetCents: null });
    const { error } = await change(id, { change: 'top-up', amountCents: 1_000 });
    expect(error?.message).toBe('Only a campaign that pays per view has a budget that you can add to.');
  });
});

describe('a campaign at 80% of its views', () => {
  test('is ending, and takes no new creators until its budget grows', async () => {
    const id = await aCampaign();
    await makeActive(id);
    const offerId = await given.offer(brandId, id, { stageType: 'OFFERED' });
    await views(id, 61_538);
    await moveDueCampaigns(db, server.clock.now());
    expect(await statusOf(id)).toBe('ACTIVE');
    await views(id, 1);
    await moveDueCampaigns(db, server.clock.now());
    expect(await statusOf(id)).toBe('ENDING');
    const creatorToken = await server.linkOf(offerId);
    const { data } = await openLink(server, creatorToken);
    expect([data.campaign.isEnding, data.moves]).toEqual([true, ['decline', 'withdraw']]);
    const accepting = await moveByLink(server, creatorToken, { move: 'accept' }, data.version);
    expect(accepting.error?.message).toBe('Can’t accept the offer: the campaign is ending and takes no new creators.');

    await change(id, { change: 'top-up', amountCents: 1_000 });
    expect(await statusOf(id)).toBe('ACTIVE');
    expect((await openLink(server, creatorToken)).data.moves).toContain('accept');
  });

  test('invites no more creators', async () => {
    const id = await aCampaign();
    await db.update(campaigns).set({ workerStatus: 'ENDING' }).where(eq(campaigns.id, id));
    const creatorId = await given.creator(brandId, { platform: 'TIKTOK' });
    const profile = `${crypto.randomUUID()}@creators.test`;
    await given.person(brandId, creatorId, { email: profile });
    const result = await operate<{ refused: { reason: string }[] }>(server, 'invite', {
      ...{ campaignId: id, emails: [profile], tags: [] },
    });
    expect(result.refused[0]?.reason).toContain('the campaign is ending and takes no new creators');
  });
});

describe('moving the end', () => {
  test('to a later day reactivates an ending campaign', async () => {
    const id = await aCampaign();
    await makeActive(id);
    await moveDueCampaigns(db, inDays(8));
    expect(await statusOf(id)).toBe('ENDING');
    const endAt = inDays(20).toISOString();
    const { data } = await change(id, { change: 'extend', endAt });
    expect(data).toMatchObject({ endAt, CPMWorker: { status: 'ACTIVE', endDate: endAt } });
    await moveDueCampaigns(db, inDays(10));
    expect(await statusOf(id)).toBe('ACTIVE');
  });

  test('to an earlier day, or by more than a year, is refused', async () => {
    const id = await aCampaign();
    const messageFor = async (days: number) =>
      (await change(id, { change: 'extend', endAt: inDays(days).toISOString() })).error?.message;
    expect(await messageFor(9)).toBe('Expected an end date after the current one.');
    expect(await messageFor(10)).toBe('Expected an end date after the current one.');
    expect(await messageFor(367)).toBe('Expected an end date within a year.');
  });
});

describe('a pause', () => {
  test('blocks creators’ moves and invitations, while the brand can still decide', async () => {
    const id = await aCampaign();
    const owed = await given.offer(brandId, id, { stageType: 'SUBMIT_ADDRESS' });
    const inReview = await given.offer(brandId, id, { stageType: 'AWAITING_EVIDENCE_CLEARANCE' });
    const fulfillment = await given.submission(brandId, inReview);
    const { data } = await change(id, { change: 'pause' });
    expect(data.pausedAt).toBe(server.clock.now().toISOString());
    const creatorToken = await server.linkOf(owed);
    const page = (await openLink(server, creatorToken)).data;
    expect([page.campaign.isPaused, page.moves, page.stage.expiresAt]).toEqual([true, ['withdraw'], null]);
    const move = { move: 'give-address', address: 'Main St 1' } as const;
    const refused = await moveByLink(server, creatorToken, move, page.version);
    expect(refused.error?.message).toBe('Can’t send an address: the campaign is paused.');
    const approved = await call(server, endpoints.acceptEvidence, {
      ...{ token, key: newKey(), params: { id: inReview }, ifMatch: fulfillment },
    });
    expect(approved.status).toBe(200);
    server.clock.advance(1_000);
    expect((await change(id, { change: 'pause' })).data.pausedAt).toBe(data.pausedAt);
  });

  test('expires no offers and sends no reminders, and creators get their full time afterwards', async () => {
    const id = await aCampaign({ endAtDeltaSecs: 60 * 86_400 });
    const offerId = await given.offer(brandId, id, { stageType: 'SUBMIT_ADDRESS', stageEnteredAt: server.clock.now() });
    const stage = async () => (await offerRow(db, offerId))?.invalidationType ?? null;
    await change(id, { change: 'pause' });
    expect(await expireOverdueOffers(db, inDays(20))).toBe(0);
    expect(await remindCreators(db, inDays(6.5))).toBe(0);
    server.clock.advance(20 * dayMs);
    token = (await server.sessionOf(brandId)).accessToken;
    const { data } = await change(id, { change: 'resume' });
    expect(data.pausedAt).toBeUndefined();
    const page = (await openLink(server, await server.linkOf(offerId))).data;
    expect(page.stage.expiresAt).toBe(inDays(7).toISOString());
    expect(await expireOverdueOffers(db, inDays(6.9))).toBe(0);
    expect(await stage()).toBeNull();
    expect(await expireOverdueOffers(db, inDays(7.1))).toBe(1);
    expect(await stage()).toBe('EXPIRED');
    server.clock.advance(-20 * dayMs);
  });

  test('keeps counting views: a paused campaign still ends on reaching its goal', async () => {
    const id = await aCampaign();
    await makeActive(id);
    await change(id, { change: 'pause' });
    await views(id, 80_000);
    await moveDueCampaigns(db, server.clock.now());
    expect(await statusOf(id)).toBe('ENDED_SUCCESSFULLY');
    const { data } = await call(server, endpoints.getCampaign, { token, params: { campaignId: id } });
    expect(data.pausedAt).toBeUndefined();
  });
});

describe('ending a campaign early', () => {
  test('ends its offers, keeps submissions in review, and settles 30 days later', async () => {
    const id = await aCampaign();
    await makeActive(id);
    await views(id, 10_000);
    const owed = await given.offer(brandId, id, { stageType: 'SUBMIT_EVIDENCE' });
    const inReview = await given.offer(brandId, id, { stageType: 'AWAITING_EVIDENCE_CLEARANCE' });
    await given.submission(brandId, inReview);
    const { data } = await change(id, { change: 'end' });
    expect(data).toMatchObject({ status: 'ACTIVE', CPMWorker: { status: 'ENDED_UNSUCCESSFULLY' } });
    expect(data.settlement?.dueAt).toBe(inDays(30).toISOString());
    // The page says that the end date is reached, and shows it.
    expect([data.endAt, data.CPMWorker?.endDate]).toEqual([inDays(0).toISOString(), inDays(0).toISOString()]);
    const stages = await db.select().from(offers).where(eq(offers.campaignId, id));
    const stageOf = (offerId: string) => stages.find((each) => each.id === offerId)?.stageType;
    expect([stageOf(owed), stageOf(inReview)]).toEqual(['INVALIDATED', 'AWAITING_EVIDENCE_CLEARANCE']);
    expect(await books()).toEqual({ available: 50_000, funded: 50_000 });
    await settleDue(db, inDays(31));
    expect(await books()).toEqual({ available: 93_500, funded: 0 });
  });

  test('before its start returns the budget immediately', async () => {
    const id = await aCampaign({ startAtDeltaSecs: 5 * 86_400 });
    const { data } = await change(id, { change: 'end' });
    expect(data.status).toBe('ARCHIVED');
    expect(await books()).toEqual({ available: 100_000, funded: 0 });
  });

  test('is final, and nothing can be changed afterwards', async () => {
    const id = await aCampaign();
    await makeActive(id);
    await change(id, { change: 'end' });
    const later: CampaignChange[] = [
      { change: 'top-up', amountCents: 1_000 },
      { change: 'extend', endAt: inDays(20).toISOString() },
      ...(['pause', 'resume', 'end'] as const).map((each) => ({ change: each })),
    ];
    for (const body of later) {
      const { status, error } = await change(id, body);
      expect([status, error?.code]).toEqual([409, 'campaign_ended']);
    }
  });
});

test('a campaign in review, and another brand’s campaign, can’t be changed', async () => {
  const body = newCampaign({ tagIds: [tagId], cpmBudgetCents: 50_000 });
  const { data } = await call(server, endpoints.createCampaign, { token, key: newKey(), body });
  expect((await change(data.id, { change: 'pause' })).error?.message).toBe('Only an approved campaign can be changed.');
  token = (await server.sessionOf(await given.brand())).accessToken;
  expect((await change(data.id, { change: 'pause' })).status).toBe(404);
});
