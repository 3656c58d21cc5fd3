import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi } from '../support/brand-api.ts';
import { openApp } from '../support/open-app.tsx';
import { scrollablePage } from '../support/scrolling.ts';

beforeEach(() => {
  scrollablePage();
});

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;

/** The cards of these campaigns, in this order. */
async function cardsOf(parts: Partial<Campaign>[]) {
  brandApi({ campaigns: parts.map((part, index) => aCampaign({ ...part, id: `cmp_${99 - index}` })) });
  scrollablePage(3000);
  openApp('/dashboard/campaigns');
  const cards = await screen.findAllByRole('article');
  expect(cards).toHaveLength(parts.length);
  return cards.map((card) => within(card));
}

/** The card in a list with only this campaign. */
async function cardOf(part: Partial<Campaign>) {
  brandApi({ campaigns: [aCampaign(part)] });
  openApp('/dashboard/campaigns');
  return screen.findByRole('article');
}

describe('a campaign’s card', () => {
  test('links to its campaign', async () => {
    const card = await cardOf({ name: 'Morning trail' });
    expect(within(card).getByRole('heading', { level: 2, name: 'Morning trail' })).toBeTruthy();
    const link = within(card).getByRole('link', { name: 'Morning trail' });
    expect(link.getAttribute('href')).toBe('/dashboard/campaigns/cmp_1');
  });

  test('shows the brand’s name if the campaign has none', async () => {
    expect(within(await cardOf({ name: ' ' })).getByRole('link').textContent).toBe('Northwind Coffee Campaign');
  });

  test('marks new activity', async () => {
    expect(within(await cardOf({ unread: true })).getByRole('heading', { name: 'Unread: Morning trail' })).toBeTruthy();
  });

  test('shows its platforms', async () => {
    const card = await cardOf({ platforms: ['TIKTOK', 'YOUTUBE', 'INSTAGRAM', 'FACEBOOK'] });
    for (const name of ['TikTok', 'YouTube', 'Instagram', 'Facebook']) {
      expect(within(card).getByText(name)).toBeTruthy();
    }
  });

  test('shows two tags and the number of others', async () => {
    const tags = ['Coffee', 'Hiking', 'Breakfast', 'Camping', 'Dogs'].map((name) => ({ id: `tag_${name}`, name }));
    const list = within(await cardOf({ tags })).getByRole('list', { name: 'Tags' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Coffee', 'Hiking', '+3 more']);
  });

  test('shows both of two tags', async () => {
    const tags = ['Coffee', 'Hiking'].map((name) => ({ id: `tag_${name}`, name }));
    const list = within(await cardOf({ tags })).getByRole('list', { name: 'Tags' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  });

  test('of a live campaign shows its progress', async () => {
    const card = await cardOf({ viewCount: 32_412, CPMWorker: { ...worker, viewTarget: 50_000 } });
    const bar = within(card).getByRole('progressbar', { name: '32.4k of 50k views' });
    expect(bar.getAttribute('aria-valuenow')).toBe('64');
  });

  test('of a live or ended campaign shows its spend beside its views, never rounded up', async () => {
    const live = { ...worker, viewTarget: 50_000, budgetCents: 2_000_000 };
    const [running, spent, older] = await cardsOf([
      { viewCount: 32_412, CPMWorker: live, spend: { spentCents: 1_234_599, usedUpOn: null } },
      {
        ...{ viewCount: 50_000, CPMWorker: { ...live, status: 'ENDED_SUCCESSFULLY' } },
        spend: { spentCents: 2_000_000, usedUpOn: '2026-01-05' },
      },
      { viewCount: 32_412, CPMWorker: live },
    ]);
    expect(running?.getByText('$12,345 of $20,000 spent').parentElement?.textContent).toContain('32.4k of 50k views');
    expect(spent?.getByText('$20,000 of $20,000 spent')).toBeTruthy();
    // A server that doesn't count spend.
    expect(older?.getByText('32.4k of 50k views')).toBeTruthy();
    expect(older?.queryByText(/spent/)).toBeNull();
  });

  test('of a campaign that hasn’t begun shows the plan', async () => {
    const queued = { ...worker, status: 'QUEUED', viewTarget: 50_000 } as const;
    const card = await cardOf({ viewCount: 0, CPMWorker: queued });
    expect(within(card).getByText('50k views planned')).toBeTruthy();
    expect(within(card).queryByRole('progressbar')).toBeNull();
  });

  test('of a type without a budget shows its views without a target', async () => {
    const gift = { campaignType: 'DROP', cpmBudgetCents: null, viewCount: 12_400 } as const;
    const unpaid = { ...worker, cpmCents: 0, budgetCents: 0, viewTarget: null };
    const [live, queued] = await cardsOf([
      { ...gift, CPMWorker: unpaid },
      { ...gift, CPMWorker: { ...unpaid, status: 'QUEUED' } },
    ]);
    expect(live?.getByText('12.4k views')).toBeTruthy();
    expect(live?.queryByRole('progressbar')).toBeNull();
    expect(queued?.getByText('No budget')).toBeTruthy();
  });

  test('without counted views shows its budget', async () => {
    const card = await cardOf({ approvalStatus: 'PENDING', CPMWorker: null, cpmBudgetCents: 123_450 });
    expect(within(card).getByText('$1,234.50 budget')).toBeTruthy();
  });
});

test('badges show campaign states', async () => {
  const states = [
    ['In Review', { approvalStatus: 'PENDING', CPMWorker: null }],
    ['Rejected', { approvalStatus: 'REJECTED', CPMWorker: null }],
    ['Approved', { CPMWorker: null }],
    ['Approved', { CPMWorker: { ...worker, status: 'QUEUED' } }],
    ['Approved', { CPMWorker: { ...worker, status: 'SOURCING' } }],
    ['Active', { CPMWorker: { ...worker, status: 'ACTIVE' } }],
    ['Ending', { CPMWorker: { ...worker, status: 'ENDING' } }],
    ['Completed', { CPMWorker: { ...worker, status: 'ENDED_SUCCESSFULLY' } }],
    ['Completed', { CPMWorker: { ...worker, status: 'ENDED_UNSUCCESSFULLY' } }],
  ] satisfies [string, Partial<Campaign>][];
  const cards = await cardsOf(states.map(([, state]) => state));
  for (const [index, [label]] of states.entries()) expect(cards[index]?.getByText(label)).toBeTruthy();
});

test('dates show a shared month and year once', async () => {
  const spans = [
    ['2026-11-03', '2026-11-28', 'Nov 3 – 28, 2026'],
    ['2026-11-03', '2026-12-03', 'Nov 3 – Dec 3, 2026'],
    ['2026-12-26', '2027-01-25', 'Dec 26, 2026 – Jan 25, 2027'],
    ['2026-11-03', '2026-11-03', 'Nov 3, 2026'],
    ['2019-11-03', null, 'Since Nov 3, 2019'],
    ['2999-11-03', null, 'Starts Nov 3, 2999'],
  ] as const;
  const noon = (day: string) => `${day}T12:00:00.000Z`;
  const cards = await cardsOf(
    spans.map(([start, end]) => ({
      startAt: '2020-01-01T00:00:00.000Z',
      createdAt: '2020-01-01T00:00:00.000Z',
      endAt: null,
      // The campaign's actual dates take precedence over the requested ones.
      CPMWorker: { ...worker, startDate: noon(start), endDate: end && noon(end) },
    })),
  );
  for (const [index, [, , text]] of spans.entries()) expect(cards[index]?.getByText(text)).toBeTruthy();
});
