import { beforeEach, describe, expect, test } from 'vitest';
import type { Statement } from '#contract/brand/statement.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { LedgerEntryKind } from '#domain/money/ledger-kinds.ts';
import { addMonths } from '#domain/statements/month.ts';
import { brandWriter } from '#server/database/brand-scope.ts';
import { ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { postEntry } from '#server/services/ledger/ledger.ts';
import { call, newKey, outcomeOf } from '#tests/support/calls/call.ts';
import { decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();
const { db, clock } = server;
const tagId = await given.tag();
const minuteMs = 60_000;

let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn({
    cpmCents: 500,
    tikTokHandle: 'northwind',
    createdAt: new Date('2026-01-20T08:00:00.000Z'),
  }));
});

const ask = (month: string) => call(server, endpoints.getStatement, { token, params: { month } });
const statementOf = async (month: string) => (await ask(month)).data;

/** Moves money to and from the available balance; the brand can see the payment. */
async function move(
  cents: number,
  at: string,
  kind: LedgerEntryKind = 'funds_added',
  shown: Parameters<typeof given.payment>[1] | null = {},
): Promise<void> {
  const paid = { amountCents: cents, updatedAt: new Date(at), ...shown };
  const payment = shown === null ? {} : { paymentId: await given.payment(brandId, paid) };
  await db.transaction(async (tx) => {
    const writer = await brandWriter(tx, brandId);
    await postEntry(writer, { kind, lines: { available: cents, provider: -cents }, ...payment, at: new Date(at) });
  });
}

const create = async (title: string) => {
  const body = newCampaign({ tagIds: [tagId], title, cpmBudgetCents: 30_000 });
  const { data } = await call(server, endpoints.createCampaign, { token, key: newKey(), body });
  clock.advance(minuteMs);
  return data.id;
};

/** Text, amount and resulting balance of each line. */
const said = ({ lines }: Statement) => lines.map((line) => [line.description, line.amountCents, line.balanceCents]);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The rules that every statement must follow. */
function expectToAddUp({ openingBalanceCents, closingBalanceCents, lines, totals }: Statement) {
  expect(openingBalanceCents + sum(lines.map((line) => line.amountCents))).toBe(closingBalanceCents);
  expect(sum(Object.values(totals))).toBe(closingBalanceCents - openingBalanceCents);
  expect(lines.at(-1)?.balanceCents ?? openingBalanceCents).toBe(closingBalanceCents);
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort());
}

describe('months', () => {
  test('range from the creation of the account to the current one, newest first', async () => {
    const { data } = await call(server, endpoints.listStatements, { token });
    expect(data).toEqual({ months: ['2026-03', '2026-02', '2026-01'] });
  });

  test('start with the first entry if it is earlier', async () => {
    await move(5_000, '2025-12-31T23:59:59.999Z');
    const { data } = await call(server, endpoints.listStatements, { token });
    expect(data.months.at(-1)).toBe('2025-12');
  });

  test.each(['2025-12', '2026-04', '1999-01', '9999-12'])(
    'don’t include %s, and the error lists those that exist',
    async (month) => {
      const { status, error } = await ask(month);
      const message = 'Expected a month from 2026-01, when the account was created, to 2026-03, this month.';
      expect([status, error]).toEqual([
        400,
        { code: 'invalid_request', message, issues: [{ path: 'params.month', message }] },
      ]);
    },
  );

  test.each(['2026-13', '2026-00', '0000-01', '2026-3', 'march', '2026-03-01'])(
    'can’t be written as %s',
    async (month) => {
      const { status, error } = await ask(month);
      expect([status, error?.issues?.[0]?.message]).toEqual([400, 'Expected a month as YYYY-MM, such as 2026-03.']);
    },
  );
});

test('a new brand has a statement without lines', async () => {
  expect(await statementOf('2026-03')).toEqual({
    month: '2026-03',
    openingBalanceCents: 0,
    lines: [],
    totals: { addedCents: 0, fundedCents: 0, returnedCents: 0, reversedCents: 0, correctedCents: 0 },
    closingBalanceCents: 0,
  });
});

