import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mails } from '#server/database/tables/account-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import { creatorLines } from '#server/services/admin/creators/format.ts';
import { listCreators } from '#server/services/admin/creators/list-creators.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import type { ReadyMail } from '#server/services/mail/transport.ts';
import { emailTeam } from '#server/services/notices/team/email-team.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector } from '#tests/support/services/mail.ts';
import { createReceiver } from '#tests/support/services/push-receiver.ts';
import { startPushService } from '#tests/support/services/push-service.ts';

const service = await startPushService();
// Vitest runs these hooks in reverse order, so this runs after the server has closed.
afterAll(() => service.close());
const { server, given } = await apiServer({ pushServices: [service.origin] });
const deliver = mailCollector(server);
let brandId: string;

beforeEach(async () => {
  await server.db.delete(brands);
  await server.db.delete(mails);
  service.received.length = 0;
  brandId = await given.brand({ name: 'Harbour Tea', email: 'owner@brands.test' });
  return () => expect(server.errors).toEqual([]);
});

const minuteMs = 60_000;
const dayMs = 86_400_000;
const now = () => server.clock.now();

/** Emails to the team within one minute, with two processes looking for news. */
async function inAMinute(): Promise<ReadyMail[]> {
  server.clock.advance(minuteMs);
  const asked = { teamEmail: 'team@afield.test', now: now() };
  await Promise.all([emailTeam(server.db, asked), emailTeam(server.db, asked)]);
  return deliver();
}

const signUp = (name: string) =>
  given.brand({ name, approvalStatus: 'PENDING', emailVerifiedAt: now(), email: `${name.toLowerCase()}@brands.test` });

test('the team gets pending work at once, then at most hourly, and only new items', async () => {
  expect(await inAMinute()).toEqual([]);
  const id = await signUp('Acme');
  const [first, ...others] = await inAMinute();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ to: 'team@afield.test', subject: '1 item needs attention' });
  expect(first?.text).toContain(`Brands to approve\n\n- Acme: acme@brands.test · ${id}`);
  const campaignId = await given.campaign(brandId, {
    name: 'Winter tea',
    approvalStatus: 'PENDING',
    workerStatus: null,
    createdAt: now(),
  });
  for (let minute = 2; minute <= 60; minute += 1) expect(await inAMinute(), `minute ${minute}`).toEqual([]);
  const [second] = await inAMinute();
  expect(second?.subject).toBe('2 items need attention');
  expect(second?.text).toContain(`Winter tea: owner@brands.test · ${campaignId}`);
  server.clock.advance(3 * 60 * minuteMs);
  expect(await inAMinute()).toEqual([]);
});

test('overdue offers are reported once: the provider’s after two days, a brand’s after three', async () => {
  const campaignId = await given.campaign(brandId, { name: 'Winter tea' });
  const since = { stageEnteredAt: now(), updatedAt: now() };
  const withTeam = await given.offer(brandId, campaignId, { stageType: 'AWAITING_PACKAGE', ...since });
  const withBrand = await given.offer(brandId, campaignId, { stageType: 'AWAITING_EVIDENCE_CLEARANCE', ...since });
  const ended = await given.offer(brandId, campaignId, {
    stageType: 'AWAITING_PACKAGE',
    ...since,
    invalidationType: 'EXPIRED',
  });
  server.clock.advance(2 * dayMs - 2 * minuteMs);
  expect(await inAMinute()).toEqual([]);
  server.clock.advance(minuteMs);
  const [first] = await inAMinute();
  expect(first?.text).toContain(withTeam);
  expect(first?.text).not.toContain(withBrand);
  expect(first?.text).not.toContain(ended);
  server.clock.advance(dayMs);
  const [second] = await inAMinute();
  expect(second?.text).toContain(withBrand);
  server.clock.advance(dayMs);
  expect(await inAMinute()).toEqual([]);
});

