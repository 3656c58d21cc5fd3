import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CreatorStatement } from '#contract/creator/creator-money.ts';
import { budgetDay, costByOffer } from '#domain/money/spend.ts';
import { creatorStatement, statementNotes, viewLines } from '#domain/statements/creator-statement.ts';
import { creatorStatementCsv, creatorStatementFileName } from '#domain/statements/creator-statement-csv.ts';
import { readStrictCsv } from '#tests/support/money/strict-csv.ts';

const terms = { cpmCents: 650, budgetCents: 50_000 };
const gain = (offerId: string, date: number, views: number) => ({
  offerId,
  day: `2026-03-${String(date).padStart(2, '0')}`,
  views,
});

describe('an offer’s daily earnings', () => {
  const ids = ['a', 'b', 'c'];
  const someGains = fc.array(
    fc.record({
      offerId: fc.constantFrom(...ids),
      day: fc.integer({ min: 10, max: 28 }).map((date) => `2026-03-${date}`),
      views: fc.integer({ min: -3_000, max: 40_000 }),
    }),
    { maxLength: 40 },
  );

  test('add up, in any order of figures, to its share of the campaign’s spend', () => {
    fc.assert(
      fc.property(someGains, (gains) => {
        const sums = new Map<string, number>();
        for (const { day, views } of gains) sums.set(day, (sums.get(day) ?? 0) + views);
        const last = budgetDay(
          [...sums].map(([day, views]) => ({ day, views })),
          terms,
        );
        const viewsIn = (is: (day: string) => boolean) => {
          const views = new Map<string, number>();
          for (const each of gains)
            if (is(each.day)) views.set(each.offerId, (views.get(each.offerId) ?? 0) + each.views);
          return views;
        };
        const before = viewsIn((day) => last === null || day < last);
        const costs = costByOffer({ before, onBudgetDay: viewsIn((day) => day === last) }, terms);
        for (const id of ids) {
          const lines = viewLines(id, gains.toReversed(), terms, null);
          const earned = lines.reduce((sum, { earnedCents }) => sum + earnedCents, 0);
          expect(earned).toBe(costs.get(id) ?? 0);
          expect(lines.map(({ day }) => day)).toEqual(lines.map(({ day }) => day).toSorted());
          expect(viewLines(id, gains, terms, null)).toEqual(lines);
        }
      }),
    );
  });

  test('are computed from the day’s total views, so a correction can free some of the budget', () => {
    const gains = [gain('a', 1, 80_000), gain('b', 1, -10_000), gain('a', 2, 2_000)];
    expect(viewLines('a', gains, terms, null).map(({ note }) => note)).toEqual([null, null]);
  });

  test('list cents that other offers’ views shift', () => {
    const gains = [gain('a', 1, 1_000), gain('b', 1, 1_000), gain('b', 2, -1_500)];
    // The campaign bears the loss of views that are lost again, too: 500 views cost $3.25.
    expect(viewLines('a', gains, terms, null)).toEqual([
      { day: '2026-03-01', views: 1_000, earnedCents: 650, note: null },
      { day: '2026-03-02', views: 0, earnedCents: -325, note: statementNotes.adjusted },
    ]);
  });

  test('are empty without views', () => {
    expect(viewLines('a', [gain('b', 1, 1_000)], terms, null)).toEqual([]);
  });
});

const statement: CreatorStatement = creatorStatement({
  cpmCents: 650,
  lines: [
    { day: '2026-03-01', views: 1_000, earnedCents: 650, note: null },
    { day: '2026-03-02', views: -100, earnedCents: -65, note: statementNotes.corrected },
  ],
  settledAt: new Date('2026-05-01T09:00:00.000Z'),
  paidAt: new Date('2026-05-02T09:00:00.000Z'),
  isHeld: false,
});

test('a cleared sum is paid in one payment, and nothing is due afterwards', () => {
  expect(statement).toMatchObject({
    ...{ earnedCents: 585, clearedCents: 585, dueCents: 0 },
    payments: [{ paidAt: '2026-05-02T09:00:00.000Z', amountCents: 585 }],
  });
  const { lines } = statement;
  const running = creatorStatement({ cpmCents: 650, lines, settledAt: null, paidAt: null, isHeld: false });
  expect(running).toMatchObject({ earnedCents: 585, clearedCents: 0, dueCents: 0, payments: [] });
});

test('the file has a line for each day and each payment', () => {
  expect(readStrictCsv(creatorStatementCsv(statement))).toEqual([
    ['\uFEFFdate', 'description', 'views', 'usdPer1000Views', 'earnedUsd', 'paidUsd'],
    ['2026-03-01', 'Views', '1000', '6.5', '6.5', ''],
    ['2026-03-02', 'The platform corrected its view count', '-100', '6.5', '-0.65', ''],
    ['2026-05-02', 'Paid', '', '', '', '5.85'],
  ]);
  expect(creatorStatementFileName('Slow / mornings')).toBe('Afield_Earnings_Slow___mornings.csv');
});