test.each([
  ['unverified', { emailVerified: false }, '403 email_not_verified'],
  ['unapproved', { approvalStatus: 'PENDING' }, '403 not_approved'],
  ['suspended', { approvalStatus: 'REJECTED', suspendedAt: new Date('2026-03-01') }, '403 suspended'],
] as const)('a brand that is %s can’t read statements', async (_, columns, outcome) => {
  const kept = (await loggedIn(columns)).token;
  expect(await outcomeOf(call(server, endpoints.listStatements, { token: kept }))).toBe(outcome);
  const params = { month: '2026-03' };
  expect(await outcomeOf(call(server, endpoints.getStatement, { token: kept, params }))).toBe(outcome);
});

test('a budget is held, funds its campaign or is released, and each step is a line that adds up', async () => {
  await move(100_000, '2026-03-10T09:00:00.000Z');
  const approved = await create('Spring roast');
  const rejected = await create('Summer');
  await create('Autumn');
  await decideCampaign(server, approved, 'APPROVED');
  clock.advance(minuteMs);
  await decideCampaign(server, rejected, 'REJECTED');
  const statement = await statementOf('2026-03');
  expect(said(statement)).toEqual([
    ['Funds added by Visa •••• 4242', 100_000, 100_000],
    ['Campaign funded: Spring roast', -30_000, 70_000],
    ['Budget held: Summer', -30_000, 40_000],
    ['Budget held: Autumn', -30_000, 10_000],
    ['Held budget released: Summer', 30_000, 40_000],
  ]);
  expect(statement.totals).toEqual({
    ...{ addedCents: 100_000, fundedCents: -90_000, returnedCents: 30_000, reversedCents: 0, correctedCents: 0 },
  });
  expectToAddUp(statement);
  expect(statement.closingBalanceCents).toBe((await booksOf(db, brandId)).available);
});

test('a campaign archived before its start returns its budget', async () => {
  await move(100_000, '2026-03-10T09:00:00.000Z');
  const campaignId = await create('Spring roast');
  await decideCampaign(server, campaignId, 'APPROVED');
  clock.advance(minuteMs);
  const archive = { params: { campaignId }, body: { status: 'ARCHIVED' }, key: newKey() } as const;
  expect((await call(server, endpoints.updateCampaign, { token, ...archive })).status).toBe(200);
  const statement = await statementOf('2026-03');
  expect(said(statement).slice(1)).toEqual([
    ['Campaign funded: Spring roast', -30_000, 70_000],
    ['Budget returned: Spring roast', 30_000, 100_000],
  ]);
  expectToAddUp(statement);
});

test('settlements, refunds, disputes and corrections use the wording of the payments', async () => {
  const campaignId = await given.campaign(brandId);
  const campaign = { campaignId, methodTitle: 'Account balance', methodSubtitle: 'Spring roast' };
  await move(50_000, '2026-03-02T09:00:00.000Z', 'funds_settled');
  const reason = 'Ended on Mar 1, 2026. $325.00 of $500.00 was spent.';
  const shown = { ...campaign, kind: 'SETTLEMENT', statusReason: reason, amountCents: 17_500 } as const;
  const paymentId = await given.payment(brandId, shown);
  await db.transaction(async (tx) => {
    const writer = await brandWriter(tx, brandId);
    const at = new Date('2026-03-03T09:00:00.000Z');
    const lines = { campaigns: -17_500, available: 17_500 };
    await postEntry(writer, { kind: 'campaign_settled', lines, paymentId, campaignId, at });
  });
  await move(-20_000, '2026-03-04T09:00:00.000Z', 'funds_reversed', { kind: 'REFUND' });
  await move(20_000, '2026-03-05T09:00:00.000Z', 'funds_reversed', { kind: 'REFUND' });
  await move(-50_000, '2026-03-06T09:00:00.000Z', 'funds_reversed', { kind: 'DISPUTE' });
  await move(50_000, '2026-03-07T09:00:00.000Z', 'funds_reversed', { kind: 'DISPUTE' });
  await move(-1, '2026-03-08T09:00:00.000Z', 'funds_reversed', null);
  await adjustBalance({ db, now: clock.now }, { brand: brandId, amountCents: -2_000, note: 'Bank fee' });
  const statement = await statementOf('2026-03');
  expect(said(statement)).toEqual([
    ['Funds added by Visa •••• 4242', 50_000, 50_000],
    ['Campaign settled: Spring roast. Ended on Mar 1, 2026. $325.00 of $500.00 was spent.', 17_500, 67_500],
    ['Refund: Visa •••• 4242', -20_000, 47_500],
    ['Refund returned: Visa •••• 4242', 20_000, 67_500],
    ['Payment disputed: Visa •••• 4242', -50_000, 17_500],
    ['Dispute won: Visa •••• 4242', 50_000, 67_500],
    ['Funds reversed', -1, 67_499],
    ['Correction: Bank fee', -2_000, 65_499],
  ]);
  expect(statement.totals).toEqual({
    ...{ addedCents: 50_000, fundedCents: 0, returnedCents: 17_500, reversedCents: -1, correctedCents: -2_000 },
  });
  expectToAddUp(statement);
});

