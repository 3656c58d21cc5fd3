import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { mails } from '#server/database/tables/account-tables.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import type { ReadyMail } from '#server/services/mail/transport.ts';
import { remindCreators } from '#server/services/notices/creators/remind.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector, parseMail, readMails } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const deliver = mailCollector(server);
let brandId: string;
let campaignId: string;
let profileId: string;

beforeEach(async () => {
  await server.db.delete(brands);
  await server.db.delete(creatorProfiles);
  await server.db.delete(mails);
  brandId = await given.brand({ name: 'Harbour Tea' });
  // The clock keeps moving from test to test, and a campaign lasts 30 days.
  const now = server.clock.now();
  campaignId = await given.campaign(brandId, { name: 'Winter tea', startAt: now, workerStartDate: now });
});

const hourMs = 3_600_000;

async function waiting(stageType: 'OFFERED' | 'SUBMIT_EVIDENCE' = 'OFFERED'): Promise<string> {
  const creatorId = await given.creator(brandId, { firstName: 'Ada', username: 'ada.moss' });
  profileId = await given.person(brandId, creatorId, { email: 'ada@creators.test' });
  const since = server.clock.now();
  return given.offer(brandId, campaignId, { creatorId, stageType, stageEnteredAt: since, updatedAt: since });
}

/** Emails sent within an hour, while two processes look for due reminders. */
async function inAnHour(): Promise<ReadyMail[]> {
  server.clock.advance(hourMs);
  const now = server.clock.now();
  await Promise.all([remindCreators(server.db, now), remindCreators(server.db, now)]);
  return deliver();
}
async function hoursOfMails(hours: number): Promise<[hour: number, subject: string][]> {
  const left: [number, string][] = [];
  for (let hour = 1; hour <= hours; hour += 1) for (const { subject } of await inAnHour()) left.push([hour, subject]);
  return left;
}

test('a creator is reminded of an invitation halfway through its three days, and a day before they end', async () => {
  await waiting();
  expect(await hoursOfMails(76)).toEqual([
    [36, 'Harbour Tea is waiting for your answer'],
    [48, 'Last day: Harbour Tea is waiting for your answer'],
  ]);
});

test('an invitation that can’t be accepted anymore causes no reminder', async () => {
  await waiting();
  await server.db.update(campaigns).set({ workerStatus: 'ENDING' }).where(eq(campaigns.id, campaignId));
  expect(await hoursOfMails(71)).toEqual([]);
});

test('a creator is reminded of a draft within its seven days', async () => {
  await waiting('SUBMIT_EVIDENCE');
  server.clock.advance(80 * hourMs);
  expect(await hoursOfMails(8)).toEqual([[4, 'Harbour Tea is waiting for your draft']]);
  server.clock.advance(50 * hourMs);
  expect(await hoursOfMails(36)).toEqual([[6, 'Last day: Harbour Tea is waiting for your draft']]);
});

test('a reminder names the campaign’s end if that is earlier, and the last one is sent the day before', async () => {
  const endAt = new Date(server.clock.now().getTime() + 60 * hourMs);
  await server.db.update(campaigns).set({ endAt, workerEndDate: endAt }).where(eq(campaigns.id, campaignId));
  await waiting('SUBMIT_EVIDENCE');
  expect(await hoursOfMails(59)).toEqual([[36, 'Last day: Harbour Tea is waiting for your draft']]);
});

test('no reminder is sent on the day of the request', async () => {
  const endAt = new Date(server.clock.now().getTime() + 20 * hourMs);
  await server.db.update(campaigns).set({ endAt, workerEndDate: endAt }).where(eq(campaigns.id, campaignId));
  await waiting();
  expect(await hoursOfMails(19)).toEqual([]);
});

test('the reminder has the link, says when the offer ends, and how to turn reminders off', async () => {
  const offerId = await waiting();
  server.clock.advance(36 * hourMs);
  const endsAt = new Date(server.clock.now().getTime() + 36 * hourMs).toISOString();
  await remindCreators(server.db, server.clock.now());
  await server.deliverMails();
  const mail = readMails(server.dataDir).at(-1) ?? parseMail('');
  expect(mail.text).toContain(`https://afield.test/c/${await server.linkOf(offerId)}`);
  expect(mail.text).toContain(`${endsAt.slice(11, 16)} UTC`);
  const [, url = ''] =
    /^<(https:\/\/afield\.test\/c\/reminders\/\S+)>$/.exec(mail.headers.get('list-unsubscribe') ?? '') ?? [];
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail.text).toContain(`Turn reminders off:\n${url}`);
  expect(mail.html).toContain(`href="${url}"`);
});

