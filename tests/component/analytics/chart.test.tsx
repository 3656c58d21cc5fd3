import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DailyGain } from '#contract/brand/analytics.ts';
import { firstIncompleteIndex } from '#domain/figures/series.ts';
import { openDay } from '#domain/figures/stored-days.ts';
import { dayText, periodText } from '#domain/time/day-text.ts';
import { nameHeights, nearestIndex, shapeOf } from '#features/analytics/chart/chart-shape.ts';
import { incompleteText } from '#features/analytics/chart/chart-words.ts';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';
import { analyticsApi, brandTarget, daysAgo, today } from './support/analytics-api.ts';

const gained = (day: string, views: number): DailyGain => [day, views, 0, 0, 0];

function openWeek(days: DailyGain[]) {
  screenWidth(1280);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 240));
  const api = analyticsApi({ days });
  return { api, ...openApp('/dashboard/analytics?timePeriodType=preset&preset=last_7d') };
}

test('the chart has a summary and a table with its values', async () => {
  const { api, user } = openWeek([gained(daysAgo(10), 1000), gained(daysAgo(4), 1100), gained(today, 20)]);
  const card = within(await screen.findByRole('region', { name: 'Views' }));
  expect(
    await card.findByText(
      `1,120 views, 12% more than in the 7 days before (1,000). Highest day: 1,100, ${dayText(daysAgo(4))}. Dashed: today so far.`,
    ),
  ).toBeTruthy();
  expect(api.to(`${brandTarget}/days`).map(({ query }) => query)).toEqual([
    { timePeriodType: 'range', since: daysAgo(13), until: today },
  ]);
  await user.click(card.getByText('Show as a table'));
  const table = within(await card.findByRole('table'));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Days (UTC)ViewsPrevious periodPrevious views',
    ...[6, 5, 4, 3, 2, 1, 0].map((days) => {
      const [views, then] = [{ 4: '1,100', 0: '20 so far' }[days] ?? '0', { 3: '1,000' }[days] ?? '0'];
      return `${dayText(daysAgo(days))}${views}${dayText(daysAgo(days + 7))}${then}`;
    }),
  ]);
});

test('a chart’s days can be navigated by keyboard, and are announced', async () => {
  const { user } = openWeek([gained(daysAgo(8), 5), gained(daysAgo(1), 1)]);
  const slider = await screen.findByRole('slider', { name: 'Views by day' });
  const said = () => slider.getAttribute('aria-valuetext');
  slider.focus();
  await waitFor(() => expect(said()).toContain(`${dayText(today)}: 0 views so far;`));
  await user.keyboard('{ArrowLeft}');
  expect(said()).toBe(`${dayText(daysAgo(1))}: 1 view; 5 in the previous period, ${dayText(daysAgo(8))}`);
  expect(screen.getByText(said() ?? '')).toBeTruthy();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(slider.getAttribute('aria-valuenow')).toBe('0');
  await user.keyboard('{End}');
  expect(slider.getAttribute('aria-valuenow')).toBe('6');
});

test('a year is drawn by week', async () => {
  screenWidth(1280);
  analyticsApi({ days: [gained(today, 7)] });
  const { user } = openApp('/dashboard/analytics?timePeriodType=preset&preset=last_365d');
  const slider = await screen.findByRole('slider', { name: 'Views by week' });
  expect(slider.getAttribute('aria-valuemax')).toBe('51');
  slider.focus();
  await user.keyboard('{End}');
  const week = periodText({ since: daysAgo(7), until: today });
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain(`${week}: 7 views so far`));
});

test('the line is dashed for today, and solid for a finished period', async () => {
  const dashed = () => document.querySelector('path[class*="open"]')?.getAttribute('d');
  openWeek([gained(daysAgo(1), 900), gained(today, 20)]);
  await screen.findByRole('slider');
  // The dashed part joins yesterday's point to today's: two of the seven points.
  expect(dashed()?.match(/[ML]/g)).toEqual(['M', 'L']);
  cleanup();
  openApp('/dashboard/analytics?timePeriodType=preset&preset=yesterday');
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain(dayText(daysAgo(1))));
  expect(slider.getAttribute('aria-valuetext')).not.toContain('so far');
  expect(screen.queryByText(/Dashed/)).toBeNull();
});

test('the line is dashed for the days since a stored response', () => {
  const series = [6, 5, 4, 3, 2, 1, 0].map((days) => ({ since: daysAgo(days), until: daysAgo(days), views: 5 }));
  const open = openDay(new Date(`${daysAgo(3)}T10:00:00Z`), today);
  expect([open, firstIncompleteIndex(series, open), openDay(null, today)]).toEqual([daysAgo(3), 3, today]);
  expect(incompleteText(series, open, today)).toBe(`Dashed: incomplete since ${dayText(daysAgo(3))}.`);
  expect([firstIncompleteIndex(series.slice(0, 3), open), incompleteText(series.slice(0, 3), open, today)]).toEqual([
    3,
    '',
  ]);
});

test('there is no chart if the server doesn’t send daily figures', async () => {
  screenWidth(1280);
  const api = analyticsApi();
  api.on(`${brandTarget}/days`, () => refusal(404, 'not_found', 'Not found.'));
  openApp('/dashboard/analytics');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Views' })).toBeNull());
  expect(await screen.findByRole('table', { name: 'Posts' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('both lines share a scale that includes zero, and can extend below it', () => {
  const { now, before, zeroY } = shapeOf([0, 100], [50, -100], 500);
  expect(now[0]?.y).toBe(zeroY);
  expect(now[1]?.y).toBeLessThan(before[0]?.y ?? 0);
  expect(before[1]?.y).toBeGreaterThan(zeroY);
  expect(now[0]?.x).toBe(before[0]?.x);
  expect(shapeOf([5], [3], 500).now).toHaveLength(1);
});

test('the lines’ labels don’t overlap, stay inside, and keep the lines’ order', () => {
  for (const [now, before] of [
    [100, 100],
    [212, 212],
    [205, 212],
    [212, 205],
    [50, 200],
  ] as const) {
    const names = nameHeights(now, before);
    expect(Math.abs(names.now - names.before)).toBeGreaterThanOrEqual(18);
    expect(Math.max(names.now, names.before)).toBeLessThanOrEqual(212);
    expect(names.now <= names.before).toBe(now <= before);
  }
});

test('the pointer selects the nearest day, even outside the chart', () => {
  expect([-50, 8, 200, 416, 900].map((x) => nearestIndex(x, 11, 500))).toEqual([0, 0, 5, 10, 10]);
});
