import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Offer, offerChangedSchema } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { requestedChange } from '#domain/offers/change-templates.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { brands, fulfillments, offers } from '#server/database/tables/tables.ts';
import { expireOverdueOffers } from '#server/services/campaigns/due-offers.ts';
import { remindCreators } from '#server/services/notices/creators/remind.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { moveNow, offerApproved } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

// A brand undoes the approval of a draft: the draft is in review again, as if it had never been approved.

const { server, given, loggedIn } = await apiServer();
const deliver = mailCollector(server);
const brandId = await given.brand({ name: 'Harbour Tea' });
const campaignId = await given.campaign(brandId, { name: 'Winter tea' });
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const link = (number: number) => `https://www.tiktok.com/@ada${number}/video/73${String(number).padStart(16, '0')}`;
let creators = 0;
let token = '';

const tokenOf = async (brand: string) => (await server.sessionOf(brand)).accessToken;
beforeEach(async () => {
  token = await tokenOf(brandId);
});

/** An offer whose draft has just been approved, with a creator who can be emailed. */
async function approved(brand = { brandId, campaignId }) {
  creators += 1;
  const creatorId = await given.creator(brand.brandId, { firstName: 'Ada', username: `ada${creators}` });
  await given.person(brand.brandId, creatorId, { email: `ada${creators}@creators.test` });
  const offer = await offerApproved(
    server,
    brand.brandId,
    brand.campaignId,
    { posterUrl: '/files/a.webp' },
    { creatorId },
  );
  return { ...offer, number: creators, creator: await server.linkOf(offer.id) };
}

const read = async (id: string, as = token) =>
  (await call(server, endpoints.getOffer, { token: as, params: { id } })).data;
const takeBack = (id: string, ifMatch: string, { as = token, key = newKey() } = {}) =>
  call(server, endpoints.takeBackApproval, { token: as, params: { id }, ifMatch, key });
const approve = (id: string, ifMatch: string, key = newKey()) =>
  call(server, endpoints.acceptEvidence, { token, params: { id }, ifMatch, key });
const submitLink = async (creator: string, number: number) =>
  moveByLink(
    server,
    creator,
    { move: 'submit-link', link: link(number) },
    (await openLink(server, creator)).data.version,
  );

/** The reviewed part of an offer, without the id that decisions name. */
const reviewed = ({ currentStage: { type, fulfillment }, review }: Offer) => ({
  ...{ type, ...fulfillment, id: undefined },
  review,
});

describe('the draft', () => {
  test('is in review as before, not as another version, and its waiting time restarts', async () => {
    const { id, draft, owed } = await approved();
    const tries = async () => server.db.select().from(fulfillments).where(eq(fulfillments.offerId, id));
    const [inReview] = await tries();
    server.clock.advance(10 * minuteMs);
    expect(await read(id)).toMatchObject({ canTakeBack: true, review: { attempt: 2, draftAttempts: 1 } });
    const { cursor } = (await askChanges(server, token)).data;
    const { status, data } = await takeBack(id, owed);
    expect(status).toBe(200);
    expect(data).not.toHaveProperty('canTakeBack');
    expect(reviewed(data)).toMatchObject({
      type: 'AWAITING_EVIDENCE_CLEARANCE',
      fulfillment: inReview?.fulfillment,
      metadata: { caption: 'First sip', posterUrl: '/files/a.webp' },
      review: { attempt: 1, submittedAt: inReview?.submittedAt?.toISOString(), changeRequests: [] },
    });
    expect(data.review).not.toHaveProperty('draftAttempts');
    expect(data.currentStage.enteredAt).toBe(server.clock.now().toISOString());
    expect(data.currentStage.fulfillment?.id).not.toBe(draft);
    expect(data.history?.map(({ move, by }) => `${move} by ${by}`)).toEqual(['approve by brand', 'take-back by brand']);
    expect(await tries()).toEqual([{ ...inReview, id: data.currentStage.fulfillment?.id, acceptedAt: null }]);
    expect(await read(id)).toEqual(data);
    expect((await askChanges(server, token, cursor)).data.offers).toEqual([data]);
  });

  test('can be decided on again, and another draft is its second version while its link is still the first', async () => {
    const { id, owed, creator, number } = await approved();
    const again = (await takeBack(id, owed)).data.currentStage.fulfillment?.id ?? '';
    const changes = { requestedChanges: [requestedChange('START_OVER', 'Harbour Tea')] };
    const asked = await call(server, endpoints.rejectEvidence, {
      ...{ token, params: { id }, ifMatch: again, key: newKey(), body: changes },
    });
    expect(asked.data).toMatchObject({ review: { attempt: 2, changeRequests: [{ attempt: 1 }] } });
    const draft = { video: '/files/b.mp4', posterUrl: null, caption: 'Second sip' };
    const second = await moveNow(server, brandId, { move: 'submit-draft', input: draft, offerId: id, by: 'provider' });
    expect(second.review?.attempt).toBe(2);
    const owes = await approve(id, second.currentStage.fulfillment?.id ?? '');
    expect(owes.data.review).toMatchObject({ attempt: 3, draftAttempts: 2 });
    expect((await submitLink(creator, number)).status).toBe(200);
  });

  test('can be replaced by its creator, who sees that it is in review', async () => {
    const { id, owed, creator } = await approved();
    await takeBack(id, owed);
    const { data } = await openLink(server, creator);
    expect(data).toMatchObject({
      stage: { type: 'AWAITING_EVIDENCE_CLEARANCE', expiresAt: null },
      evidenceType: 'VIDEO_WITH_CAPTION',
      submission: { caption: 'First sip', posterUrl: '/files/a.webp' },
      moves: ['withdraw', 'replace-draft'],
    });
    expect(data.history.at(-1)).toMatchObject({ move: 'take-back', by: 'brand' });
  });
});

