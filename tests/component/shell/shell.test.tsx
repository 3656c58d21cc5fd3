import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Brand } from '#contract/brand/brand.ts';
import { brandQuery } from '#features/auth/queries.ts';
import { Shell } from '#features/shell/Shell.tsx';
import { aBrand } from '../support/examples.ts';
import { renderWithApp, testQueryClient } from '../support/render.tsx';

async function show(part: Partial<Brand> = {}, toReview = 0) {
  const queryClient = testQueryClient();
  // Without a worker, the server's count is used.
  queryClient.setQueryData(['offers', 'review-count'], toReview);
  queryClient.setQueryData(brandQuery().queryKey, aBrand(part));
  const view = renderWithApp(
    <Shell banner={<p>The banner</p>} hint={null}>
      The screen
    </Shell>,
    { path: '/dashboard/campaigns', queryClient },
  );
  await screen.findByText('The screen');
  return view;
}

function onPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        media: query,
        matches: /max-width/.test(query),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}

describe('the bar', () => {
  test('has the inbox one tap away, with the number of submissions to review', async () => {
    await show({}, 1234);
    expect(screen.getByRole('link', { name: 'Review, 1234 to review' }).getAttribute('href')).toBe('/dashboard/review');
    expect(screen.getByRole('link', { name: 'Review 1,234 to review' })).toBeTruthy();
  });

  test('shows the available and the pending balance', async () => {
    await show();
    const balance = screen.getByLabelText('Balance');
    expect(balance.textContent).toBe('Available$12,345.67Pending$500.00');
  });

  test('has the brand’s menu with Settings and Logout', async () => {
    const { user } = await show({ name: 'A Brand With a Very Long Name Indeed' });
    await user.click(screen.getByRole('button', { name: /^A Brand With a Very Long Name Indeed/ }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getByRole('menuitem', { name: 'Settings' }).getAttribute('href')).toBe('/dashboard/settings');
    expect(menu.getByRole('menuitem', { name: 'Logout' })).toBeTruthy();
  });
});

describe('the sidebar', () => {
  test('marks the current page', async () => {
    await show();
    const nav = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(nav.getByRole('link', { name: 'Campaigns' }).getAttribute('aria-current')).toBe('page');
  });

  const openMenu = async () => {
    onPhone();
    const view = await show();
    await view.user.click(screen.getByRole('button', { name: 'Open menu' }));
    const dialog = await screen.findByRole('dialog');
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { ...view, dialog, isClosed };
  };

  test('slides in on a phone with the balance, and closes on Escape', async () => {
    const { user, dialog, isClosed } = await openMenu();
    expect(within(dialog).getByLabelText('Balance')).toBeTruthy();
    await user.keyboard('{Escape}');
    await isClosed();
  });

  test('closes on a tap beside it', async () => {
    const { user, isClosed } = await openMenu();
    const overlay = document.querySelector('.mantine-Drawer-overlay');
    await user.click(overlay as Element);
    await isClosed();
  });

  test('closes when a link is followed', async () => {
    const { user, dialog, isClosed } = await openMenu();
    await user.click(within(dialog).getByRole('link', { name: 'Campaigns' }));
    await isClosed();
  });

  const swipe = (target: Element, from: [number, number], to: [number, number]) => {
    const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, identifier: 0, target });
    fireEvent.touchStart(target, { touches: [at(from)], changedTouches: [at(from)] });
    fireEvent.touchEnd(target, { touches: [], changedTouches: [at(to)] });
  };

  test('closes on a swipe to the left, but not on scrolling', async () => {
    const { dialog, isClosed } = await openMenu();
    const link = within(dialog).getByRole('link', { name: 'Campaigns' });
    swipe(link, [200, 100], [140, 300]);
    swipe(link, [100, 100], [200, 100]);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    swipe(link, [200, 100], [100, 110]);
    await isClosed();
  });
});
