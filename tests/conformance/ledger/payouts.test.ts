import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mails } from '#server/database/tables/account-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import type { DueCreator } from '#server/services/admin/payouts/due.ts';
import { dueCsv, dueText, paidText } from '#server/services/admin/payouts/format.ts';
import type { ListedPayout, PayoutResult, UndonePayout } from '#server/services/admin/payouts/payouts.ts';
import { creatorText } from '#server/services/admin/show/creator-text.ts';
import type { ShownCreator } from '#server/services/admin/show/show-creator.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { auditOf, booksOf } from '#tests/support/money/books.ts';
import { earnFee } from '#tests/support/money/earn-fee.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailsTo } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const { db } = server;

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
});

/** A creator earns a fee in a campaign that is settled now. @returns the offer's id */
const earn = (feeCents: number, of = { brandId, creatorId }) => earnFee(server, given, { ...of, feeCents });

/** The same creator as another brand's record. */
async function elsewhere() {
  const other = await given.brand({ name: 'Lumen' });
  return { brandId: other, creatorId: await given.creator(other, { username }) };
}

const listDue = async (account = username): Promise<DueCreator[]> =>
  (await operate<{ due: DueCreator[] }>(server, 'list-due', {})).due.filter(
    (each) => each.account.username === account,
  );
const pay = (amountCents: number, more: object = {}, key?: string) =>
  operate<PayoutResult>(server, 'mark-paid', { email, amountCents, ...more }, '', key);
const undo = (payoutId: string) =>
  operate<UndonePayout>(server, 'undo-payout', { payoutId, note: 'Returned by the bank' });
const listPayouts = async () => (await operate<{ payouts: ListedPayout[] }>(server, 'list-payouts', { email })).payouts;
/** The debt to creators in a brand's consistent ledger, in cents. */
async function owedBy(id: string): Promise<number> {
  expect(await auditOf(db, id)).toEqual([]);
  const { provider, creators } = await booksOf(db, id);
  // The provider owes the fees, and nothing else moves in this ledger.
  expect(provider + creators).toBe(0);
  return creators;
}
const pageOf = async (offerId: string) => (await openLink(server, await server.linkOf(offerId))).data;

test('a creator’s earnings are due across brands, with each amount listed', async () => {
  expect(await listDue()).toEqual([]);
  const ofBoth = [await earn(15_000), await earn(5_050, await elsewhere())];
  expect(await listDue()).toMatchObject([
    {
      creator: { email, firstName: 'Ada', lastName: 'Moss', isBlocked: false },
      amountCents: 20_050,
      earnings: [
        { offerId: ofBoth[0], brandName: 'Northwind Coffee', amountCents: 15_000 },
        { offerId: ofBoth[1], brandName: 'Lumen', amountCents: 5_050 },
      ],
    },
  ]);
});

describe('the list for the team', () => {
  const dueTo = (part: Partial<DueCreator['creator'] & object>): DueCreator => ({
    creator: {
      ...{ id: 'cre_1', email: 'a@b.test', firstName: 'Ada', lastName: '', isBlocked: false, paymentReference: null },
      ...part,
    },
    account: { platform: 'TIKTOK', username: 'ada' },
    amountCents: 123_405,
    earnings: [
      {
        ...{ offerId: 'off_1', brandId: 'brd_1', brandName: 'Lumen', campaignName: null },
        ...{ amountCents: 123_405, settledAt: '2026-03-02T09:00:00.000Z', dueSince: '2026-03-02T09:00:00.000Z' },
      },
    ],
    ...{ heldCents: 0, held: [] },
  });

  test('shows the amounts due per creator, and who can’t be paid yet', () => {
    expect(dueText({ due: [], totalCents: 0, heldCents: 0 })).toBe('Nothing is due.');
    const unknown = { ...dueTo({}), creator: null };
    expect(
      dueText({ due: [dueTo({ isBlocked: true }), unknown], totalCents: 246_810, heldCents: 0 }).split('\n'),
    ).toEqual([
      '$1,234.05  a@b.test  Ada  Blocked',
      '  $1,234.05  An untitled campaign of Lumen, settled 2026-03-02 (off_1)',
      '$1,234.05  @ada on TIKTOK has no email. Add the creator with add-creator',
      '  $1,234.05  An untitled campaign of Lumen, settled 2026-03-02 (off_1)',
      '$2,468.10 is due to 2 creators.',
    ]);
  });

  test('as CSV has one line per creator, and no active formulas', () => {
    const csv = dueCsv({ due: [dueTo({ firstName: '=1+1', lastName: 'O"Hara, Jr' })] });
    expect(csv.split('\r\n')).toEqual([
      '\uFEFFemail,firstName,lastName,platform,username,amountUsd,dueSince,offers,reference',
      `a@b.test,'=1+1,"O""Hara, Jr",TIKTOK,ada,1234.05,2026-03-02,off_1,`,
    ]);
  });
});

