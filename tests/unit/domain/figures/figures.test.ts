import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { DailyFigure, Post } from '#contract/calls/changes.ts';
import { analyticsOf, comparePosts, costsOf, gainIn, postRow, proratedBudgetCents } from '#domain/figures/analytics.ts';
import { countFromZero } from '#domain/figures/baseline.ts';
import { lengthDays } from '#domain/figures/comparison.ts';
import { pacingOf } from '#domain/figures/pacing.ts';
import { cpmPercentLower, performancePercent, projectedViews, viewTarget } from '#domain/money/reach.ts';
import { spendCents } from '#domain/money/spend.ts';
import {
  addDays,
  campaignDays,
  campaignLengthDays,
  campaignPeriod,
  dayOf,
  daysBetween,
  presetLabels,
  resolvePeriod,
} from '#domain/time/period.ts';
import { aCampaign } from '../examples.ts';

const post: Post = {
  id: 'pst_1',
  offerId: 'off_1',
  campaignId: 'cmp_1',
  postedAt: '2026-01-02T08:00:00.000Z',
  finalPostUrl: 'https://www.tiktok.com/@adamoss/video/1',
  socialAccountId: 'soc_1',
  socialPlatform: 'TIKTOK',
  socialAvatarUrl: null,
  socialUsername: 'adamoss',
  userFirstName: 'Ada',
  userLastName: 'Moss',
  updatedAt: '2026-01-05T00:00:00.000Z',
};
const days: DailyFigure[] = [
  ['2026-01-02', 100, 10, 1, 0],
  ['2026-01-03', 300, 20, 2, 1],
  ['2026-01-05', 250, 21, 2, 1],
];

describe('a period', () => {
  it('includes today in its presets', () => {
    expect(resolvePeriod({}, '2026-03-31')).toEqual({ since: '2026-01-01', until: '2026-03-31' });
    expect(resolvePeriod({ preset: 'yesterday' }, '2026-03-01')).toEqual({ since: '2026-02-28', until: '2026-02-28' });
    expect(resolvePeriod({ timePeriodType: 'range', since: '2026-01-01', until: '2026-01-02' }, '2026-03-01')).toEqual({
      since: '2026-01-01',
      until: '2026-01-02',
    });
    expect(Object.keys(presetLabels)).toHaveLength(6);
  });

  it('of a campaign extends 90 days past its end, and covers 30 days without one', () => {
    expect(campaignPeriod(aCampaign())).toEqual({ since: '2026-01-01', until: '2026-04-10' });
    expect(campaignPeriod(aCampaign({ CPMWorker: null, endAt: null }))).toEqual({
      since: '2026-01-01',
      until: '2026-05-01',
    });
  });

  it('of a campaign without an end covers 30 days, and its length matches the campaign’s details', () => {
    const endless = aCampaign({ CPMWorker: null, endAt: null });
    expect(campaignDays(endless)).toEqual({ since: '2026-01-01', until: '2026-01-30' });
    expect(campaignLengthDays(endless)).toBe(30);
    expect(campaignLengthDays(aCampaign())).toBe(9);
    expect(campaignLengthDays(aCampaign({ CPMWorker: null, endAt: '2026-01-01T02:00:00.000Z' }))).toBe(1);
  });

  it('of a campaign of n days has n days, at any starting time', () => {
    const start = fc.integer({ min: 0, max: 2 * 366 * 1440 }).map((minutes) => Date.UTC(2026, 0, 1) + minutes * 60_000);
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 90 }), (startMs, length) => {
        const [startDate, endDate] = [startMs, startMs + length * 86_400_000].map((ms) => new Date(ms).toISOString());
        const campaign = aCampaign({ CPMWorker: { ...worker, startDate, endDate } as Campaign['CPMWorker'] });
        const days = campaignDays(campaign);
        expect([campaignLengthDays(campaign), lengthDays(days)]).toEqual([length, length]);
        expect(days.since).toBe(dayOf(startDate as string));
        const paced = pacingOf({ campaign, views: 0, recent: null, asOf: new Date(startMs + 86_400_000) });
        expect(paced?.expectedViews).toBe(Math.round((paced?.target ?? 0) / length));
      }),
    );
  });

  it('counts days across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
    expect(dayOf('2026-01-01T23:59:59.999Z')).toBe('2026-01-01');
  });
});

