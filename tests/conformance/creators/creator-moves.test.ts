import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { CreatorMove, CreatorOffer } from '#contract/creator/creator.ts';
import { creatorMoves, creatorOfferChangedSchema } from '#contract/creator/creator.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { moveNames, offerMoves } from '#domain/offers/offer-moves.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import type { draftUploads } from '#server/database/tables/draft-tables.ts';
import { offerMoves as historyRows } from '#server/database/tables/offer-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import type { World } from '#tests/support/servers/world.ts';

// A creator's moves by link, from the offer to the views.

const { server, given, loggedIn } = await apiServer();
const { brandId, token: brandToken } = await loggedIn();
const postUrl = 'https://www.tiktok.com/@ada.moss/video/7301234567890123456';

async function offered(campaign: Parameters<World['campaign']>[1] = {}) {
  const campaignId = await given.campaign(brandId, campaign);
  const creatorId = await given.creator(brandId, { username: `ada${newKey().toLowerCase()}`, firstName: 'Ada' });
  const offerId = await given.offer(brandId, campaignId, { creatorId, stageEnteredAt: server.clock.now() });
  return { campaignId, offerId, creatorId, token: await server.linkOf(offerId) };
}
const open = async (token: string) => (await openLink(server, token)).data;
const move = (token: string, body: CreatorMove, version: number, key?: string) =>
  moveByLink(server, token, body, version, key);
/** Makes a move on the offer's current version. */
async function makes(token: string, body: CreatorMove): Promise<CreatorOffer> {
  const answer = await move(token, body, (await open(token)).version);
  expect(answer.error).toBeNull();
  return answer.data;
}
const provider = (offerId: string, made: MoveWithInput) =>
  moveNow(server, brandId, { ...made, offerId, by: 'provider' });

test('the contract has every move that the state table lets creators make', () => {
  const ofCreators = moveNames.filter((name) => offerMoves[name].by.some((mover) => mover === 'creator'));
  expect([...creatorMoves].sort()).toEqual(ofCreators.sort());
});

test('no due date is later than the end of the campaign', async () => {
  const endAt = new Date(server.clock.now().getTime() + 36 * 3_600_000);
  const { token } = await offered({ endAt, workerEndDate: endAt });
  expect((await open(token)).stage).toMatchObject({ type: 'OFFERED', expiresAt: endAt.toISOString() });
  await makes(token, { move: 'accept' });
  expect((await open(token)).stage.expiresAt).toBe(endAt.toISOString());
});

test('each step from the offer to a link shows what is owed and the possible moves', async () => {
  const { offerId, token } = await offered({ asks: ['PACKAGE', 'CUSTOM_CAPTION'], dos: ['Show the cup'] });
  const first = await open(token);
  expect(first).toMatchObject({
    version: 0,
    creator: { firstName: 'Ada' },
    campaign: { name: 'Spring roast', steps: ['PACKAGE', 'CUSTOM_CAPTION'], dos: ['Show the cup'], hasEnded: false },
    pay: { kind: 'per-thousand-views', cpmCents: 500, leftCents: 100_000 },
    stage: { type: 'OFFERED', expiresAt: new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString() },
    moves: ['accept', 'decline', 'withdraw'],
    ended: null,
    delivery: null,
    hold: null,
    linkEndsAt: null,
  });
  const accepted = await makes(token, { move: 'accept' });
  expect(accepted).toMatchObject({
    version: 1,
    stage: { type: 'SUBMIT_ADDRESS' },
    moves: ['withdraw', 'give-address'],
  });
  await makes(token, { move: 'give-address', address: '1 Mill Road\nFernhill' });
  // The address can be corrected until the package is sent.
  const corrected = await makes(token, { move: 'give-address', address: '2 Mill Road\nFernhill' });
  expect(corrected).toMatchObject({
    stage: { type: 'AWAITING_PACKAGE', expiresAt: null },
    delivery: { address: '2 Mill Road\nFernhill', sentAt: null },
  });
  await provider(offerId, { move: 'send-package', input: { carrier: 'DHL', tracking: '00340' } });
  expect(await open(token)).toMatchObject({
    stage: { type: 'SUBMIT_CUSTOM_CAPTION' },
    delivery: { carrier: 'DHL', tracking: '00340', sentAt: server.clock.now().toISOString() },
  });
  await makes(token, { move: 'give-caption', caption: 'Second sip' });
  await provider(offerId, { move: 'return-caption', input: { reason: 'Name the bottle.' } });
  expect((await open(token)).caption).toEqual({ text: 'Second sip', returned: 'Name the bottle.' });
  await makes(token, { move: 'give-caption', caption: 'Second sip of Northwind' });
  await provider(offerId, { move: 'clear-caption', input: {} });
  const owes = await open(token);
  expect(owes).toMatchObject({
    stage: { type: 'SUBMIT_EVIDENCE' },
    evidenceType: 'PUBLISHED_VIDEO_URL',
    moves: ['withdraw', 'submit-link'],
    caption: { text: 'Second sip of Northwind', returned: null },
    submission: null,
  });
  expect(owes.history.map((event) => event.move)).toEqual([
    ...['accept', 'give-address', 'give-address', 'send-package'],
    ...['give-caption', 'return-caption', 'give-caption', 'clear-caption'],
  ]);
  // The brand never sees a creator's address.
  const { text } = await call(server, endpoints.getOffer, { token: brandToken, params: { id: offerId } });
  expect(text).not.toContain('Mill Road');
});