test('an address that rejects emails is reported, until it accepts one', async () => {
  await given.person(brandId, await given.creator(brandId, { firstName: 'Ada' }), { email: 'gone@creators.test' });
  const addMail = async (status: 'REFUSED' | 'SENT' | 'FAILED', recipient = 'gone@creators.test') => {
    const at = { createdAt: now(), dueAt: now(), changedAt: now() };
    const row = { kind: 'creator-link', data: {}, lastError: status === 'REFUSED' ? '550 no such user' : null };
    await server.db.insert(mails).values({ ...row, ...at, id: newId('mai', now()), recipient, status });
  };
  await addMail('FAILED');
  await addMail('REFUSED', 'owner@brands.test');
  await addMail('REFUSED');
  const [first] = await inAMinute();
  expect(first?.subject).toBe('2 items need attention');
  expect(first?.text).toContain(
    'Addresses that refuse emails\n\n- Ada: 550 no such user · gone@creators.test\n\n- Harbour Tea: 550 no such user · owner@brands.test\n',
  );
  const listed = async () => creatorLines(await listCreators(server.db));
  expect(await listed()).toMatch(/^gone@creators\.test {2}Ada .* {2}Emails are refused: 550 no such user$/);
  server.clock.advance(60 * minuteMs);
  await addMail('REFUSED');
  expect(await inAMinute(), 'the same address again').toEqual([]);
  await addMail('SENT');
  expect(await listed()).not.toContain('refused');
  await signUp('Acme');
  const [second] = await inAMinute();
  expect(second?.text).not.toContain('gone@creators.test');
});

test('work done before the email is sent isn’t in it, and an empty email isn’t sent', async () => {
  const id = await signUp('Acme');
  server.clock.advance(minuteMs);
  await emailTeam(server.db, { teamEmail: 'team@afield.test', now: now() });
  await server.db.update(brands).set({ approvalStatus: 'APPROVED' }).where(eq(brands.id, id));
  expect(await deliver()).toEqual([]);
});

/** The brand's device and the pushes it receives. */
async function device() {
  const receiver = createReceiver();
  const { p256dh, auth } = receiver.keys;
  await given.pushDevice(brandId, { endpoint: `${service.origin}/push/${brandId}`, p256dh, auth });
  return {
    async pushes() {
      await server.deliverPushes();
      return service.received
        .splice(0)
        .map(({ body, headers }) => ({ ...(receiver.open(body) as object), topic: headers.topic }));
    },
  };
}

const aCampaign = () =>
  given.campaign(brandId, {
    ...{
      name: 'Winter tea',
      approvalStatus: 'PENDING',
      workerStatus: null,
      workerStartDate: null,
      cpmBudgetCents: null,
    },
    ...{ startAt: new Date(now().getTime() + dayMs), endAt: new Date(now().getTime() + 31 * dayMs) },
  } as const);

test('the team gets one email when a brand’s balance becomes negative, and another when it drops again', async () => {
  const adjust = (amountCents: number, note: string) =>
    adjustBalance({ db: server.db, now }, { brand: brandId, amountCents, note });
  const hourLater = async () => {
    server.clock.advance(60 * minuteMs);
    return (await inAMinute())[0]?.text ?? null;
  };
  await given.funds(brandId, 10_000);
  await adjust(-5_000, 'A refund');
  expect(await hourLater()).toBeNull();
  await adjust(-7_550, 'Another');
  const text = await hourLater();
  expect(text).toContain('Brands with a balance below zero: their campaigns can’t be approved');
  expect(text).toContain(`- Harbour Tea: -$25.50 · owner@brands.test · ${brandId}`);
  expect(await hourLater()).toBeNull();
  await adjust(5_000, 'Made up for');
  expect(await hourLater()).toBeNull();
  await adjust(-10_000, 'A third');
  expect(await hourLater()).toContain('-$75.50');
});

test.each([
  ['CPM', 30_000, ' Its budget has been set aside.'],
  ['DROP', null, ''],
] as const)(
  'the approval of a %s campaign mentions a budget only if it has one',
  async (campaignType, cents, words) => {
    const campaignId = await given.campaign(brandId, {
      ...{ name: 'Winter tea', approvalStatus: 'PENDING', campaignType, cpmBudgetCents: cents },
      workerStatus: null,
    });
    await decideOnCampaign({ db: server.db, now }, { campaignId, decision: 'APPROVED' });
    const [mail] = await deliver();
    expect(mail?.text).toContain(`Your campaign “Winter tea” is approved.${words}\n`);
    expect(mail?.text.includes('budget')).toBe(words !== '');
  },
);

