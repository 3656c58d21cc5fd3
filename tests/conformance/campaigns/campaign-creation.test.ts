import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { productionFlags } from '#domain/campaigns/flags.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { type Creation, decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { paymentsOf } from '#tests/support/money/billing.ts';
import { booksOf, emptyBooks } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';

const { server, given, loggedIn } = await apiServer({ flags: { crossPlatformCampaigns: true } });
const tagId = await given.tag({ name: 'Coffee lovers' });
let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn({ tikTokHandle: 'northwind', youtubeHandle: 'northwind' }));
  await given.funds(brandId, 100_000);
});

const books = () => booksOf(server.db, brandId);
const create = (change: Partial<Creation> = {}, key = newKey()) =>
  call(server, endpoints.createCampaign, { token, key, body: newCampaign({ tagIds: [tagId], ...change }) });
const read = async (campaignId: string) =>
  (await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data;
const list = async () => (await call(server, endpoints.listCampaigns, { token })).data.data;
const archive = (campaignId: string) =>
  call(server, endpoints.updateCampaign, {
    ...{ token, key: newKey(), params: { campaignId } },
    body: { status: 'ARCHIVED' },
  });
const decide = (campaignId: string, decision: 'APPROVED' | 'REJECTED') => decideCampaign(server, campaignId, decision);
const payments = () => paymentsOf(server, brandId);

test('a new campaign is in review, with its budget held', async () => {
  const { data } = await create({ endAtDeltaSecs: 2 * 86_400, socialPlatforms: ['TIKTOK', 'YOUTUBE'] });
  expect(await read(data.id)).toMatchObject({
    name: 'Summer',
    approvalStatus: 'PENDING',
    status: 'ACTIVE',
    startAt: '2026-03-16T12:00:00.000Z',
    endAt: '2026-03-17T12:00:00.000Z',
    platforms: ['TIKTOK', 'YOUTUBE'],
    tags: [{ id: tagId, name: 'Coffee lovers' }],
    dos: ['Show the cup'],
    donts: ['Swear'],
    cpmBudgetCents: 30_000,
    CPMWorker: null,
    unread: false,
  });
  expect(await books()).toEqual({ ...emptyBooks, available: 70_000, held: 30_000, provider: -100_000 });
  const brand = (await call(server, endpoints.getBrand, { token })).data;
  expect([brand.availableBalanceCents, brand.pendingBalanceCents]).toEqual([70_000, 0]);
});

test('a campaign is returned with its type and brief, so it can be copied', async () => {
  const { data } = await create({
    campaignType: 'FLAT_FEE',
    media: [{ imageUrl: 'https://files.test/cup.webp', size: 'story' }],
    postingMedia: 'VIDEO',
    talkingPoints: ['Slow mornings'],
    extraNotes: 'No filters.',
  });
  expect(await read(data.id)).toMatchObject({
    campaignType: 'FLAT_FEE',
    brief: {
      media: [{ imageUrl: 'https://files.test/cup.webp' }],
      postingMedia: 'VIDEO',
      talkingPoints: ['Slow mornings'],
      extraNotes: 'No filters.',
    },
  });
});

test('repeated requests create one campaign and hold one budget', async () => {
  const key = newKey();
  const first = await create({}, key);
  const again = await create({}, key);
  expect([again.data, again.headers.get('Idempotency-Replayed')]).toEqual([first.data, 'true']);
  expect((await create({ title: 'Autumn' }, key)).error?.code).toBe('idempotency_key_reused');
  expect(await list()).toHaveLength(1);
  expect((await books()).held).toBe(30_000);
});

test('a campaign above the balance isn’t created', async () => {
  const { status, error } = await create({ cpmBudgetCents: 100_001 });
  expect([status, error]).toEqual([402, { code: 'insufficient_balance', message: 'Insufficient balance' }]);
  expect(await list()).toEqual([]);
  expect((await create({ cpmBudgetCents: 100_000 })).status).toBe(200);
  expect(await books()).toEqual({ ...emptyBooks, held: 100_000, provider: -100_000 });
});

test('concurrent requests can’t spend the same funds', async () => {
  const answers = await Promise.all([create({ cpmBudgetCents: 60_000 }), create({ cpmBudgetCents: 60_000 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
  expect(await books()).toEqual({ ...emptyBooks, available: 40_000, held: 60_000, provider: -100_000 });
});

test('a type without a budget holds nothing', async () => {
  const { data } = await create({ campaignType: 'DROP', cpmBudgetCents: 30_000 });
  expect((await read(data.id)).cpmBudgetCents).toBe(null);
  expect(await books()).toEqual({ ...emptyBooks, available: 100_000, provider: -100_000 });
});

test.each([
  ['DROP', { product: ' A bag of beans ' }, 'A bag of beans'],
  ['DROP', {}, null],
  ['CPM', { product: 'A bag of beans' }, undefined],
] as const)('a %s campaign created with %j has the product %j', async (campaignType, part, product) => {
  const { data } = await create({ campaignType, cpmBudgetCents: 30_000, ...part });
  expect((await read(data.id)).brief?.product).toBe(product);
});

describe('input that the wizard wouldn’t send', () => {
  test.each<[string, Partial<Creation>, string]>([
    ['no budget', { cpmBudgetCents: null }, 'Budget is required'],
    ['a budget below $100', { cpmBudgetCents: 9_999 }, 'Budget must be at least $100'],
    ['too few views', { cpmBudgetCents: 24_999 }, 'Projected views must be at least 50,000'],
    ['a product without a name', { campaignType: 'DROP', product: ' ' }, 'Product is required'],
    ['no platform', { socialPlatforms: [] }, 'Social platform is required'],
    ['a platform without a handle', { socialPlatforms: ['INSTAGRAM'] }, 'Instagram username is required'],
    ['a platform that can’t be chosen', { socialPlatforms: ['SNAPCHAT'] }, 'Expected a platform'],
    ['no tag', { tagIds: [] }, 'At least one tag must be selected'],
    ['an unknown tag', { tagIds: ['tag_gone'] }, 'Expected existing tags.'],
    ['an end before the start', { endAtDeltaSecs: 60 }, 'Expected an end date after the start date.'],
    ['a start in the past', { startAtDeltaSecs: -1 }, 'Start date'],
    ['a start in the far future', { startAtDeltaSecs: Number.MAX_SAFE_INTEGER }, 'Expected dates within 100 years.'],
  ])('is refused with 400: %s', async (_, change, message) => {
    const { status, error } = await create(change);
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
    expect(error?.message).toContain(message);
    expect(await list()).toEqual([]);
  });
});

describe('a decision about a campaign', () => {
  test('to approve spends the budget, as the payments show', async () => {
    const { id } = (await create()).data;
    await decide(id, 'APPROVED');
    expect(await books()).toEqual({ ...emptyBooks, available: 70_000, campaigns: 30_000, provider: -100_000 });
    expect(await payments()).toMatchObject([{ amountCents: -30_000, status: 'COMPLETED' }]);
    await decide(id, 'APPROVED');
    expect(await payments()).toHaveLength(1);
  });

  test('to reject returns it', async () => {
    const { id } = (await create()).data;
    await decide(id, 'REJECTED');
    expect(await books()).toEqual({ ...emptyBooks, available: 100_000, provider: -100_000 });
    expect(await payments()).toEqual([]);
    expect((await archive(id)).status).toBe(200);
    expect((await books()).available).toBe(100_000);
  });
});

describe('archiving a campaign', () => {
  test('before a decision returns the budget once', async () => {
    const { id } = (await create()).data;
    await archive(id);
    await archive(id);
    expect(await books()).toEqual({ ...emptyBooks, available: 100_000, provider: -100_000 });
  });

  test('after approval but before the start returns the budget, as the payments show', async () => {
    const { id } = (await create()).data;
    await decide(id, 'APPROVED');
    await archive(id);
    expect(await books()).toEqual({ ...emptyBooks, available: 100_000, provider: -100_000 });
    const rows = (await payments()).sort((a, b) => a.amountCents - b.amountCents);
    expect(rows.map(({ amountCents, budgetReturned }) => [amountCents, budgetReturned])).toEqual([
      [-30_000, undefined],
      [30_000, true],
    ]);
    const { data } = await call(server, endpoints.getChanges, { token });
    expect(data.payments.filter(({ budgetReturned }) => budgetReturned)).toMatchObject([{ amountCents: 30_000 }]);
  });

  test('after the start returns nothing', async () => {
    const { id } = (await create({ startAtDeltaSecs: 0 })).data;
    await decide(id, 'APPROVED');
    await archive(id);
    expect(await books()).toEqual({ ...emptyBooks, available: 70_000, campaigns: 30_000, provider: -100_000 });
  });
});

describe('editing and resubmitting a campaign', () => {
  test('archives the rejected campaign in the same transaction, and the feed contains both', async () => {
    const replacesCampaignId = (await create()).data.id;
    await decide(replacesCampaignId, 'REJECTED');
    const { cursor } = (await call(server, endpoints.getChanges, { token })).data;
    const { id } = (await create({ title: 'Summer, brighter', replacesCampaignId })).data;
    const { data } = await call(server, endpoints.getChanges, { token, query: { cursor } });
    const statuses = Object.fromEntries(data.campaigns.map((campaign) => [campaign.id, campaign.status]));
    expect(statuses).toEqual({ [replacesCampaignId]: 'ARCHIVED', [id]: 'ACTIVE' });
    expect(data.brand?.availableBalanceCents).toBe(70_000);
    const again = await create({ replacesCampaignId });
    expect([again.status, again.error?.code]).toEqual([409, 'campaign_archived']);
  });

  test('replaces a campaign in review, whose budget pays for the new one', async () => {
    const replacesCampaignId = (await create({ cpmBudgetCents: 90_000 })).data.id;
    const { id } = (await create({ replacesCampaignId, cpmBudgetCents: 100_000 })).data;
    expect((await read(replacesCampaignId)).status).toBe('ARCHIVED');
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', approvalStatus: 'PENDING' });
    expect(await books()).toEqual({ ...emptyBooks, held: 100_000, provider: -100_000 });
    await expect(decide(replacesCampaignId, 'APPROVED')).rejects.toThrow('is archived');
  });

  test('replaces a campaign in review once, however often it is requested', async () => {
    const replacesCampaignId = (await create()).data.id;
    const key = newKey();
    const answers = await Promise.all([
      create({ replacesCampaignId }, key),
      create({ replacesCampaignId }, newKey()),
      create({ replacesCampaignId }, newKey()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await create({ replacesCampaignId }, key)).status).toBe(answers[0].status);
    expect(await books()).toEqual({ ...emptyBooks, available: 70_000, held: 30_000, provider: -100_000 });
  });

  test('above the balance leaves the campaign in review its budget', async () => {
    const replacesCampaignId = (await create()).data.id;
    expect((await create({ replacesCampaignId, cpmBudgetCents: 200_000 })).status).toBe(402);
    expect(await read(replacesCampaignId)).toMatchObject({ status: 'ACTIVE', approvalStatus: 'PENDING' });
    expect(await books()).toEqual({ ...emptyBooks, available: 70_000, held: 30_000, provider: -100_000 });
  });

  test('an approved campaign can’t be replaced', async () => {
    const replacesCampaignId = (await create()).data.id;
    await decide(replacesCampaignId, 'APPROVED');
    const { status, error } = await create({ replacesCampaignId });
    expect([status, error]).toEqual([
      400,
      { code: 'invalid_request', message: 'This campaign has been approved, so it can no longer be edited.' },
    ]);
    expect(await books()).toEqual({ ...emptyBooks, available: 70_000, campaigns: 30_000, provider: -100_000 });
  });

  test('concurrent approval and replacement have one winner', async () => {
    for (const isApprovedFirst of [true, false]) {
      const replacesCampaignId = (await create({ cpmBudgetCents: 30_000 })).data.id;
      const before = await books();
      const approve = () =>
        decide(replacesCampaignId, 'APPROVED').then(
          () => true,
          () => false,
        );
      const replace = async () => (await create({ replacesCampaignId })).status === 200;
      const [isApproved, isReplaced] = isApprovedFirst
        ? await Promise.all([approve(), replace()])
        : (await Promise.all([replace(), approve()])).toReversed();
      expect([isApproved, isReplaced].filter(Boolean)).toHaveLength(1);
      const { campaigns, held } = await books();
      expect({ campaigns, held }).toEqual(
        isApproved
          ? { campaigns: before.campaigns + 30_000, held: before.held - 30_000 }
          : { campaigns: before.campaigns, held: before.held },
      );
    }
  });

  test('only the brand’s own campaign can be replaced', async () => {
    await create();
    const other = await given.campaign(await given.brand(), { approvalStatus: 'REJECTED' });
    expect((await create({ replacesCampaignId: other })).error?.code).toBe('not_found');
    expect(await list()).toHaveLength(1);
  });

  test('above the balance leaves the rejected campaign in place', async () => {
    const replacesCampaignId = (await create()).data.id;
    await decide(replacesCampaignId, 'REJECTED');
    expect((await create({ replacesCampaignId, cpmBudgetCents: 200_000 })).status).toBe(402);
    expect((await read(replacesCampaignId)).status).toBe('ACTIVE');
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});

describe('an option that the provider has disabled', () => {
  let other: TestServer;
  const answer = async (socialPlatforms: Creation['socialPlatforms']) => {
    const ofOther = world(other.db);
    const id = await ofOther.brand({ tikTokHandle: 'northwind', youtubeHandle: 'northwind' });
    await ofOther.funds(id, 100_000);
    const body = newCampaign({ socialPlatforms, tagIds: [await ofOther.tag({ name: `Tag ${id}` })] });
    const { accessToken } = await other.sessionOf(id);
    const { status, data } = await call(other, endpoints.createCampaign, { token: accessToken, key: newKey(), body });
    return { status, data, held: (await booksOf(other.db, id)).held };
  };

  test('is refused from other clients as well', async () => {
    other = await startTestServer({ flags: { tikTok: false } });
    try {
      expect(await answer(['TIKTOK'])).toMatchObject({
        status: 400,
        data: { message: 'TikTok isn’t available right now' },
        held: 0,
      });
      expect(await answer(['YOUTUBE'])).toMatchObject({ status: 200 });
    } finally {
      await other.close();
    }
  });

  test('leaves the app the complete list of unchanged options', async () => {
    const { data } = await call(server, endpoints.getFlags, { token });
    expect(data).toEqual({ ...productionFlags, crossPlatformCampaigns: true });
  });

  test('includes several platforms at once by default', async () => {
    other = await startTestServer();
    try {
      expect(await answer(['TIKTOK', 'YOUTUBE'])).toMatchObject({
        status: 400,
        data: { message: 'A campaign can run on only one social platform' },
      });
    } finally {
      await other.close();
    }
  });
});
