import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';
import { scrollablePage } from '../support/scrolling.ts';
import { analyticsApi, aPost, brandTarget, posts } from './support/analytics-api.ts';

const storageKey = 'afield-columns-analytics-brand';
const postsTarget = `${brandTarget}/posts`;

const table = async () => within(await screen.findByRole('table', { name: 'Posts' }));
const headings = async () => (await table()).getAllByRole('columnheader').map(({ textContent }) => textContent);

function openOnDesk(given: Parameters<typeof analyticsApi>[0] = {}) {
  screenWidth(1280);
  const api = analyticsApi(given);
  return { api, ...openApp('/dashboard/analytics') };
}

function openOnPhone(given: Parameters<typeof analyticsApi>[0] = {}) {
  const turn = screenWidth(360);
  const page = scrollablePage();
  const api = analyticsApi(given);
  return { api, page, turn, ...openApp('/dashboard/analytics') };
}

describe('post activity on a desktop', () => {
  test('is a table with creator, video, date and figures', async () => {
    openOnDesk({ posts: [aPost({ recentViewCounts: [100, 9000, 345] })] });
    expect(await headings()).toEqual(['Creator', 'Video', 'Date Posted', 'Views', 'Likes', 'Comments', 'Shares']);
    const cells = (await table()).getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells[0]).toContain('Ada Moss');
    expect(cells[0]).toContain('@adamoss');
    expect(cells.slice(2)).toEqual(['Jan 3, 2026', expect.stringContaining('12,345'), '678', '90', '12']);
    const video = (await table()).getByRole('link', { name: /^Video by Ada Moss/ });
    expect(video.getAttribute('href')).toBe('https://www.tiktok.com/@adamoss/video/1');
    expect((await table()).getByText('Morning trail')).toBeTruthy();
    expect(
      (await table()).getByRole('img', {
        name: 'Daily views over 3 days: up to 9,000, and 345 on the last day, Jan 5, 2026',
      }),
    ).toBeTruthy();
  });

  test('never links to a script URL', async () => {
    openOnDesk({ posts: [aPost({ finalPostUrl: 'javascript:alert(1)' })] });
    expect((await table()).getByText('No link')).toBeTruthy();
    expect((await table()).queryByRole('link')).toBeNull();
  });

  test('hides columns, and stores the choice under the table’s key', async () => {
    const first = openOnDesk();
    await table();
    await first.user.click(await screen.findByRole('button', { name: 'Columns: 6 of 6 shown' }));
    await first.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Likes' }));
    await first.user.click(screen.getByRole('menuitemcheckbox', { name: 'Shares' }));
    expect(await headings()).toEqual(['Creator', 'Video', 'Date Posted', 'Views', 'Comments']);
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '')).toEqual({ version: 1, hidden: ['likes', 'shares'] });
    first.unmount();

    openOnDesk();
    expect(await headings()).toEqual(['Creator', 'Video', 'Date Posted', 'Views', 'Comments']);
  });

  test.each(['nonsense', '{"version":2,"hidden":["likes"]}', '{"version":1,"hidden":"likes"}'])(
    'shows all columns if %s was stored',
    async (stored) => {
      localStorage.setItem(storageKey, stored);
      openOnDesk();
      expect(await headings()).toHaveLength(7);
    },
  );
});

