import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { heldText, holdLines, releasedText } from '#server/services/admin/holds/format.ts';
import type { HoldChange } from '#server/services/admin/holds/hold-earning.ts';
import type { ListedHold } from '#server/services/admin/holds/list-holds.ts';
import type { DueCreator } from '#server/services/admin/payouts/due.ts';
import { dueCsv, dueText } from '#server/services/admin/payouts/format.ts';
import type { PayoutResult } from '#server/services/admin/payouts/payouts.ts';
import { creatorText } from '#server/services/admin/show/creator-text.ts';
import { offerText } from '#server/services/admin/show/offer-text.ts';
import type { ShownCreator } from '#server/services/admin/show/show-creator.ts';
import type { ShownOffer } from '#server/services/admin/show/show-offer.ts';
import { emailTeam } from '#server/services/notices/team/email-team.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { auditOf, booksOf } from '#tests/support/money/books.ts';
import { earnFee, settle, withPost } from '#tests/support/money/earn-fee.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailsTo } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const { db } = server;
const dayMs = 86_400_000;
const reason = 'Half of the views of your post are gone.';

let username: string;
let email: string;
let brandId: string;
let creatorId: string;

beforeEach(async () => {
  username = crypto.randomUUID();
  email = `${username}@creators.test`;
  brandId = await given.brand({ name: 'Northwind Coffee' });
  creatorId = await given.creator(brandId, { username });
  await given.person(brandId, creatorId, { email, firstName: 'Ada', lastName: 'Moss' });
  return () => expect(server.errors).toEqual([]);
});

const today = () => dayText(dayOf(server.clock.now()));
const earn = (feeCents: number) => earnFee(server, given, { brandId, creatorId, feeCents });
const hold = (offerId: string, more: object = {}, key?: string) =>
  operate<HoldChange>(server, 'hold-earning', { offerId, reason, ...more }, '', key);
const release = (offerId: string, more: object = {}) =>
  operate<HoldChange>(server, 'release-earning', { offerId, note: 'Your views are fine.', ...more });
const pay = (amountCents: number) => operate<PayoutResult>(server, 'mark-paid', { email, amountCents });
const show = (offerId: string) => operate<ShownOffer>(server, 'show-offer', { offerId });
const listHolds = async () =>
  (await operate<{ holds: ListedHold[] }>(server, 'list-holds', {})).holds.filter((each) => each.email === email);
async function listDue() {
  const all = await operate<{ due: DueCreator[] }>(server, 'list-due', {});
  const due = all.due.filter((each) => each.account.username === username);
  const sum = (field: 'amountCents' | 'heldCents') => due.reduce((cents, each) => cents + each[field], 0);
  return { due, totalCents: sum('amountCents'), heldCents: sum('heldCents') };
}
/** The debt to creators in the brand's consistent ledger, in cents. */
async function owed(): Promise<number> {
  expect(await auditOf(db, brandId)).toEqual([]);
  return (await booksOf(db, brandId)).creators;
}
const pageOf = async (offerId: string) => (await openLink(server, await server.linkOf(offerId))).data;
const answer = async (offerId: string, text: string, { holdId = '', key = newKey() } = {}) => {
  const token = await server.linkOf(offerId);
  return call(server, endpoints.answerHold, {
    ...{ token, key, body: { holdId: holdId || ((await openLink(server, token)).data.hold?.id ?? 'hld_0'), text } },
  });
};
const subjectsTo = async (address: string) => (await mailsTo(server, address)).map(({ subject }) => subject);