test('a brand gets one email and one push each when its campaign is approved, starts and ends', async () => {
  const { pushes } = await device();
  const campaignId = await aCampaign();
  const notices = async () => [(await deliver()).map(({ subject }) => subject), await pushes()];
  const pushOf = (title: string) => ({
    web_push: 8030,
    notification: { title, navigate: `https://afield.test/dashboard/campaigns/${campaignId}`, tag: 'campaign' },
    app_badge: 0,
    topic: 'campaign',
  });
  await decideOnCampaign({ db: server.db, now }, { campaignId, decision: 'APPROVED' });
  expect(await notices()).toMatchObject([['Approved: Winter tea'], [pushOf('Winter tea is approved')]]);
  for (let day = 1; day <= 40; day += 1) {
    server.clock.advance(dayMs);
    await moveDueCampaigns(server.db, now());
    const expected =
      day === 1
        ? [['Started: Winter tea'], [pushOf('Winter tea has started')]]
        : day === 31
          ? [['Ended: Winter tea'], [pushOf('Winter tea has ended')]]
          : [[], []];
    expect(await notices(), `day ${day}`).toMatchObject(expected);
  }
});

test('a fee proposal is sent by email and push', async () => {
  const { pushes } = await device();
  const campaignId = await given.campaign(brandId, {
    ...{ name: 'Winter tea', approvalStatus: 'PENDING', campaignType: 'FLAT_FEE', cpmBudgetCents: null },
    ...{ workerStatus: null, startAt: now() },
  });
  const terms = { feeCents: 15_000, creators: 3 };
  await decideOnCampaign({ db: server.db, now }, { campaignId, decision: 'APPROVED', ...terms });
  const [mail] = await deliver();
  expect([mail?.subject, mail?.text]).toEqual([
    'Proposal for Winter tea: $450.00',
    expect.stringContaining('$150.00 per post, up to 3 creators, $450.00 in total.'),
  ]);
  expect(await pushes()).toMatchObject([{ notification: { title: 'Winter tea has a proposal to review' } }]);
});

test('a rejection includes its reason, and a submission at the same moment has its own push', async () => {
  const { pushes } = await device();
  const campaignId = await aCampaign();
  await decideOnCampaign({ db: server.db, now }, { campaignId, decision: 'REJECTED', reason: 'No health claims.' });
  const running = await given.campaign(brandId);
  const offerId = await given.offer(brandId, running);
  await given.submission(brandId, offerId, {}, now());
  await server.db.update(pushDevices).set({ offerId });
  const [mail] = await deliver();
  expect([mail?.subject, mail?.text]).toEqual([
    'Not approved: Winter tea',
    expect.stringContaining('No health claims.'),
  ]);
  expect(await pushes()).toMatchObject([
    {
      notification: { title: 'Winter tea was not approved', body: 'No health claims.', tag: 'campaign' },
      app_badge: 1,
    },
    { notification: { title: 'Ada Byron sent a draft', tag: 'submissions' }, app_badge: 1 },
  ]);
  expect(await server.db.select().from(pushDevices)).toMatchObject([{ dueAt: null, campaignId: null, offerId: null }]);
});

test('a server that was down for weeks announces only the end', async () => {
  const campaignId = await aCampaign();
  await decideOnCampaign({ db: server.db, now }, { campaignId, decision: 'APPROVED' });
  await deliver();
  server.clock.advance(60 * dayMs);
  await moveDueCampaigns(server.db, now());
  expect((await deliver()).map(({ subject }) => subject)).toEqual(['Ended: Winter tea']);
  expect(await server.db.select().from(offers)).toEqual([]);
  expect((await server.db.select().from(campaigns))[0]?.workerStatus).toBe('ENDED_UNSUCCESSFULLY');
});
