import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  budgetDay,
  costByOffer,
  lastWholeDay,
  shareCents,
  spendCents,
  spentUntil,
  viewsOfBudget,
} from '#domain/money/spend.ts';

const terms = { cpmCents: 650, budgetCents: 50_000 };
const views = (given: Record<string, number>) => new Map(Object.entries(given));
const sumOf = (cents: ReadonlyMap<string, number>) => [...cents.values()].reduce((sum, each) => sum + each, 0);

describe('costByOffer', () => {
  it('splits the last day’s rest among the views gained in it', () => {
    const both = { before: views({}), onBudgetDay: views({ a: 80_000, b: 80_000 }) };
    expect(costByOffer(both, terms)).toEqual(views({ a: 25_000, b: 25_000 }));
  });

  it('keeps earnings from before the last day', () => {
    const given = { before: views({ a: 40_000, b: 20_000 }), onBudgetDay: views({ b: 40_000, c: 40_000 }) };
    // 60,000 views cost $390; the rest of $110 is shared by 40,000 and 40,000.
    expect(costByOffer(given, terms)).toEqual(views({ a: 26_000, b: 18_500, c: 5_500 }));
  });

  it('pays nothing for views that are lost again', () => {
    const given = { before: views({ a: -500, b: 2_000 }), onBudgetDay: views({}) };
    expect(costByOffer(given, terms)).toEqual(views({ b: 975 }));
  });

  const someViews = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: -2_000, max: 2e9 }));
  const someTerms = fc.record({
    cpmCents: fc.integer({ min: 1, max: 100_000 }),
    budgetCents: fc.option(fc.integer({ min: 1, max: 1e9 })),
  });

  it('allots each spent cent to one offer, in any order of offers', () => {
    fc.assert(
      fc.property(someViews, someViews, someTerms, (before, onBudgetDay, given) => {
        const all = { before: views(before), onBudgetDay: views(onBudgetDay) };
        const costs = costByOffer(all, given);
        const total = spendCents(sumOf(all.before) + sumOf(all.onBudgetDay), given);
        // The last day must be one on which views were gained.
        fc.pre(total >= spendCents(sumOf(all.before), given));
        expect(sumOf(costs)).toBe(total);
        expect(Math.min(0, ...costs.values())).toBe(0);
        const reversed = {
          before: new Map([...all.before].toReversed()),
          onBudgetDay: new Map([...all.onBudgetDay].toReversed()),
        };
        expect(new Map([...costByOffer(reversed, given)].toSorted())).toEqual(new Map([...costs].toSorted()));
      }),
    );
  });
});

describe('shareCents', () => {
  it('gives the remaining cents to the largest remainders, then to the smaller ids', () => {
    expect(shareCents(100, views({ c: 1, a: 1, b: 1 }))).toEqual(views({ a: 34, b: 33, c: 33 }));
    expect(shareCents(10, views({ a: 55, b: 45 }))).toEqual(views({ a: 6, b: 4 }));
    expect(shareCents(10, views({ b: 56, a: 44 }))).toEqual(views({ b: 6, a: 4 }));
  });

  it('is exact even if cents times views exceeds the safe integers', () => {
    const shares = shareCents(999_999_999, views({ a: 9_007_199_254, b: 9_007_199_253 }));
    expect(shares).toEqual(views({ a: 500_000_000, b: 499_999_999 }));
  });

  it('gives nothing without weights', () => {
    expect(shareCents(10, views({ a: 0, b: -3 }))).toEqual(views({}));
  });
});

describe('budgetDay', () => {
  const days = [
    { day: '2026-03-02', views: 40_000 },
    { day: '2026-03-01', views: 36_000 },
    { day: '2026-03-03', views: 1_000 },
  ];

  it('is the first day by whose end the views cost the budget', () => {
    expect(budgetDay(days, { cpmCents: 650, budgetCents: 60_000 })).toBeNull();
    expect(budgetDay(days, { cpmCents: 650, budgetCents: 49_400 })).toBe('2026-03-02');
    expect(budgetDay(days, { cpmCents: 650, budgetCents: 23_400 })).toBe('2026-03-01');
  });

  it('is null without a budget', () => {
    expect(budgetDay(days, { cpmCents: 650, budgetCents: null })).toBeNull();
  });

  it('starts at the smallest number of views that costs the budget', () => {
    const money = {
      cpmCents: fc.integer({ min: 1, max: 100_000 }),
      budgetCents: fc.integer({ min: 1, max: 1_000_000_000 }),
    };
    fc.assert(
      fc.property(fc.record(money), (given) => {
        const enough = viewsOfBudget(given) ?? 0;
        expect(spendCents(enough, given)).toBe(given.budgetCents);
        expect(spendCents(enough - 1, given)).toBeLessThan(given.budgetCents);
      }),
    );
    expect(viewsOfBudget({ cpmCents: 0, budgetCents: 50_000 })).toBeNull();
  });
});

describe('spentUntil', () => {
  const settled = { countedUntil: '2026-04-24', spentCents: 6_500 };

  const goesOn = { usedUpOn: null, settled: null };
  const isSettled = { usedUpOn: null, settled };

  it('counts every view until the campaign is settled', () => {
    expect(spentUntil('2026-05-01', 12_000, terms, goesOn)).toBe(7_800);
  });

  it('is the whole budget from the day it was used up, even if views are corrected later', () => {
    const usedUp = { usedUpOn: '2026-04-02', settled: null };
    expect(spentUntil('2026-04-01', 70_000, terms, usedUp)).toBe(45_500);
    expect(spentUntil('2026-04-02', 80_000, terms, usedUp)).toBe(50_000);
    expect(spentUntil('2026-04-03', 60_000, terms, usedUp)).toBe(50_000);
    expect(spentUntil('2026-04-03', 60_000, terms, { ...usedUp, settled })).toBe(6_500);
  });

  it('is the settled sum from the last counted day on, whatever later figures show', () => {
    expect(spentUntil('2026-04-24', 12_000, terms, isSettled)).toBe(6_500);
    expect(spentUntil('2026-05-01', 0, terms, isSettled)).toBe(6_500);
  });

  it('never decreases from one day to the next', () => {
    expect(spentUntil('2026-04-10', 4_000, terms, isSettled)).toBe(2_600);
    expect(spentUntil('2026-04-23', 12_000, terms, isSettled)).toBe(6_500);
  });
});

describe('lastWholeDay', () => {
  it('is yesterday in UTC', () => {
    expect(lastWholeDay(new Date('2026-03-01T00:00:00.000Z'))).toBe('2026-02-28');
    expect(lastWholeDay(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-02-28');
  });
});
