import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/**
 * A scrollable window, until the test ends, over a page as high as its list claims: jsdom has no layout, but a virtual
 * list sets its own height.
 */
export function scrollablePage(windowPx = 800): {
  scrollTo: (y: number) => void;
  /** The scroll position. */
  at: () => number;
  toBottom: () => void;
  height: () => number;
  /** Performs an action and waits until the page is higher. */
  grown: (act: () => unknown) => Promise<void>;
} {
  let at = 0;
  const height = () =>
    [...document.querySelectorAll<HTMLElement>('ul[style]')].reduce(
      (sum, { style }) => sum + (Number.parseFloat(style.height) || 0),
      0,
    );
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(height);
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(windowPx);
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => at);
  const scrollTo = (y: number) => {
    const before = at;
    at = Math.max(0, Math.min(y, height() - windowPx));
    if (at === before) return;
    act(() => {
      fireEvent(document, new Event('scroll', { bubbles: true }));
    });
  };
  vi.spyOn(window, 'scrollTo').mockImplementation((to?: ScrollToOptions | number, y?: number) =>
    scrollTo(typeof to === 'object' ? (to.top ?? at) : (y ?? at)),
  );
  const grown = async (act: () => unknown) => {
    const before = height();
    await act();
    await waitFor(() => expect(height()).toBeGreaterThan(before));
  };
  return { at: () => at, scrollTo, toBottom: () => scrollTo(height()), height, grown };
}