describe('a post’s gain', () => {
  it('is the last snapshot inside the period less the last one before it', () => {
    expect(gainIn({ days, counting: countFromZero }, { since: '2026-01-03', until: '2026-01-04' })).toEqual({
      viewCount: 200,
      likeCount: 10,
      commentCount: 1,
      shareCount: 1,
      lastDay: '2026-01-03',
      inPeriod: true,
    });
  });

  it('may be negative after a platform’s correction', () => {
    expect(gainIn({ days, counting: countFromZero }, { since: '2026-01-04', until: '2026-01-31' })?.viewCount).toBe(
      -50,
    );
  });

  it('is zero before the first snapshot, and unlisted after the last', () => {
    expect(gainIn({ days, counting: countFromZero }, { since: '2025-01-01', until: '2026-01-01' })).toBeNull();
    const later = { since: '2026-01-06', until: '2026-01-07' };
    expect(gainIn({ days, counting: countFromZero }, later)).toMatchObject({ viewCount: 0, inPeriod: false });
    expect(
      postRow({ post, days, counting: countFromZero }, later, {
        brandId: 'brd_1',
        brandName: 'Fernhill',
        campaignName: null,
      }),
    ).toBeNull();
  });

  it('adds up over neighboring periods', () => {
    const history = fc
      .array(fc.option(fc.nat(1_000_000)), { maxLength: 61 })
      .map((views) =>
        views.flatMap((count, at): DailyFigure[] =>
          count === null ? [] : [[addDays('2026-01-01', at), count, 0, 0, 0]],
        ),
      );
    const cut = fc.integer({ min: 0, max: 58 });
    fc.assert(
      fc.property(history, cut, (snapshots, at) => {
        const gained = (from: number, to: number) =>
          gainIn(
            { days: snapshots, counting: countFromZero },
            { since: addDays('2026-01-01', from), until: addDays('2026-01-01', to) },
          )?.viewCount ?? 0;
        expect(gained(0, at) + gained(at + 1, 60)).toBe(gained(0, 60));
      }),
    );
  });
});

describe('the cost of a campaign', () => {
  it('is views by CPM, up to the budget', () => {
    expect(spendCents(2500, { cpmCents: 1000, budgetCents: 100_000 })).toBe(2500);
    expect(spendCents(1_000_000, { cpmCents: 1000, budgetCents: 100_000 })).toBe(100_000);
    expect(spendCents(-5, { cpmCents: 1000, budgetCents: 100_000 })).toBe(0);
  });

  it('adds up over neighboring periods to the cost of the whole, up to the budget', () => {
    const views = fc.array(fc.nat(400_000), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(views, fc.integer({ min: 0, max: 3000 }), fc.nat(500_000), (cumulative, cpmCents, budgetCents) => {
        const spent = cumulative.map((count) => spendCents(count, { cpmCents, budgetCents }));
        const steps = spent.slice(1).map((cents, at) => cents - (spent[at] as number));
        const last = spent.at(-1) as number;
        expect(steps.reduce((sum, step) => sum + step, spent[0] as number)).toBe(last);
        expect(last).toBeLessThanOrEqual(budgetCents);
        for (const cents of spent) expect(Number.isInteger(cents)).toBe(true);
      }),
    );
  });

  it('splits a budget over its days without creating money', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 58 }),
        (budget, length, cut) => {
          const endDate = `${addDays('2026-01-01', length)}T00:00:00.000Z`;
          const campaign = { ...aCampaign(), CPMWorker: { ...worker, budgetCents: budget, endDate } };
          const share = (from: number, to: number) =>
            proratedBudgetCents(campaign, { since: addDays('2026-01-01', from), until: addDays('2026-01-01', to) });
          expect(share(-10, 100)).toBe(budget);
          const parts = share(0, cut) + share(cut + 1, 100);
          expect(parts).toBeLessThanOrEqual(budget);
          expect(parts).toBeGreaterThanOrEqual(budget - 1);
        },
      ),
    );
  });

  it('weights the budgeted CPM, and computes the real one from views', () => {
    const campaign = aCampaign();
    const period = { since: '2026-01-01', until: '2026-01-03' };
    expect(costsOf([{ campaign, viewsBefore: 0, viewsUntil: 200_000 }], period)).toEqual({
      cpmCentsTotal: 1000,
      calculatedCpmCentsTotal: 500,
      // The period covers a third of the campaign's nine days.
      proratedBudgetCentsTotal: 33_333,
    });
    expect(costsOf([{ campaign, viewsBefore: 10, viewsUntil: 10 }], period).calculatedCpmCentsTotal).toBe(0);
    expect(proratedBudgetCents(campaign, { since: '2026-02-01', until: '2026-02-02' })).toBe(0);
  });

  it('counts only the views that are paid for', () => {
    const period = { since: '2026-01-01', until: '2026-01-05' };
    const paid = { campaign: aCampaign(), viewsBefore: 0, viewsUntil: 10_000 };
    const unpaid = { ...aCampaign().CPMWorker, cpmCents: 0, budgetCents: 0 } as Campaign['CPMWorker'];
    const gifted = { campaign: aCampaign({ CPMWorker: unpaid }), viewsBefore: 0, viewsUntil: 90_000 };
    expect(costsOf([paid, gifted], period)).toEqual(costsOf([paid], period));
  });

  it('is summed over posts, with the numbers of posts and creators in the period', () => {
    const summary = analyticsOf([aCampaign()], [{ post, days, counting: countFromZero }], {
      since: '2026-01-03',
      until: '2026-01-05',
    });
    expect(summary).toMatchObject({ viewCount: 150, postCount: 1, offerCount: 1, calculatedCpmCentsTotal: 1000 });
    expect(summary.updatedAt).toBe(post.updatedAt);
  });

  it('lists posts newest first', () => {
    const newer = {
      post: { ...post, id: 'pst_2', postedAt: '2026-01-03T00:00:00.000Z' },
      days,
      counting: countFromZero,
    };
    expect([{ post, days, counting: countFromZero }, newer].toSorted(comparePosts)[0]).toBe(newer);
    expect(
      postRow(newer, { since: '2026-01-01', until: '2026-01-31' }, { brandId: 'b', brandName: 'F', campaignName: 'M' }),
    ).toMatchObject({
      viewCount: 250,
      forDate: '2026-01-05',
      campaignName: 'M',
    });
  });
});

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;