describe('an earning on hold', () => {
  test('stays owed, isn’t due, and can’t be paid until released', async () => {
    const kept = await earn(15_000);
    await earn(5_050);
    const held = await hold(kept);
    expect(held).toMatchObject({ offerId: kept, email, amountCents: 15_000, changed: true });
    expect(heldText(held)).toBe(`The earnings of ${kept} are now on hold. ${email} gets an email.`);
    expect(await owed()).toBe(20_050);
    const due = await listDue();
    expect(due).toMatchObject({ totalCents: 5_050, heldCents: 15_000, due: [{ held: [{ offerId: kept }] }] });
    expect(dueText(due)).toMatch(/ {2}On hold: \$150\.00 {2}“?Spring roast/);
    expect(dueText(due)).toContain('$50.50 is due to 1 creator. $150.00 is on hold (see list-holds).');
    expect(dueCsv(due)).toContain(',50.50,');
    await expect(pay(20_050)).rejects.toThrow(
      `$50.50 is due to ${email}. Expected --amount with this sum. $150.00 is on hold (see list-holds).`,
    );
    await pay(5_050);
    await expect(pay(15_000)).rejects.toThrow('$150.00 is on hold (see list-holds).');
    expect(dueText(await listDue())).toContain('Nothing is due. $150.00 is on hold');
    expect(dueCsv(await listDue())).not.toContain(email);
    const shown = await operate<ShownCreator>(server, 'show-creator', { email });
    expect(creatorText(shown, server.clock.now())).toContain('$200.50, of which $0.00 is due and $150.00 is on hold');
    const released = await release(kept);
    expect(releasedText(released)).toBe(
      `The earnings of ${kept} are released. $150.00 is due. ${email} gets an email.`,
    );
    expect(await owed()).toBe(15_000);
    await pay(15_000);
    expect(await owed()).toBe(0);
  });

  test('can be placed before its campaign is settled, and is booked anyway', async () => {
    const { offerId, campaignId } = await withPost(server, given, { brandId, creatorId, feeCents: 7_000 });
    expect(await hold(offerId)).toMatchObject({ amountCents: null });
    await settle(server, campaignId);
    expect(await owed()).toBe(7_000);
    expect(await listDue()).toMatchObject({ totalCents: 0, heldCents: 7_000 });
    expect((await mailsTo(server, email)).at(-1)?.text).not.toContain('Your payment comes next');
    await release(offerId);
    expect(await listDue()).toMatchObject({ totalCents: 7_000, heldCents: 0 });
  });

  test('of zero promises no payment when released', async () => {
    const { offerId, campaignId } = await withPost(server, given, { brandId, creatorId, feeCents: 0 });
    await hold(offerId);
    await settle(server, campaignId);
    await release(offerId);
    const last = (await mailsTo(server, email)).at(-1);
    expect(last?.text).toContain('The campaign is settled, and your post earned nothing.');
    expect(last?.text).not.toContain('Your payment comes next');
  });

  test('reaches the creator by email and on the page, and so does its end', async () => {
    const offerId = await earn(15_000);
    await hold(offerId);
    const mail = (await mailsTo(server, email)).at(-1);
    expect(mail?.subject).toBe('Your earnings from Northwind Coffee are on hold');
    expect(mail?.text).toContain(
      `We’ve put your earnings of $150.00 for “Spring roast” on hold. Here’s why:\n\n${reason}`,
    );
    expect(mail?.link).toContain('/c/');
    expect((await pageOf(offerId)).hold).toMatchObject({ reason, answers: [] });
    server.clock.advance(1_000);
    await release(offerId);
    const after = (await mailsTo(server, email)).find(({ subject }) => subject.includes('no longer'));
    expect(after?.subject).toBe('Your earnings from Northwind Coffee are no longer on hold');
    expect(after?.text).toContain('Your views are fine.');
    expect((await pageOf(offerId)).hold).toBeNull();
  });

  test('that ends before its email is sent sends none of the outdated emails', async () => {
    const offerId = await earn(15_000);
    await hold(offerId);
    await release(offerId);
    server.clock.advance(1_000);
    await hold(offerId, { reason: 'The likes are missing.' });
    const mails = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('on hold'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Your earnings from Northwind Coffee are on hold']);
    expect(mails[0]?.text).toContain('The likes are missing.');
  });

  test('keeps the creator’s link open, also for 30 days after the hold ends', async () => {
    const offerId = await earn(15_000);
    const token = await server.linkOf(offerId);
    await hold(offerId);
    server.clock.advance(200 * dayMs);
    expect((await openLink(server, token)).data.linkEndsAt).toBeNull();
    await release(offerId);
    server.clock.advance(29 * dayMs);
    expect((await openLink(server, token)).status).toBe(200);
    server.clock.advance(dayMs);
    expect((await openLink(server, token)).status).toBe(410);
  });

  test('of an account without a creator sends no email', async () => {
    const unknown = await given.creator(brandId, { username: `x${username}` });
    const offerId = await earnFee(server, given, { brandId, creatorId: unknown, feeCents: 100 });
    const held = await hold(offerId);
    expect(heldText(held)).toContain('No creator is known for the account, so no email is sent.');
    expect(held).toMatchObject({ email: null, changed: true });
  });

  test('prevents its creator from being erased, also before settlement', async () => {
    const offerId = await earn(15_000);
    await hold(offerId);
    const erasing = operate(server, 'erase-data', { kind: 'creator', named: email, isConfirmed: true });
    await expect(erasing).rejects.toThrow(
      `${email} can’t be erased yet.\nEarnings are on hold: ${offerId}. Release them with release-earning.`,
    );
  });
});

describe('a hold', () => {
  test('changes nothing if repeated with the same reason or key, and is refused with another', async () => {
    const offerId = await earn(15_000);
    const key = newKey();
    await hold(offerId, {}, key);
    expect(await hold(offerId, {}, key)).toHaveProperty('alreadyDone');
    const again = await hold(offerId);
    expect(again.changed).toBe(false);
    expect(heldText(again)).toContain('Nothing changed.');
    await expect(hold(offerId, { reason: 'Another.' })).rejects.toThrow(
      `have been on hold since ${today()}: “${reason}” Release them first to give another reason.`,
    );
    expect((await subjectsTo(email)).filter((subject) => subject.includes('on hold'))).toHaveLength(1);
    expect(await release(offerId)).toMatchObject({ changed: true });
    const over = await release(offerId);
    expect(over.changed).toBe(false);
    expect(releasedText(over)).toContain('were already released. Nothing changed.');
    expect(await db.select().from(earningHolds).where(eq(earningHolds.offerId, offerId))).toHaveLength(1);
  });

  test('is refused for an earning that can’t be held', async () => {
    const paid = await earn(15_000);
    const { payoutId } = await pay(15_000);
    await expect(hold(paid)).rejects.toThrow(`were marked as paid on ${today()} (${payoutId}). If the payment didn’t`);
    await expect(release(paid)).rejects.toThrow(`The earnings of ${paid} aren’t on hold.`);
    const nothing = await earn(0);
    await expect(hold(nothing)).rejects.toThrow(`${nothing} earned nothing.`);
    const drop = await given.offer(brandId, await given.campaign(brandId, { campaignType: 'DROP' }));
    await expect(hold(drop)).rejects.toThrow('is paid with a product');
    const early = await given.offer(brandId, await given.campaign(brandId));
    await expect(hold(early)).rejects.toThrow('has no post yet');
    await expect(hold(`off_${'0'.repeat(26)}`)).rejects.toThrow('There is no offer');
    await expect(hold(paid, { reason: ' ' })).rejects.toThrow('The reason is required');
  });

  test('can follow a payment that was reversed', async () => {
    const offerId = await earn(15_000);
    const { payoutId } = await pay(15_000);
    await operate(server, 'undo-payout', { payoutId, note: 'Returned' });
    expect(await hold(offerId)).toMatchObject({ changed: true });
    await expect(pay(15_000)).rejects.toThrow('is on hold');
    expect(await owed()).toBe(15_000);
  });

  test('has one winner in a race with a payment, and the other gets the current state', async () => {
    for (let round = 0; round < 4; round += 1) {
      const offerId = await earn(1_000 + round);
      const [held, paid] = await Promise.allSettled([hold(offerId), pay(1_000 + round)]);
      expect([held.status, paid.status].sort()).toEqual(['fulfilled', 'rejected']);
      if (held.status === 'rejected') expect(String(held.reason)).toContain('were marked as paid on');
      if (paid.status === 'rejected') expect(String(paid.reason)).toContain('is on hold (see list-holds).');
      await owed();
      if (held.status === 'fulfilled') {
        await release(offerId);
        await pay(1_000 + round);
      }
      expect(await owed()).toBe(0);
    }
  });

  test('is placed once by two concurrent requests, and released once by two', async () => {
    const offerId = await earn(15_000);
    const held = await Promise.all([hold(offerId), hold(offerId), hold(offerId)]);
    expect(held.filter(({ changed }) => changed)).toHaveLength(1);
    const released = await Promise.all([release(offerId), release(offerId)]);
    expect(released.filter(({ changed }) => changed)).toHaveLength(1);
    expect((await subjectsTo(email)).filter((subject) => subject.includes('no longer'))).toHaveLength(1);
  });

  test('that ended invalidates what list-due returned before', async () => {
    const kept = await earn(5_000);
    await earn(15_000);
    await hold(kept);
    const { totalCents } = await listDue();
    server.clock.advance(1_000);
    await release(kept);
    expect(await pay(totalCents)).toMatchObject({ amountCents: 15_000, leftCents: 5_000 });
    expect(await pay(5_000)).toMatchObject({ leftCents: 0 });
  });

  test('can only be placed or released for the state that was read', async () => {
    const offerId = await earn(15_000);
    const { seen } = (await show(offerId)).earning;
    const held = await hold(offerId, { seen });
    await expect(release(offerId, { seen })).rejects.toThrow(
      'has changed since you looked at it. Run show-offer again.',
    );
    await answer(offerId, 'It was in the news.');
    await expect(release(offerId, { seen: held.seen })).rejects.toThrow('has changed');
    expect(await release(offerId, { seen: (await show(offerId)).earning.seen })).toMatchObject({ changed: true });
  });
});

describe('a response to a hold', () => {
  test('is stored once per key, with its time, and readable by the team', async () => {
    const offerId = await earn(15_000);
    await hold(offerId);
    const key = newKey();
    const at = server.clock.now().toISOString();
    const first = await answer(offerId, '  It was in the news.\nHere is the link.  ', { key });
    expect(first.data.hold?.answers).toEqual([{ text: 'It was in the news.\nHere is the link.', at }]);
    const holdId = first.data.hold?.id ?? '';
    const again = await answer(offerId, '  It was in the news.\nHere is the link.  ', { key, holdId });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    server.clock.advance(60_000);
    await answer(offerId, 'And here is another.');
    expect((await pageOf(offerId)).hold?.answers).toHaveLength(2);
    expect(await db.select().from(holdAnswers).where(eq(holdAnswers.holdId, holdId))).toHaveLength(2);
    const listed = holdLines(await listHolds());
    expect(listed).toContain(`${offerId}  $150.00  Spring roast of Northwind Coffee  @${username} on TIKTOK  ${email}`);
    expect(listed).toContain('And here is another.');
    const shown = offerText(await show(offerId));
    expect(shown).toContain(`Reason: ${reason}`);
    expect(shown).toContain('Here is the link.');
    expect(shown).toMatch(/Earning: \$150\.00, settled \d{4}-\d\d-\d\d, on hold \(--seen [0-9a-f]{12}\)/);
  });

  test('sent several times at once is stored once', async () => {
    const offerId = await earn(15_000);
    await hold(offerId);
    const key = newKey();
    const holdId = (await pageOf(offerId)).hold?.id ?? '';
    const statuses = (await Promise.all([1, 2, 3].map(() => answer(offerId, 'Once.', { key, holdId })))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect((await pageOf(offerId)).hold?.answers).toHaveLength(1);
  });

  test('is refused without a hold, for another hold, without text, and after twenty responses', async () => {
    const offerId = await earn(15_000);
    const none = await answer(offerId, 'Hello?');
    expect(none).toMatchObject({ status: 409, error: { code: 'move_refused' } });
    expect(none.error?.message).toContain('no longer on hold');
    await hold(offerId);
    const holdId = (await pageOf(offerId)).hold?.id ?? '';
    expect((await answer(offerId, '  ')).error?.issues?.[0]?.message).toBe('Your reply is required');
    expect((await answer(offerId, 'x'.repeat(2_001))).status).toBe(400);
    expect((await answer(offerId, 'x'.repeat(2_000))).status).toBe(200);
    await release(offerId);
    await hold(offerId);
    expect((await answer(offerId, 'To the first.', { holdId })).error?.message).toContain('has changed');
    for (let i = 0; i < 20; i += 1) expect((await answer(offerId, `Answer ${i}`)).status).toBe(200);
    expect((await answer(offerId, 'One more')).error?.message).toContain('up to 20 replies');
  });

  test('is in the team’s hourly email until the hold ends', async () => {
    const offerId = await earn(15_000);
    await hold(offerId);
    const teamEmail = `${username}@team.test`;
    const newsText = async () => {
      server.clock.advance(2 * 3_600_000);
      await emailTeam(db, { teamEmail, now: server.clock.now() });
      return (await mailsTo(server, teamEmail)).at(-1)?.text ?? '';
    };
    expect(await newsText()).not.toContain(offerId);
    await answer(offerId, 'Please look again.');
    expect(await newsText()).toContain(`Earnings on hold with a reply from the creator\n\n`);
    expect(await newsText()).toContain(`Spring roast: 1 reply · ${offerId}`);
    await release(offerId);
    await given.brand({ approvalStatus: 'PENDING', emailVerifiedAt: server.clock.now() });
    expect(await newsText()).not.toContain(offerId);
  });
});

test('the audit finds an earning that is both on hold and paid', async () => {
  const offerId = await earn(15_000);
  const { payoutId } = await pay(15_000);
  await given.hold(brandId, offerId);
  expect((await auditOf(db, brandId)).map(({ message }) => message)).toContain(
    `The earnings of ${offerId} are on hold, but were paid by ${payoutId}.`,
  );
  expect(await db.select().from(earnings).where(eq(earnings.payoutId, payoutId))).toHaveLength(1);
});
