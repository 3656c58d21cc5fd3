import { screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import { longDayText, periodText } from '#domain/time/day-text.ts';
import { addDays, campaignPeriod } from '#domain/time/period.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { aBrandAnalytics } from '../support/examples.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';
import { analyticsApi, brandTarget, campaignTarget, daysAgo, today } from './support/analytics-api.ts';

/** The calendar's button that opens other months and years. */
const monthName = /^[A-Z][a-z]+ \d{4}$/;
const periodButton = (name: RegExp | string = /^Period: /) => screen.findByRole('button', { name });

async function openPicker(path = '/dashboard/analytics') {
  screenWidth(1280);
  const api = analyticsApi();
  const app = openApp(path);
  await app.user.click(await periodButton());
  const dialog = within(await screen.findByRole('dialog', { name: /^Period: / }));
  await dialog.findAllByRole('table');
  const day = (each: string) => dialog.findByRole<HTMLButtonElement>('button', { name: longDayText(each) });
  return { ...app, api, dialog, day };
}

describe('a period in the URL', () => {
  test.each([
    ['', 'Last 90 days', { timePeriodType: 'preset', preset: 'last_90d' }],
    ['?timePeriodType=preset&preset=last_7d', 'Last 7 days', { timePeriodType: 'preset', preset: 'last_7d' }],
    ['?preset=today', 'Today', { timePeriodType: 'preset', preset: 'today' }],
    [
      '?timePeriodType=range&since=2026-01-03&until=2026-01-28',
      'Jan 3 – 28, 2026',
      { timePeriodType: 'range', since: '2026-01-03', until: '2026-01-28' },
    ],
    // An invalid period falls back to the last 90 days.
    ['?timePeriodType=preset&preset=forever', 'Last 90 days', { timePeriodType: 'preset', preset: 'last_90d' }],
    ['?timePeriodType=range&since=2026-01-28&until=2026-01-03', 'Last 90 days', { timePeriodType: 'preset' }],
    ['?timePeriodType=range&since=2026-02-30&until=2026-03-03', 'Last 90 days', { timePeriodType: 'preset' }],
    ['?timePeriodType=range&since=2026-01-03', 'Last 90 days', { timePeriodType: 'preset' }],
  ])('%s is %s', async (search, label, query) => {
    screenWidth(1280);
    const api = analyticsApi();
    openApp(`/dashboard/analytics${search}`);
    expect(await periodButton(`Period: ${label}`)).toBeTruthy();
    await waitFor(() => expect(api.to(brandTarget)[0]?.query).toMatchObject(query));
    await screen.findByRole('table', { name: 'Posts' });
  });
});

describe('the period picker', () => {
  test('has the presets and two months, with the current preset marked', async () => {
    const { dialog, day } = await openPicker();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last 365 days',
    ]);
    expect(dialog.getByRole('button', { name: 'Last 90 days', pressed: true })).toBeTruthy();
    const months = dialog.getAllByRole('button', { name: monthName }).map(({ textContent }) => textContent);
    expect(months).toEqual([dayjs(today).subtract(1, 'month').format('MMMM YYYY'), dayjs(today).format('MMMM YYYY')]);
    expect((await day(today)).getAttribute('aria-pressed')).toBe('true');
  });

  test('a preset updates the URL, and Back restores it', async () => {
    const { dialog, user, address, router } = await openPicker();
    await user.click(dialog.getByRole('button', { name: 'Last 7 days' }));
    expect(await periodButton('Period: Last 7 days')).toBeTruthy();
    expect(address()).toBe('/dashboard/analytics?timePeriodType=preset&preset=last_7d');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    router.history.back();
    expect(await periodButton('Period: Last 90 days')).toBeTruthy();
    expect(address()).toBe('/dashboard/analytics');
  });

  test('a preset’s figures are prefetched when the pointer comes near', async () => {
    const { dialog, user, api } = await openPicker();
    await user.hover(dialog.getByRole('button', { name: 'Last 7 days' }));
    const presets = () => api.to(brandTarget).flatMap(({ query }) => query.preset ?? []);
    await waitFor(() => expect(presets()).toEqual(['last_90d', 'last_7d']));
    await user.click(dialog.getByRole('button', { name: 'Last 7 days' }));
    await periodButton('Period: Last 7 days');
    expect(presets()).toEqual(['last_90d', 'last_7d']);
  });

  test('fills the screen on a phone, where Back closes it before leaving the page', async () => {
    screenWidth(390);
    analyticsApi();
    const { user, router, address } = openApp('/dashboard/settings');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await router.navigate({ to: '/dashboard/analytics' });
    await user.click(await periodButton());
    await screen.findByRole('dialog', { name: 'Period' });
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/dashboard/analytics');
    router.history.back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  });

  test('two days make a range, in either order', async () => {
    const { user, day, address } = await openPicker();
    await user.click(await day(daysAgo(2)));
    expect(screen.getByText(/^From .* to…$/)).toBeTruthy();
    await user.click(await day(daysAgo(9)));
    const range = { since: daysAgo(9), until: daysAgo(2) };
    expect(await periodButton(`Period: ${periodText(range)}`)).toBeTruthy();
    expect(address()).toBe(`/dashboard/analytics?timePeriodType=range&since=${range.since}&until=${range.until}`);
  });

  test('days can be navigated by keyboard, up to today', async () => {
    const { user, day, address } = await openPicker();
    (await day(today)).focus();
    await user.keyboard('{ArrowRight}{ArrowUp}{ArrowLeft}{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await day(daysAgo(8))));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(address()).toBe(`/dashboard/analytics?timePeriodType=range&since=${daysAgo(8)}&until=${today}`),
    );
  });

  test('keyboard navigation reaches months that aren’t shown', async () => {
    const { dialog, user, day } = await openPicker();
    const months = () => dialog.getAllByRole('button', { name: monthName }).map(({ textContent }) => textContent);
    const before = months();
    const first = `${dayjs(today).subtract(1, 'month').format('YYYY-MM')}-01`;
    (await day(first)).focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(await day(addDays(first, -1)));
    expect(months()[1]).toBe(before[0]);
    await user.keyboard('{PageUp}');
    expect(document.activeElement?.getAttribute('data-day')?.slice(0, 7)).toBe(
      dayjs(first).subtract(2, 'month').format('YYYY-MM'),
    );
    await user.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}');
    expect(document.activeElement).toBe(await day(today));
    expect(months()).toEqual(before);
  });

  test('Home and End move to the ends of a week', async () => {
    const { user, day } = await openPicker();
    const weekAgo = dayjs(today).subtract(1, 'week');
    (await day(weekAgo.format('YYYY-MM-DD'))).focus();
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(await day(weekAgo.startOf('week').format('YYYY-MM-DD')));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(await day(weekAgo.endOf('week').format('YYYY-MM-DD')));
  });

  test('days after today are disabled, as are months without earlier days', async () => {
    const { dialog, day } = await openPicker();
    const tomorrow = addDays(today, 1);
    if (tomorrow.slice(0, 7) === today.slice(0, 7)) expect((await day(tomorrow)).disabled).toBe(true);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Next months' }).disabled).toBe(true);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Previous months' }).disabled).toBe(false);
  });

  test('extends to 90 days past the end of a campaign', async () => {
    screenWidth(1280);
    const campaign = aCampaign({ CPMWorker: null, startAt: `${today}T00:00:00.000Z`, endAt: `${today}T00:00:00.000Z` });
    analyticsApi({ campaigns: [campaign] });
    const { until } = campaignPeriod(campaign);
    const { user } = openApp(`/dashboard/analytics/campaign/cmp_1?timePeriodType=range&since=${today}&until=${until}`);
    await user.click(await periodButton());
    const last = await screen.findByRole<HTMLButtonElement>('button', { name: longDayText(until) });
    expect(last.disabled).toBe(false);
    const after = screen.queryByRole<HTMLButtonElement>('button', { name: longDayText(addDays(until, 1)) });
    expect(after?.disabled ?? true).toBe(true);
  });

  test('keeps the previous figures until new ones have loaded', async () => {
    const { dialog, user, api } = await openPicker();
    expect(await screen.findByText('64k')).toBeTruthy();
    let resolve: (figures: unknown) => void = () => undefined;
    const promise = new Promise((done) => {
      resolve = done;
    });
    api.on(brandTarget, ({ query }) => (query.timePeriodType === 'preset' ? promise : aBrandAnalytics()));
    await user.click(dialog.getByRole('button', { name: 'Last 7 days' }));
    await periodButton('Period: Last 7 days');
    expect(screen.getByText('64k')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Figures' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('Loading figures')).toBeNull();
    resolve(aBrandAnalytics({ viewCount: 777 }));
    expect(await screen.findByText('777')).toBeTruthy();
  });
});