describe('post activity on a phone', () => {
  test('shows cards with the first three visible figures', async () => {
    localStorage.setItem(storageKey, JSON.stringify({ version: 1, hidden: ['likes'] }));
    openOnPhone();
    const card = (await screen.findByText('Ada Moss')).closest('li');
    expect([...(card?.querySelectorAll('dl div') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Views12,345',
      'Comments90',
      'Shares12',
    ]);
  });

  test('loads 20 posts at a time, each page shortly after the end of the list is near', async () => {
    const { api, page } = openOnPhone({ posts: posts(45) });
    await screen.findByText('Creator 1');
    const asked = () => api.to(postsTarget).map(({ query }) => query.page);
    expect(asked()).toEqual(['1']);
    for (const pages of [2, 3]) {
      await page.grown(page.toBottom);
      expect(asked()).toHaveLength(pages);
    }
    page.toBottom();
    const last = (await screen.findByText('Creator 45')).closest('li');
    expect(last?.getAttribute('aria-posinset')).toBe('45');
    expect(last?.getAttribute('aria-setsize')).toBe('45');
    // The list is virtual: only rows near the window are rendered.
    expect(screen.queryByText('Creator 1')).toBeNull();
  });

  test('loads pictures where scrolling stops, and skips those scrolled past', async () => {
    const pictures = posts(60).map((post, at) => ({ ...post, socialAvatarUrl: `/pictures/${at + 1}.jpg` }));
    const { page } = openOnPhone({ posts: pictures });
    await screen.findByText('Creator 1');
    for (let shown = 20; shown < 60; shown += 20) await page.grown(page.toBottom);
    page.scrollTo(0);
    await screen.findByText('Creator 1');
    const asked = new Set<string>();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let y = 0; y < page.height(); y += 1_000) {
      page.scrollTo(y);
      act(() => vi.advanceTimersByTime(16));
      for (const { src } of document.querySelectorAll<HTMLImageElement>('li[data-row] img')) asked.add(src);
    }
    page.toBottom();
    act(() => vi.advanceTimersByTime(1_000));
    vi.useRealTimers();
    await screen.findByText('Creator 60');
    const shown = () =>
      [...document.querySelectorAll<HTMLElement>('li[data-row]')].map((row) => row.querySelector('img')?.src);
    await waitFor(() => expect(shown()).not.toContain(undefined));
    const pictureOf = (creator: number) => new URL(`/pictures/${creator}.jpg`, location.href).href;
    expect(shown()).toContain(pictureOf(60));
    expect(asked).not.toContain(pictureOf(30));
  });

  test('keeps the current scroll position when the device is rotated, instead of restoring an older one', async () => {
    const { page, turn, router } = openOnPhone({ posts: posts(20) });
    await screen.findByText('Creator 1');
    page.scrollTo(1_000);
    await act(() => router.navigate({ to: '/dashboard/settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    act(() => router.history.back());
    await screen.findByRole('list', { name: 'Posts' });
    expect(page.at()).toBe(1_000);
    page.scrollTo(0);
    turn(1280);
    expect(await screen.findByRole('table', { name: 'Posts' })).toBeTruthy();
    expect(page.at()).toBe(0);
    expect(screen.getByText('Creator 1')).toBeTruthy();
  });

  test('keeps the loaded posts if the next page fails', async () => {
    const { api, page, user } = openOnPhone({ posts: posts(25) });
    await screen.findByText('Creator 1');
    api.on(postsTarget, () => refusal(500, 'internal', 'Broken.'));
    page.toBottom();
    const failure = within(await screen.findByRole('alert'));
    expect(failure.getByText('Error: Unable to fetch post analytics - Broken.')).toBeTruthy();
    expect(await screen.findByText('Creator 20')).toBeTruthy();
    api.on(postsTarget, () => ({
      data: posts(25).slice(20),
      pagination: { nextPage: null, previousPage: 1, total: 25 },
    }));
    await page.grown(() => user.click(failure.getByRole('button', { name: 'Try again' })));
    page.toBottom();
    expect(await screen.findByText('Creator 25')).toBeTruthy();
  });
});

test('post activity shows different messages for no posts and for posts that failed to load', async () => {
  const none = openOnDesk({ posts: [] });
  expect(await screen.findByText('No posts found')).toBeTruthy();
  none.unmount();

  const { api } = openOnDesk();
  api.on(postsTarget, () => refusal(500, 'internal', 'Broken.'));
  expect(await screen.findByText('Error: Unable to fetch post analytics - Broken.')).toBeTruthy();
});