describe('reach', () => {
  it('is projected from the budget, which also sets its target', () => {
    expect(projectedViews(100_000, 1000)).toBe(100_000);
    expect(projectedViews(100_000, 0)).toBe(0);
    expect(viewTarget(aCampaign())).toBe(100_000);
    expect(viewTarget(aCampaign({ CPMWorker: null }))).toBeNull();
    expect(viewTarget({ CPMWorker: { ...worker, viewTarget: 5 } })).toBe(5);
    expect(viewTarget({ CPMWorker: { ...worker, viewTarget: 0 } })).toBe(100_000);
    expect(viewTarget({ CPMWorker: { ...worker, budgetCents: 0 } })).toBeNull();
  });

  it('is exact in whole numbers, whatever the remainder', () => {
    const budget = fc.integer({ min: 0, max: 1_000_000_000 });
    const cpm = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(budget, cpm, (budgetCents, cpmCents) => {
        expect(projectedViews(budgetCents, cpmCents)).toBe(Number((BigInt(budgetCents) * 1000n) / BigInt(cpmCents)));
      }),
    );
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 1_000_000_000 }), (views, target) => {
        const percent = Number((BigInt(views) * 100n) / BigInt(target));
        expect(performancePercent(views, target)).toBe(Math.min(100, percent));
      }),
    );
    // Dividing first would round both of these down by one.
    expect(projectedViews(1001, 1000)).toBe(1001);
    expect(performancePercent(29, 100)).toBe(29);
  });

  it('is capped at 100 percent and never below 0', () => {
    expect(performancePercent(32_400, 50_000)).toBe(64);
    expect(performancePercent(60_000, 50_000)).toBe(100);
    expect(performancePercent(-1, 50_000)).toBe(0);
    expect(performancePercent(1, null)).toBe(0);
  });

  it('reports how much lower the real CPM is, only if it differs', () => {
    expect(cpmPercentLower(750, 1000)).toBe(25);
    expect(cpmPercentLower(1000, 1000)).toBeNull();
    expect(cpmPercentLower(0, 1000)).toBeNull();
    expect(cpmPercentLower(500, 0)).toBeNull();
    expect(cpmPercentLower(1100, 1000)).toBeNull();
    expect(cpmPercentLower(999, 1000)).toBeNull();
  });
});