test('selecting a campaign keeps the period', async () => {
  screenWidth(1280);
  const campaigns = [
    aCampaign(),
    ...Array.from({ length: 130 }, (_, index) => aCampaign({ id: `cmp_0${1000 + index}`, name: `Other ${index}` })),
    aCampaign({ id: 'cmp_00', name: 'Evening trail', status: 'ARCHIVED' }),
  ];
  const api = analyticsApi({ campaigns });
  const { user, address } = openApp('/dashboard/analytics?timePeriodType=preset&preset=last_7d');
  await user.click(await screen.findByRole('button', { name: 'Campaign: All Campaigns' }));
  expect(await screen.findByRole('option', { name: 'Morning trail' })).toBeTruthy();
  // The search also finds a campaign on a page that hasn't been scrolled to.
  await user.type(await screen.findByLabelText('Search campaigns'), 'TRAIL');
  expect(await screen.findByRole('option', { name: 'Evening trail Archived' })).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(2);
  await user.click(screen.getByRole('option', { name: 'Morning trail' }));
  expect(await screen.findByRole('button', { name: 'Campaign: Morning trail' })).toBeTruthy();
  expect(address()).toBe('/dashboard/analytics/campaign/cmp_1?timePeriodType=preset&preset=last_7d');
  await waitFor(() => expect(api.to(campaignTarget).length).toBeGreaterThan(0));
  const back = screen.getByRole('link', { name: 'Go to Campaign' });
  expect(back.getAttribute('href')).toBe('/dashboard/campaigns/cmp_1');
});
