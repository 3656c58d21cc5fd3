import { screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { BrandAnalytics } from '#contract/brand/analytics.ts';
import { storedAtHeader } from '#contract/worker/worker-message.ts';
import { dayText, periodText } from '#domain/time/day-text.ts';
import { addDays } from '#domain/time/period.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { aBrandAnalytics, aCampaignAnalytics, aSyncStatus } from '../support/examples.ts';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';
import { analyticsApi, brandTarget, campaignTarget, daysAgo, today } from './support/analytics-api.ts';

/** The texts of each tile: its figure, its note and its change. */
const tiles = async () => {
  const list = await screen.findByLabelText('Figures for this period');
  return Object.fromEntries(
    [...list.querySelectorAll('dt')].map((label) => [
      label.textContent,
      [...(label.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent).filter(Boolean),
    ]),
  );
};

/** The brand's page with figures of this period and the previous one. */
async function show(now: Partial<BrandAnalytics>, before: Partial<BrandAnalytics>) {
  screenWidth(1280);
  const api = analyticsApi();
  api.on(brandTarget, ({ query }) => aBrandAnalytics(query.timePeriodType === 'preset' ? now : before));
  const app = openApp('/dashboard/analytics');
  await waitFor(async () => expect((await tiles()).Videos).toHaveLength(2));
  return { ...app, api };
}

describe('tiles', () => {
  test('show eight figures with their change from the previous period', async () => {
    await show(
      {
        postCount: 12,
        offerCount: 10,
        cpmCentsTotal: 500,
        calculatedCpmCentsTotal: 450,
        proratedBudgetCentsTotal: 1_234_567,
        viewCount: 1_240_000,
        likeCount: 999,
        commentCount: 40,
        shareCount: 0,
      },
      {
        postCount: 12,
        offerCount: 20,
        calculatedCpmCentsTotal: 500,
        proratedBudgetCentsTotal: 1_000_000,
        viewCount: 1_000_000,
        likeCount: 10,
        commentCount: 0,
        shareCount: 7,
      },
    );
    expect(await tiles()).toEqual({
      Videos: ['12', 'No change: 12 in the previous period'],
      Creators: ['10', '50% fewer: 20 in the previous period'],
      CPM: ['$4.50', '10% below plan', '10% lower: $5.00 in the previous period'],
      Budget: ['$12.3k, exactly $12,345.67', 'For this period', '23% higher: $10,000.00 in the previous period'],
      Views: ['1.24M, exactly 1,240,000', '24% more: 1,000,000 in the previous period'],
      Likes: ['999', '100 times as many: 10 in the previous period'],
      Comments: ['40', 'Up from 0: 0 in the previous period'],
      Shares: ['0', '100% fewer: 7 in the previous period'],
    });
  });

  test('show the whole budget with the amounts spent and remaining, in every period', async () => {
    const budget = { totalCents: 250_000, spentCents: 31_240, leftCents: 218_760 };
    await show({ budget, proratedBudgetCentsTotal: 1_666 }, { budget });
    expect((await tiles()).Budget).toEqual(['$2.5k, exactly $2,500.00', '$312.40 spent, $2,187.60 left']);
  });

  test('show the unspent budget of settled campaigns as returned', async () => {
    await show({ budget: { totalCents: 50_000, spentCents: 31_240, leftCents: 0 } }, {});
    expect((await tiles()).Budget).toEqual(['$500, exactly $500.00', '$312.40 spent, $187.60 returned']);
  });

  test('show the planned CPM until there is an actual one', async () => {
    await show({ cpmCentsTotal: 500, calculatedCpmCentsTotal: 0 }, { calculatedCpmCentsTotal: 0 });
    expect((await tiles()).CPM).toEqual(['$5.00', 'As planned', 'No change: $0.00 in the previous period']);
  });

  test('show no plan without a budget', async () => {
    await show({ cpmCentsTotal: 0, calculatedCpmCentsTotal: 0, proratedBudgetCentsTotal: 0, viewCount: 10 }, {});
    const { CPM, Budget } = await tiles();
    expect([CPM?.slice(0, 2), Budget?.slice(0, 2)]).toEqual([
      ['$0.00', 'No budget'],
      ['$0.00', 'No budget'],
    ]);
  });

  test('show the exact value of a shortened figure on focus and on hover', async () => {
    const { user } = await show({ viewCount: 1_240_000 }, {});
    const figure = screen.getByRole('button', { name: /^1\.24M/ });
    figure.focus();
    expect((await screen.findByRole('tooltip')).textContent).toBe('1,240,000');
    figure.blur();
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    await user.hover(figure);
    expect((await screen.findByRole('tooltip')).textContent).toBe('1,240,000');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  test('show the exact value on a tap, until the next tap elsewhere', async () => {
    const { user } = await show({ viewCount: 1_240_000 }, {});
    const [figure, title] = [
      screen.getByRole('button', { name: /^1\.24M/ }),
      screen.getByRole('heading', { level: 1 }),
    ];
    await user.pointer({ keys: '[TouchA]', target: figure });
    expect((await screen.findByRole('tooltip')).textContent).toBe('1,240,000');
    await user.pointer({ keys: '[TouchA]', target: title });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  test('compare with an earlier period of equal length, counting only the elapsed days', async () => {
    screenWidth(1280);
    const api = analyticsApi();
    openApp(`/dashboard/analytics?timePeriodType=range&since=${daysAgo(4)}&until=${addDays(today, 20)}`);
    await waitFor(() => expect(api.to(brandTarget)).toHaveLength(2));
    const before = { since: daysAgo(9), until: daysAgo(5) };
    expect(api.to(brandTarget).map(({ query }) => query)).toContainEqual({ timePeriodType: 'range', ...before });
    expect(screen.getByText(new RegExp(`comparing the days so far with ${periodText(before)}$`))).toBeTruthy();
    await screen.findByRole('table', { name: 'Posts' });
  });
});

describe('the age of figures', () => {
  test('is the time of their last change', async () => {
    await show({ updatedAt: new Date(Date.now() - 3 * 60_000).toISOString() }, {});
    expect(screen.getByText('3 min ago').parentElement?.textContent).toBe('Updated 3 min ago');
  });

  test('is the time they were stored when offline, with the days missing since then', async () => {
    screenWidth(1280);
    const api = analyticsApi();
    const storedAt = `${daysAgo(3)}T10:00:00.000Z`;
    api.on(
      brandTarget,
      () => new Response(JSON.stringify(aBrandAnalytics()), { headers: { [storedAtHeader]: storedAt } }),
    );
    openApp('/dashboard/analytics?timePeriodType=preset&preset=last_7d');
    // Online, newer figures are still loading.
    expect(await screen.findByText(/compared with/)).toBeTruthy();
    setSyncStatus(aSyncStatus({ online: false }));
    const missing = periodText({ since: daysAgo(2), until: today });
    expect(
      await screen.findByText(`${missing} aren’t on this device. Data for ${dayText(daysAgo(3))} may be incomplete.`),
    ).toBeTruthy();
    expect(screen.getByText(/^[23] days ago$/).parentElement?.textContent).toMatch(/^Stored /);
  });
});

describe('figures that fail to load', () => {
  test.each([
    ['/dashboard/analytics', brandTarget, 'Unable to fetch brand analytics'],
    ['/dashboard/analytics/campaign/cmp_1', campaignTarget, 'Unable to fetch campaign analytics'],
  ])('show an error with a retry: %s', async (path, target, title) => {
    screenWidth(1280);
    const api = analyticsApi();
    api.on(target, () => refusal(500, 'internal', 'The server is in trouble.'));
    const { user } = openApp(path);
    const failure = await screen.findByRole('alert');
    expect(within(failure).getByText(title)).toBeTruthy();
    expect(within(failure).getByText('Error: The server is in trouble.')).toBeTruthy();
    // The rest of the page stays.
    expect(await screen.findByRole('table', { name: 'Posts' })).toBeTruthy();
    api.on(target, () => (target === brandTarget ? aBrandAnalytics() : aCampaignAnalytics()));
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('64k')).toBeTruthy();
  });

  test('are unavailable offline if they were never stored', async () => {
    screenWidth(1280);
    const api = analyticsApi();
    for (const target of [brandTarget, `${brandTarget}/days`, `${brandTarget}/posts`]) {
      api.on(target, () => refusal(503, 'not_available_offline', 'Not available offline yet'));
    }
    openApp('/dashboard/analytics');
    await waitFor(() => expect(screen.getAllByText('Not available offline yet')).toHaveLength(3));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('pacing', () => {
  const running = aCampaign({
    startAt: `${daysAgo(10)}T00:00:00.000Z`,
    CPMWorker: {
      status: 'ACTIVE',
      startDate: `${daysAgo(10)}T00:00:00.000Z`,
      endDate: `${addDays(today, 29)}T00:00:00.000Z`,
      cpmCents: 1000,
      budgetCents: 100_000,
      viewTarget: 400_000,
    },
  });

  test('shows the expected views by now, and the projected date of the target', async () => {
    screenWidth(1280);
    const api = analyticsApi({ campaigns: [running] });
    const weekly = { since: daysAgo(7), until: daysAgo(1) };
    api.on(campaignTarget, ({ query }) =>
      aCampaignAnalytics({ viewCount: query.since === weekly.since && query.until === weekly.until ? 70_000 : 50_000 }),
    );
    openApp('/dashboard/analytics/campaign/cmp_1');
    // Another card is the placeholder until this one has loaded.
    expect(await screen.findByText('50,000 of 400,000')).toBeTruthy();
    const card = within(screen.getByRole('region', { name: 'Pacing' }));
    expect(card.getByText(/^\d+% behind$/)).toBeTruthy();
    expect(card.getByText('10,000 views per day')).toBeTruthy();
    const finish = dayjs().add(35, 'day').format('MMM D, YYYY');
    expect(card.getByText(`${finish}, 7 days after the end`)).toBeTruthy();
  });

  test('is absent if a campaign has no target or hasn’t begun', async () => {
    screenWidth(1280);
    analyticsApi({ campaigns: [aCampaign({ CPMWorker: null })] });
    openApp('/dashboard/analytics/campaign/cmp_1');
    await screen.findByLabelText('Figures for this period');
    expect(screen.queryByRole('region', { name: 'Pacing' })).toBeNull();
    await screen.findByRole('table', { name: 'Posts' });
  });
});

test('an unknown campaign shows a message and a link to all campaigns', async () => {
  screenWidth(1280);
  const api = analyticsApi();
  const unknown = () => refusal(404, 'not_found', 'Campaign not found.');
  api.on('GET /brand/v1.0/campaigns/details/cmp_9', unknown);
  for (const path of ['', '/days', '/posts']) api.on(`GET /brand/v1.0/analytics/campaign/cmp_9${path}`, unknown);
  openApp('/dashboard/analytics/campaign/cmp_9');
  expect(await screen.findByText('Error: Campaign not found.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Campaign: Campaign' })).toBeTruthy();
});
