import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/brand/billing.ts';
import { ledgerEntryKinds } from '#domain/money/ledger-kinds.ts';
import { addMonths, daysOfMonth, monthOf, monthStart, monthsBetween, monthText } from '#domain/statements/month.ts';
import { type BalanceMovement, movementText, statementOf } from '#domain/statements/statement.ts';
import { statementCsv, statementFileName } from '#domain/statements/statement-csv.ts';
import { readStrictCsv } from '#tests/support/money/strict-csv.ts';

const aPayment = (part: Partial<Payment> = {}): Payment => ({
  id: 'pay_1',
  amountCents: 50_000,
  method: { title: 'Visa', subtitle: '•••• 4242' },
  status: 'COMPLETED',
  statusReason: null,
  updatedAt: '2026-03-02T09:00:00.000Z',
  ...part,
});
const aMovement = (part: Partial<BalanceMovement> = {}): BalanceMovement => ({
  id: 'led_1',
  at: new Date('2026-03-02T09:00:00.000Z'),
  kind: 'funds_added',
  amountCents: 50_000,
  campaign: null,
  isFunded: false,
  payment: null,
  ...part,
});
const ofCampaign = { campaign: 'Spring roast' } as const;
const balance = { title: 'Account balance', subtitle: 'Spring roast' };

describe('the text of a movement', () => {
  test.each<[string, Partial<BalanceMovement>]>([
    ['Funds added', { kind: 'funds_added' }],
    ['Funds added by Visa •••• 4242', { kind: 'funds_added', payment: aPayment() }],
    [
      'Funds added by Bank transfer',
      { kind: 'funds_settled', payment: aPayment({ method: { title: 'Bank transfer', subtitle: null } }) },
    ],
    ['Budget held: Spring roast', { kind: 'budget_held', ...ofCampaign }],
    ['Campaign funded: Spring roast', { kind: 'budget_held', isFunded: true, ...ofCampaign }],
    ['Held budget released: Spring roast', { kind: 'budget_released', ...ofCampaign }],
    [
      'Budget returned: Spring roast',
      { kind: 'budget_released', ...ofCampaign, payment: aPayment({ budgetReturned: true, method: balance }) },
    ],
    [
      'Campaign funded: Spring roast',
      { kind: 'budget_captured', ...ofCampaign, payment: aPayment({ amountCents: -50_000, method: balance }) },
    ],
    ['Campaign settled: Spring roast', { kind: 'campaign_settled', ...ofCampaign }],
    [
      'Campaign settled: Spring roast. Ended on Mar 25, 2026. $325.00 of $500.00 was spent.',
      {
        kind: 'campaign_settled',
        ...ofCampaign,
        payment: aPayment({
          campaignSettled: true,
          method: balance,
          statusReason: 'Ended on Mar 25, 2026. $325.00 of $500.00 was spent.',
        }),
      },
    ],
    ['Funds reversed', { kind: 'funds_reversed' }],
    ['Refund: Visa •••• 4242', { kind: 'funds_reversed', payment: aPayment({ kind: 'REFUND', amountCents: -1 }) }],
    ['Dispute won: Visa •••• 4242', { kind: 'funds_reversed', payment: aPayment({ kind: 'DISPUTE', amountCents: 1 }) }],
    [
      'Correction: Bank fee',
      {
        kind: 'adjusted',
        payment: aPayment({ kind: 'CORRECTION', method: { title: 'Bank fee', subtitle: null } }),
      },
    ],
  ])('%s', (words, part) => {
    expect(movementText(aMovement(part))).toBe(words);
  });
});

test('balances and totals add up for any movements', () => {
  const movement = fc.record({
    kind: fc.constantFrom(...ledgerEntryKinds),
    amountCents: fc.integer({ min: -1e9, max: 1e9 }),
    isFunded: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.array(movement), (opening, parts) => {
      const { lines, totals, openingBalanceCents, closingBalanceCents } = statementOf(
        '2026-03',
        opening,
        parts.map((part) => aMovement(part)),
      );
      let balanceCents = openingBalanceCents;
      for (const line of lines) {
        balanceCents += line.amountCents;
        expect(line.balanceCents).toBe(balanceCents);
      }
      expect(closingBalanceCents).toBe(balanceCents);
      expect(Object.values(totals).reduce((sum, cents) => sum + cents, 0)).toBe(closingBalanceCents - opening);
    }),
  );
});

describe('months', () => {
  test('are consecutive over the end of a year, and have their own lengths', () => {
    expect(addMonths('2025-12', 1)).toBe('2026-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(daysOfMonth('2026-02')).toEqual({ since: '2026-02-01', until: '2026-02-28' });
    expect(daysOfMonth('2028-02').until).toBe('2028-02-29');
    expect(monthsBetween('2025-11', '2026-01')).toEqual(['2026-01', '2025-12', '2025-11']);
    expect(monthText('2026-11')).toBe('November 2026');
  });

  test('begin at midnight UTC', () => {
    expect(monthStart('2026-03').toISOString()).toBe('2026-03-01T00:00:00.000Z');
    expect(monthOf(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02');
    expect(monthOf(new Date('2026-03-01T00:00:00.000Z'))).toBe('2026-03');
  });
});

describe('a statement’s file', () => {
  const statement = statementOf('2026-03', 0, [
    aMovement({ amountCents: 123_456 }),
    aMovement({ id: 'led_2', kind: 'budget_held', campaign: '=HYPERLINK("x")', amountCents: -5, isFunded: true }),
    aMovement({
      id: 'led_3',
      kind: 'adjusted',
      amountCents: -200_000,
      payment: aPayment({ kind: 'CORRECTION', method: { title: '-1, "so"\nsaid', subtitle: null } }),
    }),
  ]);

  test('has a line for each movement, with amounts in dollars', () => {
    const csv = statementCsv(statement);
    expect(csv.startsWith('\uFEFF')).toBe(true);
    expect(readStrictCsv(csv.slice(1))).toEqual([
      ['date', 'description', 'amountUsd', 'balanceUsd', 'reference'],
      ['2026-03-02', 'Funds added', '1234.56', '1234.56', 'led_1'],
      ['2026-03-02', 'Campaign funded: =HYPERLINK("x")', '-0.05', '1234.51', 'led_2'],
      ['2026-03-02', 'Correction: -1, "so"\nsaid', '-2000', '-765.49', 'led_3'],
    ]);
  });

  test.each(['=', '+', '-', '@', '\t', '\r'])('neutralizes text that begins with %j', (start) => {
    const [line] = statement.lines;
    if (line === undefined) throw new Error('The statement has no line');
    const csv = statementCsv({ lines: [{ ...line, description: `${start}1+1` }] });
    expect(readStrictCsv(csv.slice(1))[1]?.[1]).toBe(`'${start}1+1`);
  });

  test('has a name with brand and month that is valid on any file system', () => {
    expect(statementFileName('Northwind Coffee', statement)).toBe('Afield_Statement_Northwind_Coffee_2026-03.csv');
    expect(statementFileName('a/b: "c"', statement)).toBe('Afield_Statement_a_b___c__2026-03.csv');
  });
});