describe('a payment to a creator', () => {
  test('is booked for each brand and emailed, and leaves nothing due', async () => {
    const other = await elsewhere();
    const offerId = await earn(15_000);
    await earn(5_050, other);
    expect([await owedBy(brandId), await owedBy(other.brandId)]).toEqual([15_000, 5_050]);
    const paid = await pay(20_050, { note: 'Transfer 4711' });
    expect(paid).toMatchObject({ email, amountCents: 20_050, leftCents: 0 });
    expect(paidText(paid)).toContain(`Marked $200.50 as paid to ${email} (${paid.payoutId}).`);
    expect([await owedBy(brandId), await owedBy(other.brandId)]).toEqual([0, 0]);
    expect(await listDue()).toEqual([]);
    const last = (await mailsTo(server, email)).at(-1);
    expect(last?.subject).toBe('You were paid $200.50');
    expect(last?.text).toContain('“Spring roast” from Lumen: $50.50');
    expect(last?.text).toContain('Note: Transfer 4711');
    const [payout] = await listPayouts();
    expect((await pageOf(offerId)).post).toMatchObject({ earnedCents: 15_000, paidAt: payout?.paidAt });
    await expect(pay(20_050)).rejects.toThrow(`Nothing is due to ${email}. $200.50 was marked as paid on`);
    expect(await listPayouts()).toEqual([payout]);
  });

  test('of another amount is refused with the amount due, and changes nothing', async () => {
    await earn(15_000);
    const words = `$150.00 is due to ${email}. Expected --amount with this sum.`;
    await expect(pay(14_999)).rejects.toThrow(words);
    await expect(pay(15_001)).rejects.toThrow(words);
    await expect(pay(0)).rejects.toThrow('amountCents: Expected an amount.');
    await expect(operate(server, 'mark-paid', { email: 'no@creators.test', amountCents: 1 })).rejects.toThrow(
      'No creator has the email no@creators.test.',
    );
    expect(await owedBy(brandId)).toBe(15_000);
    expect(await listPayouts()).toEqual([]);
  });

  test('of the amount due before a later settlement leaves the later earnings due', async () => {
    await earn(15_000);
    await earn(5_000);
    expect(await pay(15_000)).toMatchObject({ leftCents: 5_000 });
    const shown = await operate<ShownCreator>(server, 'show-creator', { email });
    expect(creatorText(shown, server.clock.now())).toContain('Earned: $200.00, of which $50.00 is due');
    expect(await listDue()).toMatchObject([{ amountCents: 5_000 }]);
    expect(await pay(5_000)).toMatchObject({ leftCents: 0 });
  });

  test('recorded concurrently, or again with its key, is recorded once', async () => {
    await earn(15_000);
    const outcomes = await Promise.allSettled([pay(15_000), pay(15_000), pay(15_000)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await owedBy(brandId)).toBe(0);
    await earn(100);
    const key = newKey();
    await pay(100, {}, key);
    expect(await pay(100, {}, key)).toHaveProperty('alreadyDone');
    expect(await listPayouts()).toHaveLength(2);
  });

  test('that didn’t arrive is reversed once, becomes due again, and its pending email isn’t sent', async () => {
    const offerId = await earn(15_000);
    const { payoutId } = await pay(15_000);
    const undone = await Promise.all([undo(payoutId), undo(payoutId)]);
    expect(undone.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect(await owedBy(brandId)).toBe(15_000);
    expect(await listDue()).toMatchObject([{ amountCents: 15_000 }]);
    expect((await mailsTo(server, email)).map(({ subject }) => subject)).not.toContain('You were paid $150.00');
    expect((await pageOf(offerId)).post?.paidAt).toBeNull();
    expect(await listPayouts()).toMatchObject([{ id: payoutId, undone: { note: 'Returned by the bank' } }]);
    await expect(undo('pyo_none')).rejects.toThrow('There is no payout pyo_none.');
    await pay(15_000);
    expect(await owedBy(brandId)).toBe(0);
  });

  test('can’t be recorded for an account without a creator', async () => {
    const unknown = `x${username}`;
    await earn(700, { brandId, creatorId: await given.creator(brandId, { username: unknown }) });
    expect(await listDue(unknown)).toMatchObject([{ creator: null, amountCents: 700 }]);
    await expect(pay(700)).rejects.toThrow(`Nothing is due to ${email}.`);
  });

  test('isn’t emailed to an outdated address', async () => {
    await earn(15_000);
    await pay(15_000);
    await db.update(mails).set({ recipient: 'old@creators.test' }).where(eq(mails.recipient, email));
    expect(await mailsTo(server, 'old@creators.test')).toEqual([]);
  });
});

test('the audit finds earnings and payouts that contradict the ledger', async () => {
  const offerId = await earn(15_000);
  const { payoutId } = await pay(15_000);
  const isThis = eq(earnings.offerId, offerId);
  const found = async () => (await auditOf(db, brandId)).map(({ message }) => message);
  await db.update(earnings).set({ payoutId: null }).where(isThis);
  expect(await found()).toContain('Creators are owed 15000 cents, but the ledger owes them 0.');
  await db.update(earnings).set({ payoutId, amountCents: 14_000 }).where(isThis);
  expect(await found()).toContain(`Payout ${payoutId} of 15000 cents is for earnings of 14000.`);
});