describe('notices', () => {
  test('the creator is asked not to post, and the brand, which did it, gets no notification', async () => {
    const { id, owed, number } = await approved();
    const device = await given.pushDevice(brandId);
    await deliver();
    await takeBack(id, owed);
    const delivered = await deliver();
    expect(delivered.map(({ to, subject }) => [to, subject])).toEqual([
      [`ada${number}@creators.test`, 'Please don’t post yet: Harbour Tea took back their approval'],
    ]);
    expect(delivered[0]?.text).toContain('Please don’t post it yet.');
    const [row] = await server.db.select().from(pushDevices).where(eq(pushDevices.id, device));
    expect(row?.offerId).toBeNull();
  });

  test('a pending email that asks for the post isn’t sent', async () => {
    const { id, owed } = await approved();
    await takeBack(id, owed);
    expect((await deliver()).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('Time to post'));
  });
});

describe('deadlines', () => {
  test('an offer that awaits the brand again doesn’t expire or remind its creator', async () => {
    const { id, owed } = await approved();
    server.clock.advance(3 * dayMs);
    await takeBack(id, owed, { as: await tokenOf(brandId) });
    await server.db.delete(mails);
    server.clock.advance(20 * dayMs);
    await remindCreators(server.db, server.clock.now());
    await expireOverdueOffers(server.db, server.clock.now());
    const { currentStage, invalidationType } = await read(id, await tokenOf(brandId));
    expect([currentStage.type, invalidationType]).toEqual(['AWAITING_EVIDENCE_CLEARANCE', null]);
    expect((await deliver()).filter(({ to }) => to === `ada${creators}@creators.test`)).toEqual([]);
  });

  test('an approval by the team can be undone, and the brand gets its whole review time again', async () => {
    const other = await loggedIn({ silentDays: 2 });
    const theirs = { brandId: other.brandId, campaignId: await given.campaign(other.brandId) };
    const { id, owed } = await approved(theirs);
    const first = (await takeBack(id, owed, { as: other.token })).data;
    expect(first.history?.at(-1)?.by).toBe('brand');
    const byTeam = () => moveNow(server, other.brandId, { move: 'approve', input: {}, offerId: id, by: 'provider' });
    await expect(byTeam()).rejects.toThrow('Can’t approve: the brand has 2 days to decide.');
    server.clock.advance(2 * dayMs);
    const again = await byTeam();
    expect(again.canTakeBack).toBe(true);
    await takeBack(id, again.currentStage.fulfillment?.id ?? '', { as: await tokenOf(other.brandId) });
    await expect(byTeam()).rejects.toThrow('Can’t approve: the brand has 2 days to decide.');
  });
});

/** Expects a refusal that returns the current offer, and no changes. */
async function expectChanged(id: string, refused: ReturnType<typeof takeBack>): Promise<void> {
  const { status, text } = await refused;
  expect(status).toBe(412);
  const said = v.parse(offerChangedSchema, JSON.parse(text));
  expect(said.code).toBe('offer_changed');
  expect(said.offer).toEqual(await read(id));
}

