import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { scrollablePage } from '../support/scrolling.ts';

const several = (count: number, part: Parameters<typeof aCampaign>[0] = {}) =>
  Array.from({ length: count }, (_, index) =>
    // The list is ordered by id, newest first.
    aCampaign({ ...part, id: `cmp_${String(9999 - index)}`, name: `Campaign ${index + 1}` }),
  );
const filterButton = () => screen.findByRole('button', { name: /^Filter: / });

describe('the filter', () => {
  const campaigns = [
    ...several(3),
    aCampaign({ id: 'cmp_in', name: 'In line', approvalStatus: 'PENDING', CPMWorker: null }),
    aCampaign({ id: 'cmp_old', name: 'Old news', status: 'ARCHIVED' }),
  ];
  async function openMenu() {
    scrollablePage();
    const api = brandApi({ campaigns });
    const app = openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Campaign 1' });
    await app.user.click(await filterButton());
    return { ...app, api, menu: within(await screen.findByRole('menu')) };
  }

  test('has all states in order, with their counts', async () => {
    const { menu } = await openMenu();
    await waitFor(() =>
      expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
        'All Campaigns4',
        'Active3',
        'Approved0',
        'In Review1',
        'Rejected0',
        'Ending0',
        'Completed0',
        'Archived1',
      ]),
    );
    expect(menu.getByRole('menuitemradio', { name: /^All Campaigns/, checked: true })).toBeTruthy();
  });

  test('fetches counts only when it is about to open', async () => {
    scrollablePage();
    const api = brandApi({ campaigns });
    const { user } = openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Campaign 1' });
    expect(api.to(targets.campaigns).map(({ query }) => query.pageSize)).toEqual(['20']);
    await user.hover(await filterButton());
    await waitFor(() =>
      expect(api.to(targets.campaigns).filter(({ query }) => query.pageSize === '1')).toHaveLength(
        campaignFilters.length,
      ),
    );
  });

  test('applies a click to the list, the button and the URL', async () => {
    const { menu, user, address } = await openMenu();
    await user.click(menu.getByRole('menuitemradio', { name: /^In Review/ }));
    expect(await screen.findByRole('link', { name: 'In line' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Campaign 1' })).toBeNull();
    expect((await filterButton()).getAttribute('aria-label')).toBe('Filter: In Review');
    expect(address()).toBe('/dashboard/campaigns?filter=in-review');
  });

  test('works with the arrow keys, and returns the focus', async () => {
    const { user, address } = await openMenu();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByRole('link', { name: 'Old news' })).toBeTruthy();
    expect(address()).toBe('/dashboard/campaigns?filter=archived');
    expect(document.activeElement).toBe(await filterButton());
  });

  test('closes on Escape without a change', async () => {
    const { user, address } = await openMenu();
    await user.keyboard('{ArrowDown}{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(address()).toBe('/dashboard/campaigns');
    expect(document.activeElement).toBe(await filterButton());
  });

  test.each(campaignFilters.map(({ key, label, query }) => [key, label, query] as const))(
    '%s requests only its states',
    async (key, label, query) => {
      scrollablePage();
      const api = brandApi({});
      openApp(`/dashboard/campaigns?filter=${key}`);
      expect(await screen.findByRole('button', { name: `Filter: ${label}` })).toBeTruthy();
      expect(await screen.findByText('No campaigns found')).toBeTruthy();
      const lists = Object.entries<readonly string[]>(query).map(([name, states]) => [name, states.join(',')]);
      expect(api.to(targets.campaigns)[0]?.query).toEqual({ ...Object.fromEntries(lists), page: '1', pageSize: '20' });
    },
  );

  test('ignores an unknown value', async () => {
    scrollablePage();
    brandApi({ campaigns });
    const { address } = openApp('/dashboard/campaigns?filter=best');
    expect(await screen.findByRole('button', { name: 'Filter: All Campaigns' })).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard/campaigns'));
  });
});

describe('a long list', () => {
  test('loads 20 at a time, each page within 500px of the end of the list', async () => {
    const page = scrollablePage();
    const api = brandApi({ campaigns: several(50) });
    openApp('/dashboard/campaigns');
    const asked = () => api.to(targets.campaigns).map(({ query }) => query.page);
    await screen.findByRole('link', { name: 'Campaign 1' });
    expect(asked()).toEqual(['1']);

    const firstHeight = page.height();
    page.scrollTo(firstHeight - 800 - 501);
    expect(asked()).toEqual(['1']);
    page.scrollTo(firstHeight - 800 - 500);
    await waitFor(() => expect(page.height()).toBeGreaterThan(firstHeight));
    expect(asked()).toEqual(['1', '2']);

    await page.grown(page.toBottom);
    expect(asked()).toEqual(['1', '2', '3']);
    page.toBottom();
    const last = await screen.findByRole('link', { name: 'Campaign 50' });
    expect(last.closest('li')?.getAttribute('aria-posinset')).toBe('50');
    expect(last.closest('li')?.getAttribute('aria-setsize')).toBe('50');
    page.toBottom();
    expect(asked()).toEqual(['1', '2', '3']);
  });

  test('renders only the cards near the window', async () => {
    const page = scrollablePage();
    brandApi({ campaigns: several(200) });
    openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Campaign 1' });
    for (let shown = 20; shown < 200; shown += 20) {
      await page.grown(page.toBottom);
    }
    page.toBottom();
    expect(await screen.findByRole('link', { name: 'Campaign 200' })).toBeTruthy();
    expect(screen.getAllByRole('article').length).toBeLessThan(20);
    expect(screen.queryByRole('link', { name: 'Campaign 100' })).toBeNull();
  });

  test('refetches a changed list around the viewport, and the rest on scrolling there', async () => {
    const page = scrollablePage();
    const campaigns = several(120);
    const api = brandApi({ campaigns });
    const { queryClient } = openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Campaign 1' });
    for (let shown = 20; shown < 120; shown += 20) {
      await page.grown(page.toBottom);
    }
    page.toBottom();
    await screen.findByRole('link', { name: 'Campaign 120' });
    const asked = () => api.to(targets.campaigns).map(({ query }) => query.page);
    const already = asked().length;
    for (const campaign of campaigns) campaign.name = `${campaign.name} again`;
    await act(() => queryClient.invalidateQueries({ queryKey: ['campaigns'] }));
    expect(await screen.findByRole('link', { name: 'Campaign 120 again' })).toBeTruthy();
    expect(asked().slice(already)).toEqual(['5', '6']);

    page.scrollTo(0);
    expect(await screen.findByRole('link', { name: 'Campaign 1 again' })).toBeTruthy();
    expect(asked().slice(already)).toEqual(['5', '6', '1', '2']);
  });

  test('is restored at its scroll position after a campaign', async () => {
    const page = scrollablePage();
    brandApi({ campaigns: several(60) });
    const { user } = openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Campaign 1' });
    for (let shown = 20; shown < 60; shown += 20) {
      await page.grown(page.toBottom);
    }
    const place = Math.round(page.height() / 2);
    page.scrollTo(place);
    await user.click(await screen.findByRole('link', { name: 'Campaign 32' }));
    await screen.findByRole('heading', { level: 1, name: 'Campaign 32' });
    page.scrollTo(0);
    const drawn: string[] = [];
    const observer = new MutationObserver(() => {
      for (const { textContent } of screen.queryAllByRole('article')) drawn.push(textContent);
    });
    observer.observe(document, { childList: true, subtree: true });
    await user.click(screen.getByRole('link', { name: 'Back to campaigns' }));
    expect(await screen.findByRole('link', { name: 'Campaign 32' })).toBeTruthy();
    expect(page.at()).toBe(place);
    observer.disconnect();
    // It must not render the top first and then scroll down.
    expect(drawn.filter((text) => text.startsWith('Campaign 1A'))).toEqual([]);
  });

  test('shows a campaign that has moved to the next page only once', async () => {
    const page = scrollablePage(6000);
    const api = brandApi({});
    const [all, newest] = [several(21), aCampaign({ id: 'cmp_new', name: 'Brand new' })];
    api.on(targets.campaigns, ({ query }) =>
      query.page === '1'
        ? { data: all.slice(0, 20), pagination: { nextPage: 2, previousPage: null, total: 21 } }
        : { data: [...all.slice(19), newest], pagination: { nextPage: null, previousPage: 1, total: 22 } },
    );
    openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Brand new' });
    expect(screen.getAllByRole('link', { name: 'Campaign 20' })).toHaveLength(1);
    expect(page.height()).toBeGreaterThan(0);
  });

  test('keeps the loaded cards if the next page fails, and retries only that page', async () => {
    const page = scrollablePage();
    const api = brandApi({ campaigns: several(30) });
    const honest = (call: Parameters<Parameters<typeof api.on>[1]>[0]) =>
      call.query.page === '2'
        ? refusal(500, 'internal', 'Broken.')
        : { data: several(20), pagination: { nextPage: 2, previousPage: null, total: 30 } };
    api.on(targets.campaigns, honest);
    const { user } = openApp('/dashboard/campaigns');
    await screen.findByRole('link', { name: 'Campaign 1' });
    page.toBottom();
    const failure = await screen.findByRole('alert');
    expect(within(failure).getByText('Couldn’t load more campaigns')).toBeTruthy();
    expect(within(failure).getByText('Broken.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Campaign 20' })).toBeTruthy();
    // It must not retry endlessly on its own.
    page.scrollTo(0);
    page.toBottom();
    expect(api.to(targets.campaigns)).toHaveLength(2);

    api.on(targets.campaigns, () => ({
      data: several(30).slice(20),
      pagination: { nextPage: null, previousPage: 1, total: 30 },
    }));
    await page.grown(() => user.click(within(failure).getByRole('button', { name: 'Try again' })));
    page.toBottom();
    expect(await screen.findByRole('link', { name: 'Campaign 30' })).toBeTruthy();
    expect(api.to(targets.campaigns).map(({ query }) => query.page)).toEqual(['1', '2', '2']);
  });
});