test('a link is reviewed, returned with changes, resubmitted and approved, and earns by its views', async () => {
  const campaignId = await given.campaign(brandId, { asks: [], workerBudgetCents: 1_000 });
  const creatorId = await given.creator(brandId, { username: 'ada.moss' });
  const offerId = await given.offer(brandId, campaignId, { creatorId });
  const token = await server.linkOf(offerId);
  await makes(token, { move: 'accept' });
  const handedIn = await makes(token, { move: 'submit-link', link: postUrl });
  expect(handedIn).toMatchObject({
    stage: { type: 'AWAITING_EVIDENCE_CLEARANCE' },
    submission: { link: postUrl, videoUrl: null, evidenceType: 'PUBLISHED_VIDEO_URL', accountChecked: true },
    moves: ['withdraw', 'replace-link'],
    changes: null,
  });
  const replaced = await makes(token, { move: 'replace-link', link: `${postUrl.slice(0, -1)}7` });
  expect(replaced.submission?.id).not.toBe(handedIn.submission?.id);
  const requestedChanges = [
    {
      templateName: 'ENSURE_PROPER_PRONUNCIATION' as const,
      variables: { pronunciation: 'north-wind', brand_name: 'NW' },
    },
    { templateName: 'CUSTOM' as const, variables: { reason: 'The cup, please.' } },
  ];
  const decide = { token: brandToken, params: { id: offerId }, ifMatch: replaced.submission?.id ?? '' };
  await call(server, endpoints.rejectEvidence, { ...decide, body: { requestedChanges }, key: newKey() });
  expect(await open(token)).toMatchObject({
    stage: { type: 'SUBMIT_EVIDENCE' },
    changes: {
      requestedAt: server.clock.now().toISOString(),
      items: [
        {
          title: 'Ensure proper pronunciation',
          description: 'Pronounce NW the way the brand does.',
          note: 'north-wind',
        },
        { title: 'Remark', description: '', note: 'The cup, please.' },
      ],
      about: { id: replaced.submission?.id, link: `${postUrl.slice(0, -1)}7` },
    },
  });
  const again = await makes(token, { move: 'submit-link', link: postUrl });
  expect(again.changes).toBeNull();
  const approval = { token: brandToken, params: { id: offerId }, ifMatch: again.submission?.id ?? '' };
  expect((await call(server, endpoints.acceptEvidence, { ...approval, key: newKey() })).status).toBe(200);
  expect((await open(token)).post).toEqual({ url: postUrl, viewCount: 0, earnedCents: 0, paidAt: null });
  const postId = await given.post(brandId, offerId, { finalPostUrl: postUrl, viewCount: 1_999 });
  await given.figures(brandId, postId, [['2026-03-10', 1_999, 0, 0, 0]]);
  expect(await open(token)).toMatchObject({
    post: { viewCount: 1_999, earnedCents: 999 },
    pay: { cpmCents: 500, leftCents: 1 },
    moves: [],
  });
  // Another post's views on the same day use up the same budget, which both share in proportion to their views.
  const other = await given.post(brandId, await given.offer(brandId, campaignId, { stageType: 'ONGOING' }), {
    viewCount: 400,
  });
  await given.figures(brandId, other, [['2026-03-10', 400, 0, 0, 0]]);
  expect(await open(token)).toMatchObject({ post: { earnedCents: 833 }, pay: { leftCents: 0 } });
});

