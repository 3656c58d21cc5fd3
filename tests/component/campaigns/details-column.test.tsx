import { screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { DetailsColumn } from '#features/campaigns/detail/DetailsColumn.tsx';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { aCampaignAnalytics } from '../support/examples.ts';
import { refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;

async function show(part: Partial<Campaign>, folded = false) {
  const campaign = aCampaign(part);
  const api = brandApi({ campaigns: [campaign] });
  const view = renderWithApp(<DetailsColumn campaign={campaign} folded={folded} onArchive={() => undefined} />);
  await screen.findByRole(folded ? 'button' : 'region', { name: folded ? /Details$/ : 'Campaign Details' });
  return { ...view, api };
}

/** The card's terms and their values. */
const facts = () =>
  Object.fromEntries(
    [...screen.getByRole('region', { name: 'Campaign Details' }).querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]),
  );

describe('Campaign Details', () => {
  test('shows the agreed terms', async () => {
    await show({
      platforms: ['TIKTOK', 'YOUTUBE'],
      tags: [
        { id: 'tag_1', name: 'Coffee' },
        { id: 'tag_2', name: 'Outdoors' },
      ],
      CPMWorker: {
        ...worker,
        startDate: '2026-11-03T12:00:00.000Z',
        endDate: '2026-11-28T12:00:00.000Z',
        budgetCents: 1_250_050,
        cpmCents: 450,
        viewTarget: 2_777_888,
      },
    });
    expect(facts()).toEqual({
      Platforms: 'TikTokYouTube',
      Tags: 'CoffeeOutdoors',
      Duration: '25 days',
      Dates: 'Nov 3 – 28, 2026',
      Budget: '$12,500.50',
      CPM: '$4.50',
      'View target': '2,777,888 views',
    });
  });

  test('of a product drop shows the product', async () => {
    await show({ campaignType: 'DROP', cpmBudgetCents: null, CPMWorker: null, brief: { product: 'A bag of beans' } });
    expect(facts()).toMatchObject({ Product: 'A bag of beans (one per creator)', Budget: 'None' });
  });

  test('of a campaign from midnight to midnight excludes the day that begins at its end', async () => {
    // The server counts the seconds from the request's arrival, so the times are just as late.
    const [startDate, endDate] = ['2026-11-02', '2026-12-02'].map((day) => dayjs(day).add(20, 'second').toISOString());
    await show({ CPMWorker: { ...worker, startDate, endDate } as Campaign['CPMWorker'] });
    expect(facts()).toMatchObject({ Duration: '30 days', Dates: 'Nov 2 – Dec 1, 2026' });
  });

  test('of a campaign without tags or an end has 30 days', async () => {
    await show({ CPMWorker: { ...worker, startDate: '2026-01-03T12:00:00.000Z', endDate: null }, endAt: null });
    expect(facts()).toMatchObject({ Tags: 'No tags', Duration: '30 days', Dates: 'Since Jan 3, 2026' });
  });

  test('of a campaign of a single day says "1 day"', async () => {
    await show({
      CPMWorker: { ...worker, startDate: '2026-01-03T12:00:00.000Z', endDate: '2026-01-04T12:00:00.000Z' },
    });
    expect(facts().Duration).toBe('1 day');
  });

  test('derives a missing target from the budget', async () => {
    await show({ CPMWorker: { ...worker, budgetCents: 100_000, cpmCents: 1000, viewTarget: null } });
    expect(facts()['View target']).toBe('100,000 views');
  });

  test('of a campaign that isn’t approved yet has its budget, without a price', async () => {
    await show({ approvalStatus: 'PENDING', CPMWorker: null, cpmBudgetCents: 40_000 });
    expect(facts()).toMatchObject({ Budget: '$400.00' });
    expect(Object.keys(facts())).toEqual(['Platforms', 'Tags', 'Duration', 'Dates', 'Budget']);
  });

  test('of a type without a budget shows that, and has no price or target', async () => {
    const unpaid = { ...worker, cpmCents: 0, budgetCents: 0, viewTarget: null };
    await show({ campaignType: 'FLAT_FEE', cpmBudgetCents: null, CPMWorker: unpaid });
    expect(facts()).toMatchObject({ Budget: 'None' });
    expect(Object.keys(facts())).toEqual(['Platforms', 'Tags', 'Duration', 'Dates', 'Budget']);
  });
});

describe('Guidelines', () => {
  test('are the Campaign Do’s and Don’ts', async () => {
    const { user } = await show({ dos: ['Show the cup', 'Say the name'], donts: ['No other brands'] });
    await user.click(screen.getByRole('button', { name: 'Guidelines' }));
    const dialog = within(await screen.findByRole('dialog', { name: "Campaign Do's and Don'ts" }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Show the cup',
      'Say the name',
      'No other brands',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Guidelines' })));
  });

  test('show that they are empty', async () => {
    const { user } = await show({ dos: [], donts: [] });
    await user.click(screen.getByRole('button', { name: 'Guidelines' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText("No do's")).toBeTruthy();
    expect(dialog.getByText("No don'ts")).toBeTruthy();
  });

  test('show duplicates', async () => {
    const { user } = await show({ dos: ['Smile', 'Smile'] });
    await user.click(screen.getByRole('button', { name: 'Guidelines' }));
    expect(within(await screen.findByRole('dialog')).getAllByText('Smile')).toHaveLength(2);
  });
});

describe('Performance', () => {
  const target = { CPMWorker: { ...worker, viewTarget: 100_000 } };
  const card = async () => within(await screen.findByRole('region', { name: 'Performance' }));

  test('is the share of the target, as a bar and as text', async () => {
    const { api } = await show(target);
    const bar = await (await card()).findByRole('progressbar', { name: '64,000 of 100,000 views' });
    expect(bar.getAttribute('aria-valuenow')).toBe('64');
    expect((await card()).getByText('64%')).toBeTruthy();
    expect((await card()).getByText('64,000 of 100,000 views')).toBeTruthy();
    // The period runs from the first day to 90 days past the last.
    expect(api.to(targets.analytics('cmp_1'))[0]?.query).toEqual({
      timePeriodType: 'range',
      since: '2026-01-01',
      until: '2026-04-10',
    });
  });

  test.each([
    [250_000, '100%'],
    [99_999, '99%'],
    [0, '0%'],
  ])('of %i views out of 100,000 is %s', async (viewCount, percent) => {
    const campaign = aCampaign(target);
    const api = brandApi({ campaigns: [campaign] });
    api.on(targets.analytics('cmp_1'), () => aCampaignAnalytics({ viewCount }));
    renderWithApp(<DetailsColumn campaign={campaign} folded={false} onArchive={() => undefined} />);
    expect(await (await card()).findByText(percent)).toBeTruthy();
  });

  test.each([
    [800, '$8.00 CPM', '20% lower than budgeted'],
    [1000, '$10.00 CPM', null],
    [0, null, null],
  ])('with a real CPM of %i cents shows %s, %s', async (calculatedCpmCentsTotal, cpm, lower) => {
    const campaign = aCampaign(target);
    const api = brandApi({ campaigns: [campaign] });
    api.on(targets.analytics('cmp_1'), () => aCampaignAnalytics({ calculatedCpmCentsTotal }));
    renderWithApp(<DetailsColumn campaign={campaign} folded={false} onArchive={() => undefined} />);
    await (await card()).findByText('64%');
    expect((await card()).queryByText(/ CPM$/)?.textContent ?? null).toBe(cpm);
    expect((await card()).queryByText(/lower/)?.textContent ?? null).toBe(lower);
  });

  test.each([
    ['a server that counts spend', { spentCents: 31_240, usedUpOn: null }, '$312.40 spent, $687.60 left'],
    ['an older server', undefined, null],
  ])('from %s shows the spent and remaining budget', async (_, spend, words) => {
    await show({ ...target, ...(spend && { spend }) });
    await (await card()).findByText('64%');
    expect((await card()).queryByText(/ spent, /)?.textContent ?? null).toBe(words);
  });

  test('shows an error beside the details if it fails to load', async () => {
    const campaign = aCampaign(target);
    const api = brandApi({ campaigns: [campaign] });
    api.on(targets.analytics('cmp_1'), () => refusal(500, 'internal', 'The figures are late.'));
    renderWithApp(<DetailsColumn campaign={campaign} folded={false} onArchive={() => undefined} />);
    expect(await (await card()).findByText('Error fetching analytics')).toBeTruthy();
    expect((await card()).getByText('Error: The figures are late.')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Campaign Details' })).toBeTruthy();
  });

  test('shows that it is loading', async () => {
    const campaign = aCampaign(target);
    const api = brandApi({ campaigns: [campaign] });
    api.on(targets.analytics('cmp_1'), () => new Promise(() => undefined));
    renderWithApp(<DetailsColumn campaign={campaign} folded={false} onArchive={() => undefined} />);
    expect(await (await card()).findByText('Loading performance')).toBeTruthy();
  });

  test('is hidden before creators are at work', async () => {
    const { api } = await show({ CPMWorker: { ...worker, status: 'SOURCING' } });
    expect(screen.queryByRole('region', { name: 'Performance' })).toBeNull();
    expect(api.to(targets.analytics('cmp_1'))).toEqual([]);
  });
});

describe('the collapsed column', () => {
  const live = { viewCount: 64_000, CPMWorker: { ...worker, viewTarget: 100_000 } };

  test('shows the progress, and expands', async () => {
    const { user } = await show(live, true);
    const line = screen.getByRole('button', { name: /64k of 100k views.*Details/, expanded: false });
    expect(screen.queryByRole('region', { name: 'Campaign Details' })).toBeNull();
    await user.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('region', { name: 'Campaign Details' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Performance' })).toBeTruthy();
    await user.click(line);
    expect(screen.queryByRole('region', { name: 'Campaign Details' })).toBeNull();
  });

  test('shows the dates if there is no target', async () => {
    await show({ CPMWorker: null, startAt: '2026-11-03T12:00:00.000Z', endAt: '2026-11-28T12:00:00.000Z' }, true);
    expect(screen.getByRole('button', { name: 'Nov 3 – 28, 2026 Details' })).toBeTruthy();
  });
});
