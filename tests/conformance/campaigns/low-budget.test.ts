import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OfferStageType } from '#contract/brand/offer.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { brands, campaigns, offers, posts } from '#server/database/tables/tables.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { readCampaign } from '#server/services/campaigns/campaigns.ts';
import { changeCampaign } from '#server/services/campaigns/change-campaign.ts';
import { endLeftoverOffers } from '#server/services/campaigns/due-offers.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import type { ReadyMail } from '#server/services/mail/transport.ts';
import { composePushes } from '#server/services/notices/brands/push-messages.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const { db } = server;
const deliver = mailCollector(server);
const now = () => server.clock.now();
const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000);

let brandId: string;
let brandEmail: string;
let campaignId: string;
let round = 0;
/** A creator's address that no earlier test has used. */
const addressOf = (name: string) => `${name}-${round}@creators.test`;

beforeEach(async () => {
  // The clock moves every brand's campaigns.
  await db.update(campaigns).set({ status: 'ARCHIVED' }).where(sql`true`);
  await db.delete(mails).where(sql`true`);
  round += 1;
  brandId = await given.brand({ name: 'Harbour Tea', cpmCents: 650 });
  brandEmail = (await db.select().from(brands).where(eq(brands.id, brandId)))[0]?.email ?? '';
  campaignId = await given.campaign(brandId, {
    ...{ name: 'Winter tea', startAt: now(), workerStartDate: now(), workerEndDate: inDays(30) },
    ...{ cpmBudgetCents: 50_000, workerBudgetCents: 50_000, workerCpmCents: 650 },
  });
});

/** An offer to a creator of this name, who has an email. */
async function anOffer(name: string, stageType: OfferStageType, columns: Parameters<typeof given.offer>[2] = {}) {
  const creatorId = await given.creator(brandId, { firstName: name, username: `${name}${round}` });
  await given.person(brandId, creatorId, { email: addressOf(name) });
  return given.offer(brandId, campaignId, { creatorId, stageType, stageEnteredAt: now(), ...columns });
}

/** Imports a total of this many views for the campaign's post. */
async function reach(count: number) {
  const [known] = await db.select().from(posts).where(eq(posts.brandId, brandId));
  const offerId = known?.offerId ?? (await given.offer(brandId, campaignId, { stageType: 'ONGOING' }));
  const postId = known?.id ?? (await given.post(brandId, offerId, { postedAt: now() }));
  const day = now().toISOString().slice(0, 10);
  const figure = { postId, day, viewCount: count, likeCount: 0, commentCount: 0, shareCount: 0 };
  await writeBrand({ db, brandId }, (writer) => storeFigures(writer, [figure], now()));
}

/** Runs the job loop in two processes at once and returns the emails sent after it. */
async function sentAfterRound(at = now()): Promise<ReadyMail[]> {
  await Promise.all([moveDueCampaigns(db, at), moveDueCampaigns(db, at)]);
  return deliver();
}
const sentTo = (sent: readonly ReadyMail[]) => sent.map(({ to, subject }) => [to, subject]).sort();
const topUp = (amountCents: number) =>
  writeBrand({ db, brandId }, (writer) => changeCampaign(writer, campaignId, { change: 'top-up', amountCents }, now()));
const statusOf = async () => (await readCampaign(brandScope(db, brandId), campaignId)).CPMWorker?.status;
const lowForBrand = (left: string, percent = 80) => `Winter tea has used ${percent}% of its budget: ${left} left`;

