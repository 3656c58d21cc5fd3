import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { requestedChange } from '#domain/offers/change-templates.ts';
import { canReview, reviewKind } from '#domain/offers/offer-stage.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { demoLogin, gateLogins } from '#server/demo/accounts.ts';
import { approvePending } from '#server/demo/approvals.ts';
import { randomFor } from '#server/demo/random.ts';
import { seedDemo } from '#server/demo/seed.ts';
import type { SimulatedEvent } from '#server/demo/simulation/context.ts';
import { simulateRound, simulateStep } from '#server/demo/simulation/step.ts';
import { newId } from '#server/ids.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { newCampaign } from '#tests/support/calls/campaigns.ts';
import { revisionOf } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// The simulated creators and team follow a clock that the test moves.

const { server, given } = await apiServer();
const random = randomFor('the test of the simulation');
await seedDemo(server.db, { now: server.clock.now() });
let token: string;
let brandId: string;
await renewSession();

async function renewSession(): Promise<void> {
  const { data } = await call(server, endpoints.login, { body: demoLogin });
  ({ accessToken: token, brandId } = data);
}

/** Advances the clock, running one event after another, until `done` or the step limit. */
async function simulate(steps: number, done: (event: SimulatedEvent) => boolean = () => false) {
  const events: SimulatedEvent[] = [];
  for (let i = 0; i < steps; i += 1) {
    server.clock.advance(15_000);
    const event = await simulateStep(server.db, brandId, { now: server.clock.now(), random });
    if (event === null) continue;
    events.push(event);
    if (done(event)) break;
  }
  return events;
}

const offerNow = async (id: string): Promise<Offer> =>
  (await call(server, endpoints.getOffer, { token, params: { id } })).data;

/** An offer with a draft or a link to review, in a running campaign. */
async function reviewable(kind: 'draft' | 'link'): Promise<Offer> {
  const running = await server.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.brandId, brandId), eq(campaigns.workerStatus, 'ACTIVE')));
  for (const { id: campaignId } of running) {
    const query = { campaignId, offerStageType: 'AWAITING_EVIDENCE_CLEARANCE', pageSize: '100' } as const;
    const { data } = await call(server, endpoints.listOffers, { token, query });
    const found = data.data.find((offer) => canReview(offer) && reviewKind(offer) === kind);
    if (found) return found;
  }
  throw new Error(`No ${kind} waits for the brand.`);
}

const seenOf = ({ currentStage }: Offer) => currentStage.fulfillment?.id ?? '';
const approve = (offer: Offer) =>
  call(server, endpoints.acceptEvidence, { token, params: { id: offer.id }, key: newKey(), ifMatch: seenOf(offer) });

