import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession } from '#api/session/session.ts';
import { setBrandFigures } from './support/figures.ts';
import { ada, ben, cleo, openInbox, submission } from './support/open-inbox.tsx';

const hour = 3_600_000;
// Ben's submission arrived on January 2, Cleo's on January 3, Ada's on January 4.
const start = Date.parse('2026-01-03T12:00:00.000Z');

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
  show(true);
});

const line = () => screen.queryByText(/^Since your last visit/)?.textContent;

function show(isVisible: boolean) {
  Object.defineProperty(document, 'hidden', { value: !isVisible, configurable: true });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('the first visit has no news; the next one counts new submissions, posts and views', async () => {
  const first = openInbox(undefined, [ben, cleo]);
  setBrandFigures(first.api, { views: 1000, posts: [] });
  await screen.findByRole('list', { name: 'Submissions to review' });
  expect(line()).toBeUndefined();
  await waitFor(() => expect(first.api.calls.some(({ path }) => path.includes('/analytics/brand/'))).toBe(true));
  await waitFor(() => expect(first.queryClient.isFetching()).toBe(0));
  first.unmount();
  later(36 * hour);
  const second = openInbox(undefined, [ben, cleo, ada, submission(5, 'Dora', 5)]);
  setBrandFigures(second.api, { views: 2240, posts: ['2026-01-04T09:00:00.000Z', '2026-01-02T09:00:00.000Z'] });
  await waitFor(() =>
    expect(line()).toBe('Since your last visit, 1 day ago: 2 new submissions · 1 post published · 1,240 views gained'),
  );
});

test('the line is hidden without news, and stays after an absence of a few minutes', async () => {
  const first = openInbox(undefined, [ben, cleo]);
  setBrandFigures(first.api, { views: 0, posts: [] });
  await screen.findByRole('list', { name: 'Submissions to review' });
  later(30 * hour);
  show(false);
  later(24 * 90 * hour);
  first.api.put(submission(6, 'Ada', 9));
  await act(() => first.queryClient.invalidateQueries());
  show(true);
  await waitFor(() => expect(line()).toBe('Since your last visit, 3 months ago: 1 new submission'));
  later(hour);
  show(false);
  later(60_000);
  show(true);
  expect(line()).toContain('1 new submission');
  show(false);
  later(hour);
  show(true);
  await waitFor(() => expect(line()).toBeUndefined());
});

test('another brand on the device, and a brand that logged out, start with no last look', async () => {
  const { unmount } = openInbox(undefined, [ben]);
  await screen.findByRole('list', { name: 'Submissions to review' });
  clearSession();
  unmount();
  expect(localStorage.getItem('afield-last-look')).toBeNull();
  const look = { at: start, day: '2026-01-03', views: 0 };
  localStorage.setItem('afield-last-look', JSON.stringify({ brandId: 'brd_of-another', left: look, since: null }));
  later(48 * hour);
  openInbox(undefined, [ben, ada]);
  await screen.findByRole('list', { name: 'Submissions to review' });
  expect(line()).toBeUndefined();
});
