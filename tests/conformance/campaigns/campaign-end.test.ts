import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OfferStageType } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { newId } from '#server/ids.ts';
import { moveOffer } from '#server/services/admin/offers/offers.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { endLeftoverOffers, expireOverdueOffers } from '#server/services/campaigns/due-offers.ts';
import { settleDue } from '#server/services/campaigns/settle.ts';
import { noLookups } from '#server/services/posts/lookups/look-up.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();

const after = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000);
const stageOf = async (id: string) => (await offerRow(server.db, id))?.stageType;
const stages = async (ids: Record<string, string>) =>
  Object.fromEntries(await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await stageOf(id)])));

/** An offer in each stage that a campaign's end affects. */
async function offersOf(brandId: string, campaignId: string) {
  const at = (stageType: OfferStageType) => given.offer(brandId, campaignId, { stageType });
  const ids = {
    offered: await at('OFFERED'),
    address: await at('SUBMIT_ADDRESS'),
    parents: await at('AWAITING_PARENT_CONTRACT'),
    contract: await at('AWAITING_CONTRACT'),
    package: await at('AWAITING_PACKAGE'),
    caption: await at('AWAITING_CUSTOM_CAPTION_CLEARANCE'),
    owed: await at('SUBMIT_EVIDENCE'),
    posted: await at('ONGOING'),
    inReview: await at('AWAITING_EVIDENCE_CLEARANCE'),
  };
  const seen = await given.submission(brandId, ids.inReview, {
    evidenceType: 'PUBLISHED_VIDEO_URL',
    fulfillment: `https://www.tiktok.com/@a/video/${campaignId}`,
  });
  return { ids, seen };
}
const ended = {
  ...{ offered: 'INVALIDATED', address: 'INVALIDATED', owed: 'INVALIDATED' },
  ...{ parents: 'INVALIDATED', contract: 'INVALIDATED', package: 'INVALIDATED' },
  caption: 'AWAITING_CUSTOM_CAPTION_CLEARANCE',
  ...{ posted: 'AWAITING_EARNING_CLEARANCE', inReview: 'AWAITING_EVIDENCE_CLEARANCE' },
};

test.each(['CPM', 'FLAT_FEE', 'DROP'] as const)(
  'a %s campaign’s end expires unsubmitted offers; those in review may be decided, then fall due and are cleared',
  async (campaignType) => {
    const brandId = await given.brand();
    const money = campaignType === 'CPM' ? {} : { cpmBudgetCents: null, workerBudgetCents: 0, workerCpmCents: 0 };
    const campaignId = await given.campaign(brandId, {
      ...{ campaignType, ...money, workerStatus: 'ENDING', workerEndDate: after(1) },
    });
    const { ids, seen } = await offersOf(brandId, campaignId);
    await moveDueCampaigns(server.db, after(0.9));
    expect((await stages(ids)).offered).toBe('OFFERED');
    await moveDueCampaigns(server.db, after(1));
    expect(await stages(ids)).toEqual(ended);

    const token = (await server.sessionOf(brandId)).accessToken;
    const expired = await call(server, endpoints.getOffer, { token, params: { id: ids.owed } });
    expect(expired.data.invalidationType).toBe('EXPIRED');
    expect(expired.data.history?.at(-1)).toMatchObject({ move: 'expire', reason: 'The campaign has ended.' });

    const params = { id: ids.inReview };
    const decided = await call(server, endpoints.acceptEvidence, { token, params, key: newKey(), ifMatch: seen });
    expect(decided.data.currentStage.type).toBe('ONGOING');
    await endLeftoverOffers(server.db, after(1));
    expect((await stages(ids)).inReview).toBe('AWAITING_EARNING_CLEARANCE');
    const clear = { offerId: ids.inReview, move: 'clear-earning', input: {} } as const;
    const context = { db: server.db, now: server.clock.now, lookUpPost: noLookups };
    await expect(moveOffer(context, clear)).rejects.toThrow('the campaign isn’t settled yet');
    await settleDue(server.db, after(31));
    expect(await stages(ids)).toEqual({ ...ended, posted: 'CLEARED', inReview: 'CLEARED', caption: 'INVALIDATED' });
  },
);

test.each([
  ['by reaching its goal', { workerStatus: 'ACTIVE', workerViewTarget: 1 } as const, 2, 2],
  ['on its planned day', { workerStatus: 'ENDING', workerViewTarget: 100 } as const, 12, 10],
])('a creator sees that a campaign ended %s', async (_, how, checkedAfter, endedAfter) => {
  const brandId = await given.brand();
  const campaignId = await given.campaign(brandId, { ...how, workerEndDate: after(10) });
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const token = await server.linkOf(offerId);
  await given.figures(brandId, await given.post(brandId, offerId), [['2026-03-10', 5, 0, 0, 0]]);
  const endOf = async () => {
    const { endAt, hasEnded } = (await openLink(server, token)).data.campaign;
    return { endAt, hasEnded };
  };
  expect(await endOf()).toEqual({ endAt: after(10).toISOString(), hasEnded: false });
  await moveDueCampaigns(server.db, after(checkedAfter));
  expect(await endOf()).toEqual({ endAt: after(endedAfter).toISOString(), hasEnded: true });
});

test('archiving a running campaign ends it at once, without notifying the brand that did it', async () => {
  const { brandId, token } = await loggedIn();
  const campaignId = await given.campaign(brandId, { unread: false });
  const { ids } = await offersOf(brandId, campaignId);
  const archive = { token, params: { campaignId }, body: { status: 'ARCHIVED' as const }, key: newKey() };
  expect((await call(server, endpoints.updateCampaign, archive)).data).toMatchObject({
    status: 'ARCHIVED',
    unread: false,
  });
  expect(await stages(ids)).toEqual(ended);
});

test('requested changes aren’t waited for after the end', async () => {
  const { brandId, token } = await loggedIn();
  const campaignId = await given.campaign(brandId, { workerStatus: 'ENDED_UNSUCCESSFULLY' });
  const { ids, seen } = await offersOf(brandId, campaignId);
  await call(server, endpoints.rejectEvidence, {
    ...{ token, params: { id: ids.inReview }, key: newKey(), ifMatch: seen },
    body: { requestedChanges: [{ templateName: 'START_OVER', variables: {} }] },
  });
  await endLeftoverOffers(server.db, after(0));
  expect((await stages(ids)).inReview).toBe('INVALIDATED');
  expect(await endLeftoverOffers(server.db, after(1))).toBe(0);
});

test('an offer with an upload or rendition in progress doesn’t expire, and one queued later does', async () => {
  const brandId = await given.brand();
  const campaignId = await given.campaign(brandId);
  const now = after(0);
  const late = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: after(-8) } as const;
  const held: string[] = [];
  for (const state of ['UPLOADING', 'ORDERED'] as const) {
    const offerId = await given.offer(brandId, campaignId, late);
    const file = { name: 'a.mp4', sizeBytes: 9, createdAt: now, changedAt: now };
    await server.db.insert(draftUploads).values({ ...file, state, id: newId('upl', now), brandId, offerId });
    held.push(offerId);
  }
  const free = await given.offer(brandId, campaignId, late);
  await expireOverdueOffers(server.db, now);
  expect(await stageOf(free)).toBe('INVALIDATED');
  for (const id of held) expect(await stageOf(id)).toBe('SUBMIT_EVIDENCE');
  await server.db.update(draftUploads).set({ goneAt: now }).where(eq(draftUploads.brandId, brandId));
  await expireOverdueOffers(server.db, now);
  for (const id of held) expect(await stageOf(id)).toBe('INVALIDATED');
});