test.each([
  ['a flat fee', { campaignType: 'FLAT_FEE' as const, feeCents: 15_000 }, { kind: 'flat-fee', cents: 15_000 }],
  ['a flat fee that is not set', { campaignType: 'FLAT_FEE' as const }, { kind: 'flat-fee', cents: null }],
  ['a product', { campaignType: 'DROP' as const }, { kind: 'product' }],
  [
    'a product with its name',
    { campaignType: 'DROP' as const, brief: { product: 'A bag of beans' } },
    { kind: 'product', product: 'A bag of beans' },
  ],
  [
    'views, without a budget',
    { cpmBudgetCents: null, workerBudgetCents: null, workerCpmCents: 700 },
    { kind: 'per-thousand-views', cpmCents: 700, leftCents: null },
  ],
])('an offer shows its payment: %s', async (_, campaign, pay) => {
  const { token } = await offered(campaign);
  expect((await open(token)).pay).toEqual(pay);
});

describe('idempotency and concurrency of moves', () => {
  test('the same key gets the same response; keys are scoped to an offer, not to the brand', async () => {
    const [one, other] = [await offered(), await offered()];
    const key = newKey();
    const done = await move(one.token, { move: 'accept' }, 0, key);
    const again = await move(one.token, { move: 'accept' }, 0, key);
    expect([done.status, again.status, again.data]).toEqual([200, 200, done.data]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await move(one.token, { move: 'withdraw' }, 1, key)).error?.code).toBe('idempotency_key_reused');
    const others = await move(other.token, { move: 'decline' }, 0, key);
    expect([others.status, others.data.stage.type]).toEqual([200, 'REJECTED']);
    const campaign = { params: { campaignId: one.campaignId }, body: { unread: false }, key, token: brandToken };
    expect((await call(server, endpoints.updateCampaign, campaign)).status).toBe(200);
    const rows = await server.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(rows.map(({ actor }) => actor).sort()).toEqual(['brand', one.offerId, other.offerId].sort());
    expect((await server.db.select().from(historyRows).where(eq(historyRows.offerId, one.offerId))).length).toBe(1);
  });

  test('one of two concurrent moves wins, and the other gets the current state', async () => {
    const { token, offerId } = await offered();
    const answers = await Promise.all([move(token, { move: 'accept' }, 0), move(token, { move: 'decline' }, 0)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const lost = answers.find(({ status }) => status === 412);
    const { offer, code } = v.parse(creatorOfferChangedSchema, JSON.parse(lost?.text ?? ''));
    expect(code).toBe('offer_changed');
    expect(offer).toEqual(answers.find(({ status }) => status === 200)?.data);
    expect(offer).toEqual(await open(token));
    expect((await server.db.select().from(historyRows).where(eq(historyRows.offerId, offerId))).length).toBe(1);
  });

  test('the later of a brand’s decision and a replaced draft gets the current state', async () => {
    const { token, offerId } = await offered({ asks: [] });
    await makes(token, { move: 'accept' });
    const link = (await open(token)).account;
    const url = (id: string) => `https://www.tiktok.com/@${link.username}/video/730123456789012345${id}`;
    const handedIn = await makes(token, { move: 'submit-link', link: url('1') });
    const approval = {
      token: brandToken,
      params: { id: offerId },
      key: newKey(),
      ifMatch: handedIn.submission?.id ?? '',
    };
    const [approved, replaced] = await Promise.all([
      call(server, endpoints.acceptEvidence, approval),
      move(token, { move: 'replace-link', link: url('2') }, handedIn.version),
    ]);
    expect([approved.status, replaced.status].sort()).toEqual([200, 412]);
    for (const { error } of [approved, replaced]) expect(error?.code ?? 'offer_changed').toBe('offer_changed');
  });
});

describe('drafts', () => {
  async function owesDraft() {
    const made = await offered();
    await makes(made.token, { move: 'accept' });
    return made;
  }
  /** A complete upload, as if received by tus. */
  const uploaded = (offerId: string, more: Partial<typeof draftUploads.$inferInsert> = {}) => {
    const [now, bytes] = [server.clock.now(), { sizeBytes: 10, receivedBytes: 10 }];
    return given.upload(brandId, offerId, { name: 'clip.mov', ...bytes, createdAt: now, changedAt: now, ...more });
  };

  test('are queued for preparation; the offer moves once a draft can be watched, and another draft replaces it', async () => {
    const { token, offerId } = await owesDraft();
    const uploadId = await uploaded(offerId);
    const { stage, draft } = await open(token);
    expect(draft).toMatchObject({ state: 'uploading', uploadId, receivedBytes: 10 });
    expect(stage.expiresAt).not.toBeNull();
    const ordered = await makes(token, { move: 'submit-draft', uploadId, caption: 'Sip' });
    expect(ordered).toMatchObject({
      version: 1,
      stage: { type: 'SUBMIT_EVIDENCE', expiresAt: null },
      draft: { state: 'processing', uploadId, name: 'clip.mov', since: server.clock.now().toISOString() },
      submission: null,
    });
    const another = await uploaded(offerId);
    const next = await makes(token, { move: 'submit-draft', uploadId: another, caption: null });
    expect(next.draft).toMatchObject({ state: 'processing', uploadId: another });
    const dropped = await call(server, endpoints.dropCreatorDraft, { token, body: { uploadId: another } });
    expect(dropped.data).toMatchObject({ draft: null, stage });
  });

  test('count as using the link when submitted', async () => {
    const { token: first, offerId } = await owesDraft();
    await server.db.update(offers).set({ linkGeneration: 2 }).where(eq(offers.id, offerId));
    const second = await server.linkOf(offerId);
    await makes(second, { move: 'submit-draft', uploadId: await uploaded(offerId), caption: null });
    expect((await openLink(server, first)).error?.code).toBe('link_replaced');
  });

  test.each([
    ['missing', null, 'This upload no longer exists. Please choose the video again.'],
    ['incomplete', { state: 'UPLOADING' }, 'The video hasn’t finished uploading.'],
    [
      'unusable',
      { state: 'FAILED', reason: 'The video is longer than 10 minutes.' },
      'The video is longer than 10 minutes.',
    ],
  ] as const)('are refused with an upload that is %s', async (_, upload, sentence) => {
    const { token, offerId } = await owesDraft();
    const uploadId = upload === null ? 'upl_00000000000000000000000000' : await uploaded(offerId, upload);
    const { status, error } = await move(token, { move: 'submit-draft', uploadId, caption: null }, 1);
    expect([status, error?.message, error?.issues?.[0]?.path]).toEqual([400, sentence, 'body.uploadId']);
  });

  test('another offer’s upload can’t be submitted or cancelled', async () => {
    const [own, other] = [await owesDraft(), await owesDraft()];
    const uploadId = await uploaded(other.offerId);
    const { error } = await move(own.token, { move: 'submit-draft', uploadId, caption: null }, 1);
    expect(error?.issues?.[0]?.path).toBe('body.uploadId');
    await call(server, endpoints.dropCreatorDraft, { token: own.token, body: { uploadId } });
    expect((await open(other.token)).draft).toMatchObject({ uploadId });
  });

  test('aren’t queued if the offer doesn’t allow them', async () => {
    const { token, offerId } = await offered();
    const uploadId = await uploaded(offerId);
    const { error } = await move(token, { move: 'submit-draft', uploadId, caption: null }, 0);
    expect(error).toMatchObject({
      code: 'move_refused',
      message: 'Can’t submit a draft: the offer is waiting for the creator’s answer.',
    });
    expect((await open(token)).draft?.state).toBe('uploading');
  });
});

describe('a move is refused with a message', () => {
  test.each([
    [
      'give-caption',
      { move: 'give-caption', caption: 'Sip' },
      'Can’t send a caption: the offer is waiting for the creator’s answer.',
    ],
    [
      'submit-link',
      { move: 'submit-link', link: postUrl },
      'Can’t submit a link: the offer is waiting for the creator’s answer.',
    ],
  ] as const)('for %s before the offer was accepted', async (_, body, sentence) => {
    const { token } = await offered();
    const { status, error, text } = await move(token, body, 0);
    expect([status, error?.code, error?.message]).toEqual([409, 'move_refused', sentence]);
    expect(JSON.parse(text).offer).toEqual(await open(token));
  });

  test('for an invalid link, at its field', async () => {
    const { token } = await offered({ asks: [] });
    await makes(token, { move: 'accept' });
    const others = await move(token, { move: 'submit-link', link: postUrl }, 1);
    expect(others.status).toBe(400);
    expect(others.error?.issues).toEqual([{ path: 'body.link', message: others.error?.message }]);
    expect(others.error?.message).toContain('This post is by @ada.moss');
    const noLink = await move(token, { move: 'submit-link', link: 'word' }, 1);
    expect([noLink.status, noLink.error?.issues?.[0]?.path]).toEqual([400, 'body.link']);
  });

  test.each([
    ['a campaign that isn’t running', { workerStatus: 'ENDED_SUCCESSFULLY' as const }, 'the campaign isn’t running'],
    ['an archived campaign', { status: 'ARCHIVED' as const }, 'the campaign isn’t running'],
  ])('for %s', async (_, campaign, reason) => {
    const { token } = await offered(campaign);
    expect((await open(token)).moves).toEqual(['decline', 'withdraw']);
    const { error } = await move(token, { move: 'accept' }, 0);
    expect([error?.code, error?.message]).toEqual(['move_refused', `Can’t accept the offer: ${reason}.`]);
  });

  test('for a move of others, and for an unknown one', async () => {
    const { token, offerId } = await offered();
    for (const name of ['approve', 'clear-earning', 'expire', 'reopen', 'invite', '', null, { move: 'accept' }]) {
      const body = { move: name } as unknown as CreatorMove;
      expect((await move(token, body, 0)).error?.code, String(name)).toBe('invalid_request');
    }
    expect((await server.db.select().from(historyRows).where(eq(historyRows.offerId, offerId))).length).toBe(0);
  });

  test.each([
    ['none', undefined, '428 precondition_required'],
    ['a star', '*', '400 invalid_request'],
    ['a fulfillment', '"ful_01J00000000000000000000000"', '400 invalid_request'],
    ['a bare number', '0', '400 invalid_request'],
  ])('for an If-Match with %s', async (_, ifMatch, expected) => {
    const { token } = await offered();
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch };
    const asked = { token, body: { move: 'accept' as const }, key: newKey(), headers };
    const { status, error } = await call(server, endpoints.makeCreatorMove, asked);
    expect(`${status} ${error?.code}`).toBe(expected);
  });
});

test('a creator can read and move only their own offer', async () => {
  const [own, other] = [await offered(), await offered()];
  expect((await open(own.token)).id).toBe(own.offerId);
  await makes(own.token, { move: 'accept' });
  expect((await open(other.token)).version).toBe(0);
  expect((await call(server, endpoints.getOffer, { token: own.token, params: { id: own.offerId } })).status).toBe(401);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
