import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { savePaymentReference } from '#contract/creator/creator-money.ts';
import { offers } from '#server/database/tables/tables.ts';
import type { DueCreator } from '#server/services/admin/payouts/due.ts';
import { dueCsv, dueText, payoutLines } from '#server/services/admin/payouts/format.ts';
import type { ListedPayout } from '#server/services/admin/payouts/payouts.ts';
import { creatorText } from '#server/services/admin/show/creator-text.ts';
import type { ShownCreator } from '#server/services/admin/show/show-creator.ts';
import { settleNow } from '#server/services/campaigns/settle.ts';
import { call, newKey, outcomeOf } from '#tests/support/calls/call.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given } = await apiServer();
const { db } = server;

let brandId: string;
let email: string;
let offerId: string;
let token: string;

beforeEach(async () => {
  const username = crypto.randomUUID();
  email = `${username}@creators.test`;
  brandId = await given.brand();
  const creatorId = await given.creator(brandId, { username });
  await given.person(brandId, creatorId, { email, firstName: 'Ada', lastName: 'Moss' });
  const fee = { campaignType: 'FLAT_FEE', feeCents: 15_000, cpmBudgetCents: null } as const;
  const ended = { workerStatus: 'ENDED_SUCCESSFULLY', endedAt: server.clock.now() } as const;
  const campaignId = await given.campaign(brandId, { ...fee, ...ended });
  offerId = await given.offer(brandId, campaignId, { creatorId });
  const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
  await given.submission(brandId, offerId, { ...link, acceptedAt: server.clock.now() });
  await db.update(offers).set({ stageType: 'ONGOING' }).where(eq(offers.id, offerId));
  await given.post(brandId, offerId);
  await settleNow({ db, now: server.clock.now }, { campaignId, countToday: true });
  token = await server.linkOf(offerId);
});

const save = (reference: string, version = 0, key = newKey(), as = token) =>
  call(server, savePaymentReference, { token: as, body: { reference }, key, ifMatch: String(version) });
const stored = async () => (await openLink(server, token)).data.payment;
const due = async () => operate<{ due: DueCreator[]; totalCents: number; heldCents: number }>(server, 'list-due', {});
const dueToUs = async () => ({
  ...(await due()),
  due: (await due()).due.filter(({ creator }) => creator?.email === email),
});
const shown = async () => operate<ShownCreator>(server, 'show-creator', { email });
const pay = () => operate(server, 'mark-paid', { email, amountCents: 15_000 });
const listed = async () => (await operate<{ payouts: ListedPayout[] }>(server, 'list-payouts', { email })).payouts;

test('a creator with earnings can save, change and remove a payment reference', async () => {
  expect(await stored()).toEqual({ reference: null, version: 0 });
  const { data } = await save('  Invoice 7 ');
  expect(data.payment).toEqual({ reference: 'Invoice 7', version: 1 });
  expect((await save('Invoice 8', 1)).status).toBe(200);
  expect(await stored()).toEqual({ reference: 'Invoice 8', version: 2 });
  await save('', 2);
  expect(await stored()).toEqual({ reference: null, version: 3 });
});

test('the team sees the reference with the amount due, and a payment keeps the one it was made with', async () => {
  await save('=HYPERLINK("x"), Invoice 7');
  expect(dueText(await dueToUs()).split('\n')[1]).toBe('  Reference: =HYPERLINK("x"), Invoice 7');
  const [header, row] = dueCsv(await dueToUs()).split('\r\n');
  expect(header?.split(',').at(-1)).toBe('reference');
  // A spreadsheet would run a formula.
  expect(row?.endsWith(`,"'=HYPERLINK(""x""), Invoice 7"`)).toBe(true);
  expect(creatorText(await shown(), server.clock.now())).toContain(
    'Payment reference: =HYPERLINK("x"), Invoice 7 (saved',
  );
  await pay();
  await save('Invoice 8', 1);
  expect(await listed()).toMatchObject([{ paymentReference: '=HYPERLINK("x"), Invoice 7' }]);
  expect(payoutLines(await listed())).toContain('  Reference: =HYPERLINK("x"), Invoice 7');
  expect((await shown()).paymentReference?.text).toBe('Invoice 8');
});

test('a reference is saved once per key, even after later changes', async () => {
  const key = newKey();
  await save('Invoice 7', 0, key);
  await save('Invoice 8', 1);
  const again = await save('Invoice 7', 0, key);
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
  expect(await stored()).toEqual({ reference: 'Invoice 8', version: 2 });
  expect(await outcomeOf(save('Invoice 9', 2, key))).toBe('422 idempotency_key_reused');
});

test('one of two pages that save at the same time wins, and the other gets the saved reference', async () => {
  const answers = await Promise.all([save('From here'), save('From there')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  const refused = answers.find(({ status }) => status === 412);
  expect(refused?.error?.code).toBe('offer_changed');
  expect(JSON.parse(refused?.text ?? '').offer.payment).toEqual(await stored());
});

describe('a reference is refused without changes:', () => {
  test.each([
    ['more than 200 characters', 'x'.repeat(201)],
    ['a line break', 'Invoice 7\nPaid'],
    ['a character that reverses the reading direction', 'Invoice \u202e7'],
  ])('%s', async (_, reference) => {
    expect(await outcomeOf(save(reference))).toBe('400 invalid_request');
    expect(await stored()).toEqual({ reference: null, version: 0 });
  });

  test('a creator without earnings', async () => {
    const other = await given.offer(brandId, await given.campaign(brandId));
    const answer = await save('Invoice 7', 0, newKey(), await server.linkOf(other));
    expect([answer.status, answer.error?.code]).toEqual([409, 'move_refused']);
  });

  test('a revoked or unknown link', async () => {
    await db.update(offers).set({ linkSince: 2 }).where(eq(offers.id, offerId));
    expect(await outcomeOf(save('Invoice 7'))).toBe('410 link_ended');
    expect(await outcomeOf(save('Invoice 7', 0, newKey(), `${token}x`))).toBe('401 unauthorized');
    expect((await shown()).paymentReference).toBeNull();
  });
});

test('exactly 200 characters are accepted', async () => {
  const reference = 'x'.repeat(200);
  expect((await save(` ${reference} `)).data.payment?.reference).toBe(reference);
});

test('the reference isn’t shown to brands or logged', async () => {
  await save('Invoice 4711-secret');
  const { accessToken } = await server.sessionOf(brandId);
  const answers = [
    await call(server, endpoints.getOffer, { token: accessToken, params: { id: offerId } }),
    await call(server, endpoints.getChanges, { token: accessToken }),
    await call(server, endpoints.listOffers, { token: accessToken }),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).not.toContain('4711-secret');
  }
  // A failing statement contains the text.
  await db.execute(sql`alter table creator_profiles add constraint never check (payment_reference is null) not valid`);
  const { status } = await save('Invoice 4711-secret', 1);
  await db.execute(sql`alter table creator_profiles drop constraint never`);
  expect([status, server.errors.length]).toEqual([500, 1]);
  expect(JSON.stringify(server.errors.splice(0))).not.toContain('4711-secret');
});