describe('a campaign at 80% of its views', () => {
  test('emails the brand and creators with work ahead once, whichever process advances it', async () => {
    await anOffer('owes-address', 'SUBMIT_ADDRESS');
    await anOffer('owes-draft', 'SUBMIT_EVIDENCE');
    await anOffer('waits-for-package', 'AWAITING_PACKAGE');
    const drafted = await anOffer('draft-in-review', 'AWAITING_EVIDENCE_CLEARANCE');
    await given.submission(brandId, drafted, {}, now());
    const posted = await anOffer('post-in-review', 'AWAITING_EVIDENCE_CLEARANCE');
    const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
    await given.submission(brandId, posted, link, now());
    await anOffer('invited', 'OFFERED');
    await anOffer('declined', 'REJECTED');
    await anOffer('expired', 'SUBMIT_EVIDENCE', { invalidationType: 'EXPIRED' });
    await anOffer('live', 'ONGOING');
    await reach(61_538);
    expect(await sentAfterRound()).toEqual([]);
    // $400.40 of $500.
    await reach(61_600);
    const sent = await sentAfterRound();
    expect(await statusOf()).toBe('ENDING');
    const left = '$99.60';
    const emailed = ['draft-in-review', 'owes-address', 'owes-draft', 'waits-for-package'];
    expect(sentTo(sent)).toEqual(
      [
        ...emailed.map((name) => [addressOf(name), `Winter tea is running low on budget: ${left} left`]),
        [brandEmail, lowForBrand(left)],
      ].sort(),
    );
    expect(await sentAfterRound()).toEqual([]);
  });

  test('shows creators the rate, the shared rest and the next step, and lets them turn such emails off', async () => {
    const offerId = await anOffer('ada', 'SUBMIT_EVIDENCE');
    await reach(61_600);
    const [mail] = (await sentAfterRound()).filter(({ to }) => to === addressOf('ada'));
    expect(mail?.text).toContain(
      'Harbour Tea’s campaign “Winter tea” has $99.60 of its budget left, shared by all creators. You earn $6.50 per 1,000 views until it’s used up; later views aren’t paid.',
    );
    expect(mail?.text).toContain('Please make your video for “Winter tea” and send it on your page by ');
    expect(mail?.text).toContain('If the budget is used up first, your offer ends and you won’t be paid for it.');
    expect(mail?.text).toContain(`/c/${await server.linkOf(offerId)}`);
    expect(mail?.text).toContain('Turn reminders off:');
  });

  test('emails no creators who turned reminders off or are blocked', async () => {
    await anOffer('off', 'SUBMIT_EVIDENCE');
    await anOffer('blocked', 'SUBMIT_EVIDENCE');
    await db
      .update(creatorProfiles)
      .set({ remindersOffAt: now() })
      .where(eq(creatorProfiles.email, addressOf('off')));
    await db
      .update(creatorProfiles)
      .set({ blockedAt: now() })
      .where(eq(creatorProfiles.email, addressOf('blocked')));
    await reach(61_600);
    expect(sentTo(await sentAfterRound())).toEqual([[brandEmail, lowForBrand('$99.60')]]);
  });

  test('sends the brand an email that opens the top-up dialog', async () => {
    await reach(61_600);
    const [mail] = await sentAfterRound();
    expect(mail?.text).toContain(`/dashboard/campaigns/${campaignId}?manage=top-up`);
    expect(mail?.text).toContain('Add to the budget to keep it running until its end date.');
  });

  test('sends devices a push that opens the top-up dialog, while it applies', async () => {
    await given.pushDevice(brandId);
    await reach(61_600);
    await sentAfterRound();
    const [device] = await db.select().from(pushDevices);
    expect(device).toMatchObject({ campaignId, campaignNews: 'low-budget', news: 1 });
    const news = { brandId, offerId: null, campaignId, campaignNews: 'low-budget' } as const;
    const [message] = await composePushes(db, news, 'https://afield.test');
    expect(message?.notification).toMatchObject({
      title: 'Winter tea has used 80% of its budget',
      body: '$99.60 left. Tap to add to the budget.',
      navigate: `https://afield.test/dashboard/campaigns/${campaignId}?manage=top-up`,
    });
    await db.update(campaigns).set({ workerStatus: 'ENDED_SUCCESSFULLY' }).where(eq(campaigns.id, campaignId));
    expect(await composePushes(db, news, 'https://afield.test')).toEqual([]);
  });

  test('sends nothing if its brand is suspended', async () => {
    await db.update(brands).set({ suspendedAt: now() }).where(eq(brands.id, brandId));
    await reach(61_600);
    expect(await sentAfterRound()).toEqual([]);
  });

  test('emails no creators while paused, since they can’t act', async () => {
    await anOffer('ada', 'SUBMIT_EVIDENCE');
    await db.update(campaigns).set({ pausedAt: now() }).where(eq(campaigns.id, campaignId));
    await reach(61_600);
    expect(sentTo(await sentAfterRound())).toEqual([[brandEmail, lowForBrand('$99.60')]]);
  });
});

test('a top-up reactivates the campaign, and reaching 80% again is announced again', async () => {
  await adjustBalance({ db, now }, { brand: brandId, amountCents: 100_000, note: 'Welcome' });
  await anOffer('ada', 'SUBMIT_EVIDENCE');
  await reach(61_600);
  expect(await sentAfterRound()).toHaveLength(2);
  await topUp(50_000);
  expect(await statusOf()).toBe('ACTIVE');
  expect(await sentAfterRound()).toEqual([]);
  await reach(126_000);
  expect(sentTo(await sentAfterRound())).toEqual(
    [
      [addressOf('ada'), 'Winter tea is running low on budget: $181.00 left'],
      [brandEmail, lowForBrand('$181.00', 82)],
    ].sort(),
  );
});

test('a campaign topped up before its emails are sent sends none', async () => {
  await adjustBalance({ db, now }, { brand: brandId, amountCents: 100_000, note: 'Welcome' });
  await anOffer('ada', 'SUBMIT_EVIDENCE');
  await reach(61_600);
  await moveDueCampaigns(db, now());
  await topUp(50_000);
  expect(await deliver()).toEqual([]);
});

test('a campaign that nears its last day with budget left sends none', async () => {
  await anOffer('ada', 'SUBMIT_EVIDENCE');
  await reach(10_000);
  expect(await sentAfterRound(inDays(28))).toEqual([]);
  expect(await statusOf()).toBe('ENDING');
});

test('reaching 80% and the goal at once announces only the end, and creators read that the budget was used up', async () => {
  const drafted = await anOffer('drafted', 'AWAITING_EVIDENCE_CLEARANCE');
  const fulfillment = await given.submission(brandId, drafted, {}, now());
  await anOffer('owes-draft', 'SUBMIT_EVIDENCE');
  await reach(90_000);
  const sent = await sentAfterRound();
  expect(sentTo(sent)).toEqual(
    [
      [brandEmail, 'Ended: Winter tea'],
      [addressOf('owes-draft'), 'Your offer from Harbour Tea has expired'],
    ].sort(),
  );
  const words =
    'Your offer for “Winter tea” has expired. The campaign’s budget was used up. You don’t need to do anything.';
  expect(sent.find(({ to }) => to === addressOf('owes-draft'))?.text).toContain(words);

  // A draft approved after the end has no budget left for its post.
  expect(fulfillment).toBeTruthy();
  await db.update(offers).set({ stageType: 'SUBMIT_EVIDENCE' }).where(eq(offers.id, drafted));
  await endLeftoverOffers(db, now());
  const late = (await deliver()).find(({ to }) => to === addressOf('drafted'));
  expect(late?.text).toContain(words);
});