describe('an empty list shows', () => {
  test('that there are no campaigns', async () => {
    scrollablePage();
    brandApi({});
    openApp('/dashboard/campaigns');
    expect(await screen.findByRole('heading', { level: 1, name: 'Campaigns' })).toBeTruthy();
    expect(await screen.findByText('No campaigns found')).toBeTruthy();
    expect(document.title).toBe('Campaigns · Afield');
  });

  test('that it is loading', async () => {
    scrollablePage();
    const api = brandApi({});
    api.on(targets.campaigns, () => new Promise(() => undefined));
    openApp('/dashboard/campaigns');
    expect(await screen.findByText('Loading campaigns')).toBeTruthy();
  });

  test('an error', async () => {
    scrollablePage();
    const api = brandApi({ campaigns: several(1) });
    const answer = () => ({ data: several(1), pagination: { nextPage: null, previousPage: null, total: 1 } });
    api.on(targets.campaigns, () => refusal(500, 'internal', 'The server is in trouble.'));
    const { user } = openApp('/dashboard/campaigns');
    const failure = await screen.findByRole('alert');
    expect(within(failure).getByText('Couldn’t load campaigns')).toBeTruthy();
    expect(within(failure).getByText('The server is in trouble.')).toBeTruthy();
    api.on(targets.campaigns, answer);
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Campaign 1' })).toBeTruthy();
  });

  test('that it is unavailable offline', async () => {
    scrollablePage();
    const api = brandApi({ campaigns: several(1) });
    api.on(targets.campaigns, () => refusal(503, 'not_available_offline', 'Not available offline yet'));
    openApp('/dashboard/campaigns');
    expect(await screen.findByText('Not available offline yet')).toBeTruthy();
    expect(screen.queryByText('No campaigns found')).toBeNull();
    // It loads automatically when the network is back.
    api.on(targets.campaigns, () => ({
      data: several(1),
      pagination: { nextPage: null, previousPage: null, total: 1 },
    }));
    goOnline();
    expect(await screen.findByRole('link', { name: 'Campaign 1' })).toBeTruthy();
  });

  test('that the server isn’t responding', async () => {
    scrollablePage();
    const api = brandApi({});
    api.on(targets.campaigns, noNetwork);
    openApp('/dashboard/campaigns');
    expect(
      await screen.findByText(
        'Network error: Unable to connect to the server. Please check your internet connection and try again.',
      ),
    ).toBeTruthy();
    // Two retries follow, after one and two seconds.
    expect(api.to(targets.campaigns)).toHaveLength(3);
  });
});

/** Fires the browser's events for a lost network that returns. */
function goOnline() {
  for (const online of [false, true]) {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: online });
    act(() => {
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    });
  }
  Reflect.deleteProperty(navigator, 'onLine');
}
