import { describe, expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { pacePeriod, pacingOf } from '#domain/figures/pacing.ts';
import { aCampaign } from '../examples.ts';

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;
/** Ten days, January 1 to 10, for 100,000 views. */
const campaign = aCampaign({ CPMWorker: { ...worker, endDate: '2026-01-11T00:00:00.000Z', viewTarget: 100_000 } });
const period = { since: '2026-01-01', until: '2026-01-05' };
const paced = (views: number, asOf: string, recentViews: number | null = views) =>
  pacingOf({
    campaign,
    views,
    recent: recentViews === null ? null : { views: recentViews, period },
    asOf: new Date(asOf),
  });

describe('pacing', () => {
  test('expects views to grow evenly over time', () => {
    expect(paced(0, '2026-01-06T00:00:00Z')?.expectedViews).toBe(50_000);
    expect(paced(0, '2026-01-06T12:00:00Z')?.expectedViews).toBe(55_000);
    expect(paced(0, '2025-12-01T00:00:00Z')?.expectedViews).toBe(0);
    expect(paced(0, '2026-02-01T00:00:00Z')?.expectedViews).toBe(100_000);
  });

  test.each([
    [60_000, 20],
    [50_000, 0],
    [45_000, -10],
    [0, -100],
  ])('shows that %i views where 50,000 are expected are %i percent ahead', (views, percent) => {
    expect(paced(views, '2026-01-06T00:00:00Z')?.aheadPercent).toBe(percent);
  });

  test('projects the finish and the views at the end from the recent pace', () => {
    // The last five days make 10,000 a day; 40,000 are missing and five days are left.
    expect(paced(60_000, '2026-01-06T00:00:00Z', 50_000)).toMatchObject({
      state: 'running',
      viewsPerDay: 10_000,
      finishMs: Date.parse('2026-01-10T00:00:00Z'),
      endMs: Date.parse('2026-01-11T00:00:00Z'),
      viewsAtEnd: 110_000,
    });
    // At half of that pace it finishes after its end.
    expect(paced(60_000, '2026-01-06T00:00:00Z', 25_000)).toMatchObject({
      finishMs: Date.parse('2026-01-14T00:00:00Z'),
      viewsAtEnd: 85_000,
    });
  });

  test('projects no finish without a pace, or one that is years away', () => {
    expect(paced(60_000, '2026-01-06T00:00:00Z', 0)).toMatchObject({
      viewsPerDay: 0,
      finishMs: null,
      viewsAtEnd: 60_000,
    });
    expect(paced(60_000, '2026-01-06T00:00:00Z', 5)?.finishMs).toBeNull();
    expect(paced(60_000, '2026-01-06T00:00:00Z', null)).toMatchObject({ viewsPerDay: null, finishMs: null });
    // A platform's correction can lower the views.
    expect(paced(60_000, '2026-01-06T00:00:00Z', -10)).toMatchObject({ viewsPerDay: null, finishMs: null });
  });

  test('reports a campaign’s state', () => {
    expect(paced(0, '2025-12-31T00:00:00Z')).toMatchObject({ state: 'not-started', aheadPercent: null });
    expect(paced(100_000, '2026-01-06T00:00:00Z')).toMatchObject({
      state: 'reached',
      finishMs: null,
      viewsAtEnd: null,
    });
    expect(paced(90_000, '2026-01-11T00:00:00Z')).toMatchObject({ state: 'over', aheadPercent: -10, finishMs: null });
  });

  test('is null without a target', () => {
    const given = { views: 10, recent: null, asOf: new Date('2026-01-06T00:00:00Z') };
    expect(pacingOf({ ...given, campaign: aCampaign({ CPMWorker: null }) })).toBeNull();
  });
});

describe('the days that the pace is computed from', () => {
  test.each([
    ['2025-12-01', null],
    ['2026-01-01', null],
    ['2026-01-02', { since: '2026-01-01', until: '2026-01-01' }],
    ['2026-01-09', { since: '2026-01-02', until: '2026-01-08' }],
    // The period never goes past the campaign's end.
    ['2026-03-01', { since: '2026-01-04', until: '2026-01-10' }],
  ])('are complete days of the campaign, seen on %s', (today, expected) => {
    expect(pacePeriod(campaign, today)).toEqual(expected);
  });
});
