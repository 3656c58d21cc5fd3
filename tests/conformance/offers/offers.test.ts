import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { fulfillments, offers } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { readCreatorOffer } from '#server/services/creators/offer-view.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { offerInReview } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

const { acceptEvidence, getOffer, listOffers, rejectEvidence } = endpoints;
const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;
let campaignId: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
  campaignId = await given.campaign(brandId);
});

const underReview = (fulfillment: Parameters<typeof offerInReview>[3] = {}) =>
  offerInReview(server, brandId, campaignId, fulfillment);
const decide = (id: string, ifMatch: string, key = newKey(), to: Pick<TestServer, 'app'> = server) =>
  call(to, acceptEvidence, { params: { id }, token, ifMatch, key });
const requestedChanges = [{ templateName: 'START_OVER' as const, variables: { brand_name: 'Northwind Coffee' } }];

describe('approving a submission', () => {
  test('an approved draft awaits the link of the post', async () => {
    const { id, seen } = await underReview();
    const { status, data } = await decide(id, seen);
    expect(status).toBe(200);
    expect(data.currentStage).toMatchObject({
      type: 'SUBMIT_EVIDENCE',
      enteredAt: server.clock.now().toISOString(),
      fulfillment: { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: null, rejectedFulfillmentId: null },
    });
    expect(data.updatedAt).toBe(server.clock.now().toISOString());
    expect((await call(server, getOffer, { params: { id }, token })).data).toEqual(data);
  });

  test('an approved link becomes the final post of an ongoing offer', async () => {
    const link = 'https://www.tiktok.com/@ada/video/7';
    const { id, seen } = await underReview({ evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: link });
    const { data } = await decide(id, seen);
    expect(data.currentStage.type).toBe('ONGOING');
    expect(data.finalPostUrl).toBe(link);
  });

  test('the same key gets the same response, marked as a replay, and changes nothing', async () => {
    const { id, seen } = await underReview();
    const key = newKey();
    const first = await decide(id, seen, key);
    server.clock.advance(60_000);
    const again = await decide(id, seen, key);
    expect(again.status).toBe(200);
    expect(again.data).toEqual(first.data);
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('a key used for another offer is refused', async () => {
    const [one, other] = [await underReview(), await underReview()];
    const key = newKey();
    await decide(one.id, one.seen, key);
    const { status, error } = await decide(other.id, other.seen, key);
    expect([status, error?.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('twenty concurrent requests with one key have one effect', async () => {
    const { id, seen } = await underReview();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(id, seen, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    for (const { headers } of answers.filter(({ status }) => status === 409)) {
      expect(headers.get('Retry-After')).toBe('1');
    }
    const { data } = await decide(id, seen, key);
    expect(data).toEqual(done[0]?.data);
    const tries = (await server.db.select().from(fulfillments)).filter((row) => row.offerId === id);
    expect(tries).toHaveLength(2);
  });

  test('two servers on one database act once between them', async () => {
    const { id, seen } = await underReview();
    const key = newKey();
    const twin = { app: server.twin };
    const both = Array.from({ length: 10 }, (_, i) => decide(id, seen, key, i % 2 === 0 ? server : twin));
    const answers = await Promise.all(both);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await decide(id, seen, key, twin)).data).toEqual(done[0]?.data);
  });

  test('twenty concurrent requests with different keys have one effect, and nineteen get the current offer', async () => {
    const { id, seen } = await underReview();
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(id, seen)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'offer_changed')).toHaveLength(19);
  });
});

test('the number of drafts is included only once a link is owed', async () => {
  const { id, seen } = await underReview();
  const before = await call(server, getOffer, { params: { id }, token });
  expect(before.data.review).toMatchObject({ attempt: 1 });
  expect(before.data.review).not.toHaveProperty('draftAttempts');
  const { data } = await decide(id, seen);
  expect(data.review).toMatchObject({ attempt: 2, draftAttempts: 1 });
});

describe('earlier submissions', () => {
  const read = async (id: string) => (await call(server, getOffer, { params: { id }, token })).data;

  test('include content and decisions, but not the current one or what is still owed', async () => {
    const { id, seen } = await underReview();
    expect((await read(id)).review).not.toHaveProperty('earlier');
    const { data } = await decide(id, seen);
    expect(data.currentStage.fulfillment?.fulfillment).toBeNull();
    expect(data.review?.earlier).toEqual([
      {
        attempt: 1,
        submittedAt: expect.any(String),
        approvedAt: server.clock.now().toISOString(),
        evidenceType: 'VIDEO_WITH_CAPTION',
        fulfillment: expect.any(String),
        metadata: expect.objectContaining({ caption: expect.any(String) }),
      },
    ]);
  });

  test('keep their numbers after a file is deleted, and leave captions out', async () => {
    const { id, seen } = await underReview();
    const of = { durationMs: 9_000, width: 720, height: 1280, hasSound: true };
    await given.submission(brandId, id, { attempt: 2, rejectedFulfillmentId: seen });
    const forgotten = { fulfillment: null, posterUrl: null, caption: null };
    await server.db
      .update(fulfillments)
      .set({ ...forgotten, ...of })
      .where(eq(fulfillments.id, seen));
    const { review } = await read(id);
    expect(review).toMatchObject({
      attempt: 2,
      earlier: [{ attempt: 1, fulfillment: null, metadata: { caption: null } }],
    });
    const none = { durationMs: null, width: null, height: null, hasSound: null };
    await server.db
      .update(fulfillments)
      .set({ ...none, caption: 'Slow mornings' })
      .where(eq(fulfillments.id, seen));
    expect((await read(id)).review).not.toHaveProperty('earlier');
  });
});

describe('a decision on content that the brand hasn’t seen', () => {
  test('is refused with 412 and the current offer if another draft was submitted', async () => {
    const { id, seen } = await underReview();
    const newer = await given.submission(brandId, id, { attempt: 2, rejectedFulfillmentId: seen });
    const before = await server.db.select().from(offers);
    const { status, text } = await decide(id, seen);
    const body = JSON.parse(text);
    expect([status, body.code]).toEqual([412, 'offer_changed']);
    expect(body.offer.currentStage.fulfillment.id).toBe(newer);
    expect(await server.db.select().from(offers)).toEqual(before);
  });

  test.each(['SUBMIT_EVIDENCE', 'ONGOING', 'INVALIDATED', 'REJECTED'] as const)(
    'is refused with 412 in the stage %s',
    async (stageType) => {
      const id = await given.offer(brandId, campaignId, { stageType });
      const { error } = await decide(id, newId('ful'));
      expect(error?.code).toBe('offer_changed');
    },
  );

  test('is refused with 428 without an If-Match', async () => {
    const { id } = await underReview();
    const { status, error } = await call(server, acceptEvidence, { params: { id }, token, key: newKey() });
    expect([status, error?.code]).toEqual([428, 'precondition_required']);
  });

  test.each(['*', 'W/"x"', '""', '"ful_1"', 'ful_01J'])('is refused with 400 if its If-Match is %s', async (value) => {
    const { id } = await underReview();
    const headers = { 'If-Match': value };
    const { status } = await call(server, acceptEvidence, { params: { id }, token, key: newKey(), headers });
    expect(status).toBe(400);
  });
});

describe('requesting changes', () => {
  const reject = (id: string, ifMatch: string) =>
    call(server, rejectEvidence, { params: { id }, token, ifMatch, key: newKey(), body: { requestedChanges } });

  test('the creator owes the same kind of evidence again, and the request is kept', async () => {
    const { id, seen } = await underReview();
    const { status, data } = await reject(id, seen);
    expect(status).toBe(200);
    expect(data.currentStage).toMatchObject({
      type: 'SUBMIT_EVIDENCE',
      fulfillment: { evidenceType: 'VIDEO_WITH_CAPTION', fulfillment: null, rejectedFulfillmentId: seen },
    });
    expect(data.review?.changeRequests).toEqual([
      { attempt: 1, requestedAt: server.clock.now().toISOString(), templateNames: ['START_OVER'] },
    ]);
  });

  test('a note and its second are kept, and shown to brand and creator', async () => {
    const { id, seen } = await underReview();
    const note = { note: 'Your hand covers the label.', atSeconds: 4 };
    const changes = [
      { templateName: 'START_OVER', variables: {} },
      { templateName: 'ENSURE_BRAND_VISIBILITY', variables: { brand_name: 'Acme', ...note } },
    ];
    const body = { requestedChanges: changes };
    const { data } = await call(server, rejectEvidence, { params: { id }, token, ifMatch: seen, key: newKey(), body });
    expect(data.review?.changeRequests).toMatchObject([
      {
        templateNames: ['START_OVER', 'ENSURE_BRAND_VISIBILITY'],
        notes: [{ templateName: 'ENSURE_BRAND_VISIBILITY', ...note }],
      },
    ]);
    const creators = await readCreatorOffer(brandScope(server.db, brandId), id, server.clock.now());
    expect(creators.changes?.items).toMatchObject([{ note: null, atSeconds: null }, note]);
  });

  test('several remarks on one template, and those on none, are shown to brand and creator, each with its second', async () => {
    const { id, seen } = await underReview();
    const visibility = { templateName: 'ENSURE_BRAND_VISIBILITY' as const };
    const custom = { templateName: 'CUSTOM' as const };
    const notes = [
      { ...visibility, note: 'Your hand covers the label.', atSeconds: 4 },
      { ...visibility, note: 'And here.', atSeconds: 12 },
      { ...custom, note: 'Louder.', atSeconds: 30 },
      { ...custom, note: 'Lovely light.' },
    ];
    const changes = notes.map(({ templateName, ...variables }) => ({ templateName, variables }));
    const body = { requestedChanges: changes };
    const { status, data } = await call(server, rejectEvidence, {
      ...{ params: { id }, token, ifMatch: seen, key: newKey(), body },
    });
    expect(status).toBe(200);
    expect(data.review?.changeRequests).toMatchObject([
      { templateNames: ['ENSURE_BRAND_VISIBILITY', 'CUSTOM'], notes },
    ]);
    const creators = await readCreatorOffer(brandScope(server.db, brandId), id, server.clock.now());
    const described = expect.stringContaining('Show ');
    expect(creators.changes?.items).toEqual([
      { title: 'Ensure brand visibility', description: described, note: 'Your hand covers the label.', atSeconds: 4 },
      { title: 'Ensure brand visibility', description: '', note: 'And here.', atSeconds: 12 },
      { title: 'Remark', description: '', note: 'Louder.', atSeconds: 30 },
      { title: 'Remark', description: '', note: 'Lovely light.', atSeconds: null },
    ]);
  });

  test.each([
    ['a template twice without a note', [{}, {}]],
    ['a template with a note and without one', [{ note: 'Louder.' }, {}]],
    [
      'the same note twice',
      [
        { note: 'Louder.', atSeconds: 4 },
        { note: 'Louder.', atSeconds: 4 },
      ],
    ],
    ['more changes than a request holds', Array.from({ length: 41 }, (_, atSeconds) => ({ atSeconds }))],
  ])('with %s is refused with 400, and changes nothing', async (_, each) => {
    const { id, seen } = await underReview();
    const body = { requestedChanges: each.map((variables) => ({ templateName: 'START_OVER' as const, variables })) };
    const asked = { params: { id }, token, ifMatch: seen, key: newKey(), body };
    expect((await call(server, rejectEvidence, asked)).status).toBe(400);
    expect((await call(server, getOffer, { params: { id }, token })).data.currentStage.fulfillment?.id).toBe(seen);
  });

  test.each([
    ['a note of more than 500 characters', { note: 'x'.repeat(501) }],
    ['an empty note', { note: '' }],
    ['a note with control characters', { note: 'a\u0007b' }],
    ['half a second', { atSeconds: 0.5 }],
    ['a negative second', { atSeconds: -1 }],
    ['an unknown variable', { colour: 'red' }],
  ])('with a change that has %s is refused with 400, and changes nothing', async (_, variables) => {
    const { id, seen } = await underReview();
    const body = { requestedChanges: [{ templateName: 'START_OVER', variables }] } as never;
    const { status } = await call(server, rejectEvidence, {
      params: { id },
      token,
      ifMatch: seen,
      key: newKey(),
      body,
    });
    expect(status).toBe(400);
    expect((await decide(id, seen)).status).toBe(200);
  });

  test('a refused decision isn’t stored, so its key can be used again', async () => {
    const id = await given.offer(brandId, campaignId);
    const key = newKey();
    const seen = newId('ful');
    expect((await decide(id, seen, key)).status).toBe(412);
    await given.submission(brandId, id, { id: seen });
    expect((await decide(id, seen, key)).status).toBe(200);
  });
});

describe('the offer list', () => {
  test('of a campaign starts with submissions to review, on whichever page the others are', async () => {
    const own = await given.campaign(brandId);
    const reviewed = { stageType: 'AWAITING_EVIDENCE_CLEARANCE' } as const;
    const day = (date: number) => ({ updatedAt: new Date(Date.UTC(2026, 2, date)) });
    const running = await given.offer(brandId, own, { stageType: 'ONGOING', ...day(5) });
    const expired = await given.offer(brandId, own, { ...reviewed, invalidationType: 'CAMPAIGN_ENDED', ...day(4) });
    const newer = await given.offer(brandId, own, { ...reviewed, ...day(3) });
    const older = await given.offer(brandId, own, { ...reviewed, ...day(1) });
    const offered = await given.offer(brandId, own, { stageType: 'OFFERED', ...day(2) });
    const pageOf = async (page: string, query = {}) =>
      (await call(server, listOffers, { token, query: { page, pageSize: '2', ...query } })).data.data.map(
        ({ id }) => id,
      );
    const ofIt = { campaignId: own };
    const pages = [await pageOf('1', ofIt), await pageOf('2', ofIt), await pageOf('3', ofIt)];
    expect(pages).toEqual([[newer, older], [running, expired], [offered]]);
    expect((await pageOf('1', { pageSize: '100' })).filter((id) => pages.flat().includes(id))).toEqual([
      ...[running, expired, newer, offered, older],
    ]);
  });

  test('is sorted by last update and filtered by campaign and stage, page by page', async () => {
    const other = await given.campaign(brandId);
    await given.offer(brandId, other);
    const ids: { id: string; updatedAt: Date }[] = [];
    for (let i = 0; i < 5; i += 1) {
      const updatedAt = new Date(Date.UTC(2026, 2, 5 - (i >> 1), 0, 0, 0, 7));
      ids.push({ id: await given.offer(brandId, campaignId, { updatedAt, stageType: 'ONGOING' }), updatedAt });
    }
    await given.offer(brandId, campaignId, { stageType: 'REJECTED' });
    const expected = ids
      .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    const pageOf = async (page: string) =>
      (
        await call(server, listOffers, {
          token,
          query: { campaignId, offerStageType: 'ONGOING,CLEARED', page, pageSize: '2' },
        })
      ).data;
    const pages = [await pageOf('1'), await pageOf('2'), await pageOf('3')];
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected);
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { nextPage: 2, previousPage: null, total: 5 },
      { nextPage: 3, previousPage: 1, total: 5 },
      { nextPage: null, previousPage: 2, total: 5 },
    ]);
  });
});