test('a server back from downtime sends one reminder for two missed ones, and none after the deadline', async () => {
  await waiting();
  server.clock.advance(50 * hourMs);
  expect((await inAnHour()).map(({ subject }) => subject)).toEqual([
    'Last day: Harbour Tea is waiting for your answer',
  ]);
  expect(await hoursOfMails(5)).toEqual([]);
});

test('no reminder is sent after the deadline', async () => {
  await waiting();
  server.clock.advance(72 * hourMs);
  expect(await inAnHour()).toEqual([]);
});

test('no reminder is sent after the creator has acted or the campaign has ended, even if it was pending', async () => {
  const offerId = await waiting();
  server.clock.advance(36 * hourMs);
  await remindCreators(server.db, server.clock.now());
  await server.db
    .update(offers)
    .set({ stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: server.clock.now() })
    .where(eq(offers.id, offerId));
  expect(await deliver()).toEqual([]);
  await server.db.update(campaigns).set({ workerStatus: 'ENDED_UNSUCCESSFULLY' });
  server.clock.advance(90 * hourMs);
  expect(await inAnHour()).toEqual([]);
});

test('a second waiting period of the same offer has its own reminders', async () => {
  const offerId = await waiting();
  server.clock.advance(35 * hourMs);
  expect(await inAnHour()).toHaveLength(1);
  await server.db.update(offers).set({ stageEnteredAt: server.clock.now() }).where(eq(offers.id, offerId));
  server.clock.advance(35 * hourMs);
  expect(await inAnHour()).toHaveLength(1);
});

const pathOf = async () => {
  await waiting();
  server.clock.advance(35 * hourMs);
  const [mail] = await inAnHour();
  return new URL(mail?.unsubscribeUrl ?? '').pathname;
};
const offAt = async () =>
  (await server.db.select().from(creatorProfiles).where(eq(creatorProfiles.id, profileId)))[0]?.remindersOffAt;
const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  server.app.request(path, { method: 'POST', body, headers: { 'Content-Type': type } });

test('opening the opt-out link changes nothing, and its button turns reminders off and on', async () => {
  const path = await pathOf();
  for (let i = 0; i < 3; i += 1) {
    const opened = await server.app.request(path);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(opened.headers.get('Cache-Control')).toBe('no-store');
    const page = await opened.text();
    expect(page).toContain('<button name="reminders" value="off">Turn reminders off</button>');
    expect(page).not.toContain('<script');
  }
  expect((await server.app.request(path, { method: 'HEAD' })).status).toBe(200);
  expect(await offAt()).toBeNull();
  expect(await (await post(path, 'reminders=off')).text()).toContain('Reminders are off');
  expect(await offAt()).toEqual(server.clock.now());
  expect(await (await server.app.request(path)).text()).toContain('Turn reminders back on');
  server.clock.advance(13 * hourMs);
  expect(await inAnHour()).toEqual([]);
  await post(path, 'reminders=on');
  expect(await offAt()).toBeNull();
});

test.each([
  ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ],
  ['', 'text/plain'],
])('an email program turns reminders off with one POST: %j', async (body, type) => {
  const path = await pathOf();
  expect((await post(path, body, type)).status).toBe(200);
  expect(await offAt()).toEqual(server.clock.now());
});

test('a pending reminder isn’t sent once reminders are off', async () => {
  const path = await pathOf();
  server.clock.advance(12 * hourMs);
  await remindCreators(server.db, server.clock.now());
  await post(path, 'List-Unsubscribe=One-Click');
  expect(await deliver()).toEqual([]);
});

test('an incomplete link, or another creator’s link, turns nothing off', async () => {
  const path = await pathOf();
  const [start = '', mac = ''] = path.split('.');
  const other = start.replace(/\w$/, (last) => (last === '0' ? '1' : '0'));
  for (const wrong of [`${other}.${mac}`, `${start}.${mac.slice(1)}`, start, `${path}x`, '/c/reminders/x'])
    for (const method of ['GET', 'POST']) {
      const answer = await server.app.request(wrong, { method });
      expect([wrong, answer.status]).toEqual([wrong, 404]);
    }
  expect((await post(path, `reminders=${'x'.repeat(5000)}`)).status).toBe(413);
  expect(await offAt()).toBeNull();
  const [offer] = await server.db.select().from(offers);
  expect((await post(`/c/reminders/${await server.linkOf(offer?.id ?? '')}`, '')).status).toBe(404);
});