test('a month ends at midnight UTC, and the next starts with its closing balance', async () => {
  await move(10_000, '2026-01-31T23:59:59.999Z');
  await move(20_000, '2026-02-01T00:00:00.000Z');
  await move(-5_000, '2026-02-28T23:59:59.999Z', 'funds_reversed', { kind: 'REFUND' });
  await move(40_000, '2026-03-01T00:00:00.000Z');
  const [january, february, march] = [
    await statementOf('2026-01'),
    await statementOf('2026-02'),
    await statementOf('2026-03'),
  ];
  expect([january, february, march].map(({ lines }) => lines.map(({ amountCents }) => amountCents))).toEqual([
    [10_000],
    [20_000, -5_000],
    [40_000],
  ]);
  expect([january, february, march].map((each) => [each.openingBalanceCents, each.closingBalanceCents])).toEqual([
    [0, 10_000],
    [10_000, 25_000],
    [25_000, 65_000],
  ]);
});

test('a past month doesn’t change when one of its campaigns is approved', async () => {
  await move(100_000, '2026-02-10T09:00:00.000Z');
  const campaignId = await given.campaign(brandId);
  await db.transaction(async (tx) => {
    const writer = await brandWriter(tx, brandId);
    const at = new Date('2026-02-27T09:00:00.000Z');
    await postEntry(writer, { kind: 'budget_held', lines: { available: -30_000, held: 30_000 }, campaignId, at });
  });
  const before = await statementOf('2026-02');
  expect(said(before).at(-1)).toEqual(['Budget held: Spring roast', -30_000, 70_000]);
  await db.transaction(async (tx) => {
    const writer = await brandWriter(tx, brandId);
    const at = new Date('2026-03-01T00:00:00.000Z');
    await postEntry(writer, { kind: 'budget_captured', lines: { held: -30_000, campaigns: 30_000 }, campaignId, at });
  });
  expect(await statementOf('2026-02')).toEqual(before);
  // The approval didn't change the available balance.
  expect((await statementOf('2026-03')).lines).toEqual([]);
});

test('a statement covers only the brand’s own available balance', async () => {
  const other = await loggedIn();
  await given.funds(other.brandId, 77_000);
  await db.transaction(async (tx) => {
    const writer = await brandWriter(tx, brandId);
    const at = new Date('2026-03-02T09:00:00.000Z');
    await postEntry(writer, { kind: 'funds_pending', lines: { provider: -9_000, pending: 9_000 }, at });
  });
  expect(await statementOf('2026-03')).toMatchObject({ lines: [], closingBalanceCents: 0 });
});

test('1,000 lines are in order, each with its balance', async () => {
  const start = Date.parse('2026-02-01T00:00:00.000Z');
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    brandId,
    id: `led_${String((index * 7_919) % 1_000).padStart(26, '0')}`,
    kind: 'adjusted' as const,
    createdAt: new Date(start + index * 1_000),
  }));
  await db.insert(ledgerEntries).values(rows);
  await db.insert(ledgerLines).values(
    rows.flatMap(({ id }, index) => [
      { brandId, entryId: id, account: 'available' as const, amountCents: index + 1 },
      { brandId, entryId: id, account: 'adjustments' as const, amountCents: -index - 1 },
    ]),
  );
  const statement = await statementOf('2026-02');
  expect(statement.lines.map(({ amountCents }) => amountCents)).toEqual(rows.map((_, index) => index + 1));
  expect(statement.closingBalanceCents).toBe(500_500);
  expectToAddUp(statement);
  expect((await statementOf(addMonths('2026-02', 1))).openingBalanceCents).toBe(500_500);
});
