import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { writeBrand } from '#server/database/brand-scope.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { queueSubmissionsMail } from '#server/services/notices/brands/queue-submissions.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const deliver = mailCollector(server);
let brandId: string;
let campaignId: string;

beforeEach(async () => {
  await server.db.delete(mails);
  brandId = await given.brand({ email: 'owner@brands.test', name: 'Harbour Tea' });
  campaignId = await given.campaign(brandId, { name: 'Winter tea' });
  return async () => void (await server.db.delete(brands));
});

const minuteMs = 60_000;

async function submit(firstName: string, posterUrl: string | null = null): Promise<string> {
  const creatorId = await given.creator(brandId, { firstName, lastName: firstName && 'Byron' });
  const offerId = await given.offer(brandId, campaignId, { creatorId });
  await given.submission(brandId, offerId, { posterUrl }, server.clock.now());
  await queueMails();
  return offerId;
}
const queueMails = () =>
  writeBrand({ db: server.db, brandId }, (writer) => queueSubmissionsMail(writer, server.clock.now()));

test('the first submission is emailed at once, with its poster and a link to it', async () => {
  const offerId = await submit('Ada', '/media/demo/coffee.webp');
  const [mail, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'owner@brands.test', subject: 'Ready to review: Ada Byron' });
  const link = `https://afield.test/dashboard/review?offer=${offerId}`;
  expect(mail?.text).toContain(`Ada Byron (Draft · Winter tea)\n${link}`);
  expect(mail?.html).toContain(`<a href="${link}"`);
  expect(mail?.html).toContain('<img src="https://afield.test/media/demo/coffee.webp"');
});

test('later submissions within the hour share one email at its end, which lists all that are pending', async () => {
  const decided = await submit('Ada');
  expect(await deliver()).toHaveLength(1);
  for (const name of ['Grace', 'Hedy']) {
    server.clock.advance(minuteMs);
    await submit(name);
    expect(await deliver()).toEqual([]);
  }
  await server.db.update(offers).set({ stageType: 'SUBMIT_EVIDENCE' }).where(eq(offers.id, decided));
  server.clock.advance(57 * minuteMs);
  expect(await deliver()).toEqual([]);
  server.clock.advance(minuteMs);
  const [mail, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('2 submissions are ready to review');
  expect(mail?.text.match(/\w+ Byron/g)).toEqual(['Grace Byron', 'Hedy Byron']);
});

test('an email that would list nothing isn’t sent', async () => {
  const offerId = await submit('Ada');
  await server.db.update(offers).set({ invalidationType: 'EXPIRED' }).where(eq(offers.id, offerId));
  expect(await deliver()).toEqual([]);
  await submit('Grace');
  await server.db.update(campaigns).set({ status: 'ARCHIVED' }).where(eq(campaigns.id, campaignId));
  expect(await deliver()).toEqual([]);
});

test('a brand that has turned these emails off gets none, even if it did so after the submission', async () => {
  const turn = (postNotificationsEnabled: boolean) =>
    server.db.update(brands).set({ postNotificationsEnabled }).where(eq(brands.id, brandId));
  await submit('Ada');
  await turn(false);
  await submit('Grace');
  expect(await deliver()).toEqual([]);
  await turn(true);
  await queueMails();
  expect((await deliver()).map(({ subject }) => subject)).toEqual(['2 submissions are ready to review']);
});

test('a creator without a name is shown by account', async () => {
  await submit('');
  expect((await deliver())[0]?.subject).toMatch(/^Ready to review: @soc_\S+$/);
});

test('an email counts submissions beyond ten, and names can’t add markup or line breaks', async () => {
  for (let i = 0; i < 12; i += 1) await submit(i === 0 ? '<b>Ada</b>\n\nPay here' : `Ada ${i}`);
  const [mail] = await deliver();
  expect(mail?.subject).toBe('12 submissions are ready to review');
  expect(mail?.text).toContain('And 2 more.');
  expect(mail?.text).not.toContain('\n\nPay here');
  expect(mail?.html).not.toContain('<b>Ada');
});

test('a submission notifies the brand, even if it replaces a pending one', async () => {
  const offerId = await given.offer(brandId, campaignId, { stageType: 'SUBMIT_EVIDENCE' });
  const draft = { video: '/media/demo/coffee.mp4', posterUrl: null, caption: 'First sip' };
  const hand = (move: 'submit-draft' | 'replace-draft') =>
    moveNow(server, brandId, { move, input: draft, offerId, by: 'creator' });
  await hand('submit-draft');
  expect(await deliver()).toHaveLength(1);
  await hand('replace-draft');
  server.clock.advance(60 * minuteMs);
  expect(await deliver()).toHaveLength(1);
});

test('two concurrent submissions cause one email', async () => {
  await Promise.all([submit('Ada'), submit('Grace'), submit('Hedy')]);
  expect(await server.db.select().from(mails)).toHaveLength(1);
});