describe('creators respond to the brand’s decisions', () => {
  test('with another draft after a change request, listed with the one it replaces', async () => {
    await renewSession();
    const offer = await reviewable('draft');
    const body = { requestedChanges: [requestedChange('START_OVER', 'Fernhill')] };
    const params = { id: offer.id };
    const rejection = { token, params, body, key: newKey(), ifMatch: seenOf(offer) };
    expect((await call(server, endpoints.rejectEvidence, rejection)).status).toBe(200);
    const events = await simulate(20, ({ offerId }) => offerId === offer.id);
    expect(events.at(-1)).toMatchObject({ kind: 'resubmitted', offerId: offer.id });
    const { currentStage } = await offerNow(offer.id);
    expect(currentStage).toMatchObject({
      type: 'AWAITING_EVIDENCE_CLEARANCE',
      fulfillment: { evidenceType: 'VIDEO_WITH_CAPTION', rejectedFulfillmentId: seenOf(offer) },
    });
    expect(currentStage.fulfillment?.fulfillment).toMatch(/^\/media\/demo\/\w+\.mp4$/);
  });

  test('with a post after a draft’s approval, whose link arrives for review', async () => {
    await renewSession();
    const offer = await reviewable('draft');
    expect((await approve(offer)).status).toBe(200);
    const events = await simulate(20, ({ offerId }) => offerId === offer.id);
    expect(events.at(-1)).toMatchObject({ kind: 'linked', offerId: offer.id });
    const { currentStage } = await offerNow(offer.id);
    expect(currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
    expect(currentStage.fulfillment).toMatchObject({ evidenceType: 'PUBLISHED_VIDEO_URL' });
    expect(currentStage.fulfillment?.fulfillment).toMatch(/^https:\/\//);
  });

  test('with views after a link’s approval, which analytics shows', async () => {
    await renewSession();
    const offer = await reviewable('link');
    expect((await approve(offer)).status).toBe(200);
    const events = await simulate(20, ({ kind }) => kind === 'published');
    expect(events.at(-1)).toMatchObject({ kind: 'published', offerId: offer.id });
    const { data } = await call(server, endpoints.listBrandPosts, {
      token,
      params: { brandId },
      query: { pageSize: '100' },
    });
    const post = data.data.find(({ offerId }) => offerId === offer.id);
    expect(post?.viewCount).toBeGreaterThan(0);
    expect(post?.finalPostUrl).toBe((await offerNow(offer.id)).finalPostUrl);
  });
});

test('creators accept, decline and submit on their own, views grow, and the phone receives all of it', async () => {
  await renewSession();
  const query = { timePeriodType: 'preset', preset: 'last_365d' } as const;
  const views = async () =>
    (await call(server, endpoints.getBrandAnalytics, { token, params: { brandId }, query })).data.viewCount;
  const before = await views();
  const revisionBefore = await revisionOf(server.db, brandId);
  const events = await simulate(60);
  await renewSession();
  const kinds = new Set(events.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(['invited', 'moved', 'submitted', 'views']));
  expect(await views()).toBeGreaterThan(before);
  // An offer's events appear in the feed, and the offer can be read.
  const touched = new Set(events.flatMap(({ offerId }) => offerId ?? []));
  const rows = await server.db
    .select()
    .from(offers)
    .where(inArray(offers.id, [...touched]));
  expect(rows).toHaveLength(touched.size);
  expect(rows.filter(({ revision }) => revision <= revisionBefore)).toEqual([]);
  for (const id of touched) expect((await offerNow(id)).id).toBe(id);
  expect(server.errors).toEqual([]);
});

test('events are kept a minimum time apart', async () => {
  await simulate(5);
  const step = { now: server.clock.now(), random, quietMs: 15_000 };
  expect(await simulateStep(server.db, brandId, step)).toBeNull();
});

test('the team approves accounts and campaigns after half a minute, except those that show the gate and the review', async () => {
  await renewSession();
  const waiting = async () => {
    const query = { approvalStatus: 'PENDING', campaignStatus: 'ACTIVE', pageSize: '100' } as const;
    return (await call(server, endpoints.listCampaigns, { token, query })).data.data.map(({ id }) => id).sort();
  };
  const shown = await waiting();
  const tags = (await call(server, endpoints.listTags, { token })).data;
  const body = newCampaign({ title: 'Late summer', startAtDeltaSecs: 0, tagIds: [tags[1]?.id ?? ''] });
  const { data: created } = await call(server, endpoints.createCampaign, { token, body, key: newKey() });
  const newcomer = await given.brand({ approvalStatus: 'PENDING', emailVerifiedAt: server.clock.now() });
  const stateOf = async (brand: SQL | undefined) =>
    (await server.db.select().from(brands).where(brand))[0]?.approvalStatus;

  await approvePending({ db: server.db, now: server.clock.now });
  expect(await waiting()).toEqual([...shown, created.id].sort());
  expect(await stateOf(eq(brands.id, newcomer))).toBe('PENDING');

  server.clock.advance(31_000);
  await approvePending({ db: server.db, now: server.clock.now });
  expect(await waiting()).toEqual(shown);
  const { data: campaign } = await call(server, endpoints.getCampaign, { token, params: { campaignId: created.id } });
  expect(campaign).toMatchObject({ approvalStatus: 'APPROVED', unread: true });
  expect(await stateOf(eq(brands.id, newcomer))).toBe('APPROVED');
  for (const email of gateLogins) expect([email, await stateOf(eq(brands.email, email))]).toEqual([email, 'PENDING']);
});

test('a new brand is simulated: its creators are invited, accept, and submit', async () => {
  const newcomer = await given.brand();
  const campaignId = await given.campaign(newcomer, { asks: ['PACKAGE', 'DRAFT'] });
  const offersOf = () => server.db.select().from(offers).where(eq(offers.campaignId, campaignId));
  const first = await simulateRound(server.db, { now: server.clock.now(), random });
  expect([...first.keys()].sort()).toEqual([brandId, newcomer].sort());
  for (let step = 0; step < 120; step += 1) {
    server.clock.advance(15_000);
    await simulateStep(server.db, newcomer, { now: server.clock.now(), random });
    if ((await offersOf()).some(({ stageType }) => stageType === 'AWAITING_EVIDENCE_CLEARANCE')) break;
  }
  const made = await offersOf();
  expect(new Set(made.map(({ stageType }) => stageType))).toContain('AWAITING_EVIDENCE_CLEARANCE');
  const reviewable = made.find(({ stageType }) => stageType === 'AWAITING_EVIDENCE_CLEARANCE');
  const history = await server.db
    .select({ move: offerMoves.move, by: offerMoves.by })
    .from(offerMoves)
    .where(eq(offerMoves.offerId, reviewable?.id ?? ''))
    .orderBy(asc(offerMoves.sequence));
  // The simulation follows the rules of real moves: the campaign's steps, in order.
  expect(history).toEqual([
    { move: 'invite', by: 'provider' },
    { move: 'accept', by: 'creator' },
    { move: 'give-address', by: 'creator' },
    expect.objectContaining({ move: expect.stringMatching(/^(give-address|send-package)$/) }),
    ...history.slice(4),
  ]);
  expect(history.at(-2)).toEqual({ move: 'send-package', by: 'provider' });
  expect(history.at(-1)).toEqual({ move: 'submit-draft', by: 'creator' });
  expect(server.errors).toEqual([]);
});

test('imported creators act for themselves, and the team continues for them', async () => {
  const brand = await given.brand();
  const creatorId = await given.creator(brand, { username: 'Ada.Byron', platform: 'TIKTOK' });
  const at = server.clock.now();
  const profileId = newId('cre', at);
  await server.db.insert(creatorProfiles).values({ id: profileId, email: 'ada@creators.test', createdAt: at });
  const account = { platform: 'TIKTOK', username: 'ada.byron', creatorId: profileId } as const;
  await server.db.insert(creatorAccounts).values({ ...account, id: newId('soc', at) });
  const ofAda = async (stageType: 'OFFERED' | 'AWAITING_PACKAGE' | 'SUBMIT_EVIDENCE') => {
    const campaignId = await given.campaign(brand, { asks: ['PACKAGE', 'DRAFT'] });
    return given.offer(brand, campaignId, { creatorId, stageType, stageEnteredAt: at });
  };
  const [offered, sent, owing] = [
    await ofAda('OFFERED'),
    await ofAda('AWAITING_PACKAGE'),
    await ofAda('SUBMIT_EVIDENCE'),
  ];
  for (let step = 0; step < 60; step += 1) {
    server.clock.advance(15_000);
    await simulateStep(server.db, brand, { now: server.clock.now(), random });
  }
  const moves = await server.db.select().from(offerMoves).where(eq(offerMoves.brandId, brand));
  expect(
    moves.filter(({ offerId, by }) => [offered, owing].includes(offerId) || (offerId === sent && by === 'creator')),
  ).toEqual([]);
  expect(moves.some(({ offerId, by }) => offerId === sent && by === 'provider')).toBe(true);
  expect(moves.some(({ by }) => by === 'creator')).toBe(true);
});

test.each([
  ['ending', { workerStatus: 'ENDING' }],
  ['paused', { pausedAt: new Date() }],
] as const)('a campaign that is %s and has no offers only gains views', async (_, columns) => {
  const newcomer = await given.brand();
  const campaignId = await given.campaign(newcomer, columns);
  if ('pausedAt' in columns) await given.offer(newcomer, campaignId, { stageType: 'SUBMIT_ADDRESS' });
  for (let step = 0; step < 30; step += 1) {
    server.clock.advance(15_000);
    const event = await simulateStep(server.db, newcomer, { now: server.clock.now(), random });
    expect([null, 'campaign']).toContain(event?.kind ?? null);
  }
});
