import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { getCampaign, getChanges, listCampaigns, renameCampaign, updateCampaign } = endpoints;
const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
});

const update = (campaignId: string, body: { unread?: boolean; status?: 'ACTIVE' | 'ARCHIVED' }, key = newKey()) =>
  call(server, updateCampaign, { params: { campaignId }, body, token, key });

test('a campaign is returned with every field', async () => {
  const tagId = await given.tag({ name: 'Coffee lovers' });
  const endAt = new Date('2026-04-01T00:00:00.000Z');
  const campaignId = await given.campaign(brandId, {
    ...{ endAt, unread: true, tagIds: [tagId, 'tag_gone'], dos: ['Show the cup'], workerViewTarget: 200_000 },
  });
  const { data } = await call(server, getCampaign, { params: { campaignId }, token });
  expect(data).toEqual({
    id: campaignId,
    name: 'Spring roast',
    campaignType: 'CPM',
    approvalStatus: 'APPROVED',
    status: 'ACTIVE',
    rejectionReason: null,
    requiredHashtag: null,
    spend: { spentCents: 0, usedUpOn: null },
    unread: true,
    startAt: '2026-03-01T09:00:00.000Z',
    endAt: '2026-04-01T00:00:00.000Z',
    platforms: ['TIKTOK'],
    tags: [{ id: tagId, name: 'Coffee lovers' }],
    dos: ['Show the cup'],
    donts: [],
    cpmBudgetCents: 100_000,
    CPMWorker: {
      status: 'ACTIVE',
      startDate: '2026-03-01T09:00:00.000Z',
      endDate: null,
      cpmCents: 500,
      budgetCents: 100_000,
      viewTarget: 200_000,
    },
    viewCount: 0,
    createdAt: '2026-03-01T09:00:00.000Z',
  });
});

test('marking as read changes nothing else', async () => {
  const campaignId = await given.campaign(brandId, { unread: true });
  const before = (await call(server, getCampaign, { params: { campaignId }, token })).data;
  const { data } = await update(campaignId, { unread: false });
  expect(data).toEqual({ ...before, unread: false });
});

test('archiving is permanent', async () => {
  const campaignId = await given.campaign(brandId);
  expect((await update(campaignId, { status: 'ARCHIVED' })).data.status).toBe('ARCHIVED');
  const back = await update(campaignId, { status: 'ACTIVE' });
  expect([back.status, back.error?.code]).toEqual([409, 'campaign_archived']);
  expect((await update(campaignId, { status: 'ARCHIVED', unread: false })).status).toBe(200);
  const listed = await call(server, listCampaigns, { token, query: { campaignStatus: 'ACTIVE' } });
  expect(listed.data.data).toEqual([]);
});

test('a repeated archive request gets the first response', async () => {
  const campaignId = await given.campaign(brandId);
  const key = newKey();
  const first = await update(campaignId, { status: 'ARCHIVED' }, key);
  const again = await update(campaignId, { status: 'ARCHIVED' }, key);
  expect([again.data, again.headers.get('Idempotency-Replayed')]).toEqual([first.data, 'true']);
  expect((await update(campaignId, { unread: false }, key)).error?.code).toBe('idempotency_key_reused');
});

test('an idempotency key of one brand is unknown to another', async () => {
  const key = newKey();
  const campaignId = await given.campaign(brandId);
  await update(campaignId, { unread: false }, key);
  const otherId = await given.brand();
  const otherCampaign = await given.campaign(otherId);
  const answer = await call(server, updateCampaign, {
    params: { campaignId: otherCampaign },
    body: { unread: true },
    token: (await server.sessionOf(otherId)).accessToken,
    key,
  });
  expect([answer.status, answer.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
});

describe('renaming a campaign', () => {
  const rename = (campaignId: string, name: string, key = newKey()) =>
    call(server, renameCampaign, { params: { campaignId }, body: { name }, token, key });

  test.each([
    ['live', {}],
    ['in review', { approvalStatus: 'PENDING', workerStatus: null }],
    ['rejected', { approvalStatus: 'REJECTED', workerStatus: null }],
    ['ended', { workerStatus: 'ENDED_UNSUCCESSFULLY' }],
  ] as const)('a campaign that is %s gets its new name, and nothing else changes', async (_, part) => {
    const campaignId = await given.campaign(brandId, { unread: true, ...part });
    const before = (await call(server, getCampaign, { params: { campaignId }, token })).data;
    const { cursor } = (await call(server, getChanges, { token })).data;
    const { data } = await rename(campaignId, '  Autumn roast ');
    expect(data).toEqual({ ...before, name: 'Autumn roast' });
    const { campaigns } = (await call(server, getChanges, { token, query: { cursor } })).data;
    expect(campaigns).toEqual([data]);
  });

  test('happens once per key', async () => {
    const campaignId = await given.campaign(brandId);
    const key = newKey();
    const first = await rename(campaignId, 'Autumn roast', key);
    await rename(campaignId, 'Winter roast');
    const again = await rename(campaignId, 'Autumn roast', key);
    expect([again.data, again.headers.get('Idempotency-Replayed')]).toEqual([first.data, 'true']);
    const { data } = await call(server, getCampaign, { params: { campaignId }, token });
    expect(data.name).toBe('Winter roast');
  });

  test('an archived campaign keeps its name', async () => {
    const campaignId = await given.campaign(brandId, { status: 'ARCHIVED' });
    const { status, error } = await rename(campaignId, 'Autumn roast');
    expect([status, error?.code, error?.message]).toEqual([
      409,
      'campaign_archived',
      'This campaign has been archived, so it can’t be renamed.',
    ]);
    expect((await call(server, getCampaign, { params: { campaignId }, token })).data.name).toBe('Spring roast');
  });

  test.each([
    [' ', 'Name is required'],
    ['n'.repeat(121), 'Name must be at most 120 characters'],
    ['Autumn\u202eroast', 'Name must be one line without control characters'],
  ])('%j is refused as a name', async (name, message) => {
    const { status, error } = await rename(await given.campaign(brandId), name);
    expect([status, error?.issues]).toEqual([400, [{ path: 'body.name', message }]]);
  });

  test('a campaign of another brand can’t be found', async () => {
    const campaignId = await given.campaign(await given.brand());
    expect((await rename(campaignId, 'Autumn roast')).status).toBe(404);
  });
});