describe('refusals', () => {
  test('a link submitted by the creator wins, even if it was sent back', async () => {
    const { id, owed, creator, number } = await approved();
    await submitLink(creator, number);
    const given = await read(id);
    expect(given).not.toHaveProperty('canTakeBack');
    await expectChanged(id, takeBack(id, owed));
    const changes = { requestedChanges: [requestedChange('START_OVER', 'Harbour Tea')] };
    const order = { move: 'request-changes', input: changes, offerId: id, by: 'brand' } as const;
    const returned = await moveNow(server, brandId, order);
    expect(returned).not.toHaveProperty('canTakeBack');
    await expectChanged(id, takeBack(id, returned.currentStage.fulfillment?.id ?? ''));
    expect((await read(id)).currentStage).toEqual(returned.currentStage);
  });

  test('only the approval that was shown is undone, and it must be named', async () => {
    const { id, draft, owed } = await approved();
    await expectChanged(id, takeBack(id, draft));
    const unnamed = await call(server, endpoints.takeBackApproval, { token, params: { id }, key: newKey() });
    expect([unnamed.status, unnamed.error?.code]).toEqual([428, 'precondition_required']);
    expect((await read(id)).currentStage.fulfillment?.id).toBe(owed);
  });

  test.each(['ONGOING', 'AWAITING_EVIDENCE_CLEARANCE', 'SUBMIT_ADDRESS'] as const)(
    'there is no approval to undo at %s',
    async (stageType) => {
      const id = await given.offer(brandId, campaignId);
      const seen = await given.submission(brandId, id);
      await server.db.update(offers).set({ stageType }).where(eq(offers.id, id));
      await expectChanged(id, takeBack(id, seen));
    },
  );

  test('a campaign that asks for no draft has no approval to undo', async () => {
    const id = await given.offer(brandId, await given.campaign(brandId, { asks: [] }));
    await moveNow(server, brandId, { move: 'accept', input: {}, offerId: id, by: 'creator' });
    const { currentStage, ...offer } = await read(id);
    expect(offer).not.toHaveProperty('canTakeBack');
    await expectChanged(id, takeBack(id, currentStage.fulfillment?.id ?? ''));
  });

  test('a decision made before the approval was undone is refused, since it refers to another review', async () => {
    const { id, draft, owed } = await approved();
    await takeBack(id, owed);
    await expectChanged(id, approve(id, draft));
  });

  test('an offer that has ended stays ended', async () => {
    const { id, owed } = await approved();
    const reason = { reason: 'The account was sold.' };
    const ended = await moveNow(server, brandId, { move: 'invalidate', input: reason, offerId: id, by: 'provider' });
    expect(ended).not.toHaveProperty('canTakeBack');
    await expectChanged(id, takeBack(id, owed));
  });

  test('another brand’s offer can’t be found', async () => {
    const other = await loggedIn();
    const { id, owed } = await approved();
    expect((await takeBack(id, owed, { as: other.token })).status).toBe(404);
    expect((await read(id)).canTakeBack).toBe(true);
  });

  test('a suspended brand can’t undo an approval', async () => {
    const other = await loggedIn();
    const { id, owed } = await approved({ brandId: other.brandId, campaignId: await given.campaign(other.brandId) });
    await server.db
      .update(brands)
      .set({ approvalStatus: 'REJECTED', suspendedAt: server.clock.now() })
      .where(eq(brands.id, other.brandId));
    expect((await takeBack(id, owed, { as: other.token })).error?.code).toBe('suspended');
  });
});

describe('retries', () => {
  test('the same key gets the same response and acts once', async () => {
    const { id, owed } = await approved();
    const key = newKey();
    const first = await takeBack(id, owed, { key });
    const again = await takeBack(id, owed, { key });
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    await expectChanged(id, takeBack(id, owed));
  });

  test('a concurrent undo and link have one winner, and the other gets the current state', async () => {
    const won: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { id, owed, creator, number } = await approved();
      const { version } = (await openLink(server, creator)).data;
      const submit = () => moveByLink(server, creator, { move: 'submit-link', link: link(number) }, version);
      const [back, given] =
        round % 2 === 0
          ? await Promise.all([takeBack(id, owed), submit()])
          : await Promise.all([submit(), takeBack(id, owed)]).then(([sent, taken]) => [taken, sent] as const);
      const { currentStage, history } = await read(id);
      const wasTakenBack = back.status === 200;
      expect([back.status, given.status].sort()).toEqual(wasTakenBack ? [200, given.status] : [200, 412]);
      expect(given.status).toBe(wasTakenBack ? given.status : 200);
      if (wasTakenBack) expect([409, 412]).toContain(given.status);
      expect(currentStage.fulfillment?.evidenceType).toBe(wasTakenBack ? 'VIDEO_WITH_CAPTION' : 'PUBLISHED_VIDEO_URL');
      expect(history?.map(({ move }) => move)).toEqual(['approve', wasTakenBack ? 'take-back' : 'submit-link']);
      won.push(wasTakenBack ? 'take-back' : 'submit-link');
    }
    expect(won).toHaveLength(6);
  });
});
