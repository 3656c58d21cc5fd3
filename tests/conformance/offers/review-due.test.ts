import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { composePushes } from '#server/services/notices/brands/push-messages.ts';
import { call } from '#tests/support/calls/call.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { moveNow, owingOffer } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

// The brand's review time, and the effect of its silence.

const { server, given, loggedIn } = await apiServer();
const deliver = mailCollector(server);
const dayMs = 86_400_000;

beforeEach(async () => {
  await operate(server, 'waiting-times', { reviewDays: null });
  await server.db.delete(mails);
});

const terms = (brand: string, silentDays: number | null) => operate(server, 'brand-terms', { brand, silentDays });
const daysOn = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();

/** A brand with a submission that was made just now. */
async function reviewing() {
  const { brandId, token } = await loggedIn({ name: 'Harbour Tea' });
  const creatorId = await given.creator(brandId, { firstName: 'Ada' });
  const campaignId = await given.campaign(brandId, { name: 'Winter tea' });
  const offerId = await owingOffer(server, brandId, campaignId, { creatorId });
  const draft = { video: '/files/a.mp4', posterUrl: null, caption: 'First sip' };
  await moveNow(server, brandId, { move: 'submit-draft', input: draft, offerId, by: 'provider' });
  const read = async () => (await call(server, endpoints.getOffer, { token, params: { id: offerId } })).data;
  return { brandId, token, offerId, read };
}

test('nothing is due without a configured time, and no screen shows a due date', async () => {
  const { read, offerId } = await reviewing();
  expect((await read()).review).not.toHaveProperty('dueAt');
  expect((await openLink(server, await server.linkOf(offerId))).data.stage.reviewDueAt).toBeNull();
});

test('the provider’s time applies to all brands without one of their own, and phones receive both', async () => {
  const { brandId, token, offerId, read } = await reviewing();
  const { cursor } = (await askChanges(server, token)).data;
  expect(await operate(server, 'waiting-times', { reviewDays: 5 })).toMatchObject({ reviewDays: 5 });
  const changed = await askChanges(server, token, cursor);
  expect(changed.data.offers).toMatchObject([{ id: offerId, review: { dueAt: daysOn(5), afterDue: 'nothing' } }]);
  await terms(brandId, 2);
  const again = await askChanges(server, token, changed.data.cursor);
  expect(again.data.offers).toMatchObject([{ id: offerId, review: { dueAt: daysOn(2), afterDue: 'team-decides' } }]);
  expect(again.data.offers).toEqual([await read()]);
  await terms(brandId, null);
  expect((await read()).review).toMatchObject({ dueAt: daysOn(5), afterDue: 'nothing' });
});

test('the time ends with the decision, and starts again with another submission', async () => {
  const { brandId, offerId, read } = await reviewing();
  await terms(brandId, 2);
  server.clock.advance(60_000);
  const draft = { video: '/files/b.mp4', posterUrl: null, caption: 'Second sip' };
  await moveNow(server, brandId, { move: 'replace-draft', input: draft, offerId, by: 'creator' });
  expect((await read()).review?.dueAt).toBe(daysOn(2));
  await moveNow(server, brandId, { move: 'approve', input: {}, offerId, by: 'brand' });
  expect((await read()).review).not.toHaveProperty('dueAt');
});

test('the creator sees the brand’s review deadline', async () => {
  const { brandId, offerId } = await reviewing();
  await terms(brandId, 3);
  const { stage } = (await openLink(server, await server.linkOf(offerId))).data;
  expect(stage).toMatchObject({ expiresAt: null, reviewDueAt: daysOn(3) });
});

test('the brand’s email and push show the due date and its consequence', async () => {
  const { brandId, offerId } = await reviewing();
  await terms(brandId, 2);
  const at = daysOn(2);
  const device = await given.pushDevice(brandId, { offerId });
  const [row] = await server.db.select().from(pushDevices).where(eq(pushDevices.id, device));
  if (row === undefined) throw new Error('No device');
  const [push] = await composePushes(server.db, row, 'https://afield.test');
  const due = ` · due Mar ${new Date(at).getUTCDate()}, 2026, ${at.slice(11, 16)} UTC, then we may decide for you`;
  expect(push?.notification.body).toBe(`Winter tea · 1 submission to review${due}`);
  const submissions = (await deliver()).filter(({ subject }) => subject.startsWith('Ready to review'));
  expect(submissions.at(-1)?.text).toContain(`Draft · Winter tea${due}`);
});

test.each([0, 1.5, -1])('a review time of %d days is refused', async (reviewDays) => {
  await expect(operate(server, 'waiting-times', { reviewDays })).rejects.toThrow('reviewDays: ');
});
