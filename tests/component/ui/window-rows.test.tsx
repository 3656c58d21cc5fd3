import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useListPlace } from '#ui/lists/list-place.ts';
import { maxPrintedRows, useWindowRows } from '#ui/lists/window-rows.ts';
import { paper } from '../support/screen-width.ts';
import { scrollablePage } from '../support/scrolling.ts';

const onShown = vi.fn<(first: number, last: number) => void>();
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

interface Props {
  rows: readonly string[];
  columns?: number;
  gapRem?: number;
  startsAt?: number;
}

/** Rows of 100 px, 8 of which fill the window. */
function List({ rows: given, columns = 1, gapRem = 1.25, startsAt = window.scrollY }: Props) {
  const { ref, place } = useListPlace();
  const { rows, heightPx } = useWindowRows({
    place,
    list: ref,
    count: given.length,
    keyOf: (row) => given[row] ?? '',
    rowRem: 5,
    gapRem,
    columns,
    startsAt: () => startsAt,
    onShown,
  });
  return (
    <div ref={ref}>
      <ul style={{ height: heightPx }}>
        {rows.map(({ key, index, topPx }) => (
          <li data-row={index} key={key} style={{ top: topPx }}>
            <a href={`#${given[index]}`}>{given[index]}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const items = () => [...document.querySelectorAll('li')];
/** The texts of the rendered rows, in the order of keyboard and screen reader navigation. */
const onPage = () =>
  items()
    .map(({ textContent }) => textContent)
    .join(' ');
const from = (first: number, last: number) =>
  names(last + 1)
    .slice(first)
    .join(' ');

test('the list renders the rows near the window at once, with the height of all', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  expect(onPage()).toBe(from(0, 10));
  expect(page.height()).toBe(10_000 * 100 - 20);
  expect(onShown.mock.lastCall).toEqual([0, 8]);
});

test('the list keeps rows in order at any scroll position', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  for (const [y, first, last] of [
    [350, 1, 13],
    [50_000, 498, 510],
    [49_950, 497, 509],
    [0, 0, 10],
  ] as const) {
    page.scrollTo(y);
    expect(onPage()).toBe(from(first, last));
    expect(items().map(({ style }) => style.top)).toEqual(
      items().map(({ textContent }) => `${Number(textContent) * 100}px`),
    );
  }
  page.scrollTo(50_000);
  expect(onShown.mock.lastCall).toEqual([500, 508]);
});

test('a list is restored at its former scroll position', () => {
  scrollablePage(800);
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue();
  render(<List rows={names(10_000)} startsAt={50_000} />);
  expect(onPage()).toBe(from(498, 510));
  expect(scrolled.mock.calls).toEqual([[expect.objectContaining({ top: 50_000 })]]);
});

test('the list renders whole lines of several columns, and the last one may be short', () => {
  const page = scrollablePage(800);
  render(<List columns={3} rows={names(100)} />);
  expect(onPage()).toBe(from(0, 32));
  expect(
    items()
      .map(({ style }) => style.top)
      .slice(2, 4),
  ).toEqual(['0px', '100px']);
  expect(onShown.mock.lastCall).toEqual([0, 26]);
  page.toBottom();
  expect(onPage()).toBe(from(69, 99));
  expect(onShown.mock.lastCall).toEqual([75, 99]);
});

test('the focused row keeps its place while the page scrolls and rows are inserted', () => {
  const page = scrollablePage(800);
  const { rerender } = render(<List rows={names(10_000)} />);
  const used = screen.getByRole('link', { name: '3' });
  used.focus();
  page.scrollTo(50_000);
  expect(onPage()).toBe(`3 ${from(498, 510)}`);
  expect(document.activeElement).toBe(used);
  page.scrollTo(0);
  rerender(<List rows={['new', ...names(10_000)]} />);
  expect(used.closest('li')?.style.top).toBe('400px');
  expect(document.activeElement).toBe(used);
  page.scrollTo(50_000);
  act(() => used.blur());
  page.scrollTo(60_000);
  expect(used.isConnected).toBe(false);
});

test('the list removes deleted rows, and renders new ones', () => {
  scrollablePage(800);
  const { rerender } = render(<List rows={names(10_000)} />);
  rerender(<List rows={names(4)} />);
  expect(onPage()).toBe(from(0, 3));
  rerender(<List rows={[]} />);
  expect(onPage()).toBe('');
  rerender(<List rows={names(6)} />);
  expect(onPage()).toBe(from(0, 5));
  rerender(<List rows={names(6).map((name) => `other ${name}`)} />);
  expect(onPage()).toBe(
    names(6)
      .map((name) => `other ${name}`)
      .join(' '),
  );
});

test('rows grow with the text size', () => {
  const page = scrollablePage(800);
  let resized: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<List gapRem={0} rows={names(100)} />);
  expect(onPage()).toBe(from(0, 11));
  const { getComputedStyle } = window;
  vi.spyOn(window, 'getComputedStyle').mockImplementation((...args) =>
    args[0] === document.documentElement
      ? ({ fontSize: '32px' } as CSSStyleDeclaration)
      : getComputedStyle.apply(window, args),
  );
  act(() => resized());
  vi.unstubAllGlobals();
  expect(page.height()).toBe(100 * 160);
  expect(onPage()).toBe(from(0, 6));
});

test('all rows are printed at any scroll position, and then only those near the window remain', () => {
  const page = scrollablePage(800);
  const print = paper();
  render(<List rows={names(40)} />);
  page.scrollTo(2000);
  expect(onPage()).toBe(from(18, 30));
  onShown.mockClear();
  print(true);
  expect(onPage()).toBe(from(0, 39));
  print(false);
  expect(onPage()).toBe(from(18, 30));
  expect(onShown, 'printed rows don’t count as shown').not.toHaveBeenCalled();
});

test('only the first rows are printed of a list that would fill too many sheets', () => {
  scrollablePage(800);
  const print = paper();
  render(<List columns={2} rows={names(10_000)} />);
  print(true);
  expect(onPage()).toBe(from(0, maxPrintedRows - 1));
});
