import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useListPlace } from '#ui/list-place.ts';
import { useWindowRows } from '#ui/window-rows.ts';
import { scrollablePage } from '../support/scrolling.ts';

const onShown = vi.fn<(first: number, last: number) => void>();
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** Rows of 100px, 8 of which fill the window, each made of two pieces. */
function List({ rows: given, piecesAtOnce = 2 }: { rows: readonly string[]; piecesAtOnce?: number }) {
  const { ref, place } = useListPlace();
  const { rows, heightPx } = useWindowRows({
    place,
    list: ref,
    count: given.length,
    keyOf: (row) => given[row] ?? '',
    rowRem: 5,
    gapRem: 1.25,
    pieces: 2,
    piecesAtOnce,
    near: 1,
    startsAt: () => window.scrollY,
    onShown,
  });
  return (
    <div ref={ref}>
      <ul style={{ height: heightPx }}>
        {rows.map(({ slot, index, topPx, pieces }) => (
          <li data-row={index} key={slot} style={{ top: topPx }}>
            <a href={`#${given[index]}`}>
              {given[index]}
              {pieces < 2 && '.'}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const items = () => [...document.querySelectorAll('li')];
/** What stands, from top to bottom; a dot behind a row that lacks its second piece. */
const standing = () =>
  items()
    .toSorted((a, b) => Number(a.dataset.row) - Number(b.dataset.row))
    .map(({ textContent }) => textContent)
    .join(' ');
const from = (first: number, last: number) =>
  names(last + 1)
    .slice(first)
    .join(' ');

let asked: FrameRequestCallback[] = [];
/** Draws the next frame, which is in time where nothing else is said. */
const frame = (beganAt = Number.POSITIVE_INFINITY) => {
  const [now, ...later] = asked;
  asked = later;
  act(() => now?.(beganAt));
};
const settle = () => {
  for (let frames = 0; asked.length > 0 && frames < 100; frames += 1) frame();
};
/** Stands still for long enough. */
const rest = () => act(() => vi.advanceTimersByTime(150));

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => asked.push(callback));
});

afterEach(() => {
  vi.useRealTimers();
});

/** A processor on which a row takes so long, ms. */
function rowsTake(ms: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
}

test('what is near the window is there at once, and the height of all', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  expect(standing()).toBe(from(0, 9));
  expect(page.height()).toBe(10_000 * 100 - 20);
  settle();
  expect(standing()).toBe(from(0, 9));
  expect(onShown.mock.calls).toEqual([[0, 9]]);
});

test('on a slow phone a frame makes one row of those that have left, what is seen first', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  settle();
  const elements = items();
  rowsTake(50);
  page.scrollTo(300);
  const shown = Array.from({ length: 4 }, () => {
    frame();
    return standing();
  });
  expect(shown).toEqual([from(1, 10), from(2, 11), `${from(2, 11)} 12.`, from(2, 12)]);
  expect(items().slice(0, 10), 'the same elements').toEqual(elements);
  expect(onShown.mock.lastCall).toEqual([2, 12]);
});

test('a piece that can wait comes when no row is missing any more, and to none that one has raced past', () => {
  const page = scrollablePage(800);
  render(<List piecesAtOnce={1} rows={names(10_000)} />);
  settle();
  rowsTake(50);
  const shown = [300, 500].flatMap((top) => {
    page.scrollTo(top);
    return Array.from({ length: 2 }, () => {
      frame();
      return standing();
    });
  });
  expect(shown).toEqual([
    from(1, 10).replace('10', '10.'),
    `${from(2, 9)} 10. 11.`,
    `${from(3, 9)} 10. 11. 12.`,
    `${from(4, 9)} 10. 11. 12. 13.`,
  ]);
  settle();
  expect(standing()).toBe(from(4, 14));
});

test('a jump begins where one looks, and a fast phone does not wait for another frame', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  settle();
  rowsTake(50);
  page.scrollTo(50_000);
  frame();
  expect(standing()).toBe(`${from(1, 9)} 500`);
  rowsTake(0);
  frame();
  expect(standing()).toBe(from(499, 509));
});

test('a frame that comes late makes nothing, the next one does though it be late as well', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  settle();
  page.scrollTo(50_000);
  rowsTake(0);
  frame(-100);
  expect(standing()).toBe(from(0, 9));
  frame(-100);
  expect(standing()).toBe(from(499, 509));
});

test('the frame in which a page of rows comes makes none, not even after one that was late', () => {
  const page = scrollablePage(800);
  const { rerender } = render(<List rows={names(1_000)} />);
  settle();
  page.scrollTo(50_000);
  rowsTake(0);
  frame(-100);
  rerender(<List rows={names(2_000)} />);
  frame();
  expect(standing()).toBe(from(0, 9));
  frame();
  expect(standing()).toBe(from(499, 509));
});

test('once one stands still, rows come one by one in the order in which they are walked through, until one goes on', () => {
  const page = scrollablePage(800);
  render(<List rows={names(10_000)} />);
  settle();
  page.scrollTo(400);
  settle();
  const inOrder = () =>
    items()
      .map(({ textContent }) => textContent)
      .join(' ');
  expect(inOrder()).toBe(`10 11 12 ${from(3, 9)} 13`);
  const moves = new MutationObserver(() => undefined);
  moves.observe(document.body, { childList: true, subtree: true });
  const step = (pass: () => void) => {
    pass();
    const moved = moves.takeRecords().flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent));
    settle();
    return [moved.join(' '), inOrder()];
  };
  const aMoment = () => act(() => vi.advanceTimersByTime(1));
  const first = `10 11 ${from(3, 9)} 12 13`;
  expect(step(rest)).toEqual(['12', first]);
  page.scrollTo(401);
  settle();
  expect(step(aMoment), 'one is no longer at rest').toEqual(['', first]);
  expect(step(rest)).toEqual(['11', `10 ${from(3, 9)} 11 12 13`]);
  expect(step(aMoment)).toEqual(['10', from(3, 13)]);
  expect(step(aMoment)).toEqual(['', from(3, 13)]);
  expect(asked, 'it stays at rest').toEqual([]);
});

test('what has the focus stays what it is, wherever one scrolls and whatever comes', () => {
  const page = scrollablePage(800);
  const { rerender } = render(<List rows={names(10_000)} />);
  settle();
  const used = screen.getByRole('link', { name: '3' });
  used.focus();
  page.scrollTo(50_000);
  settle();
  rest();
  expect(standing()).toBe(`3 ${from(499, 509)}`);
  expect(document.activeElement).toBe(used);
  page.scrollTo(0);
  settle();
  rerender(<List rows={['new', ...names(10_000)]} />);
  settle();
  expect(used.textContent).toBe('3');
  expect(used.closest('li')?.style.top).toBe('400px');
  expect(document.activeElement).toBe(used);
  rerender(<List rows={names(10_000).filter((name) => name !== '3')} />);
  expect(used.isConnected, 'it is nothing else now').toBe(false);
  expect(standing()).toContain('2 4 5');
});

test('rows that are no longer there go, and those that come are made', () => {
  scrollablePage(800);
  const { rerender } = render(<List rows={names(10_000)} />);
  settle();
  rerender(<List rows={names(4)} />);
  expect(standing()).toBe(from(0, 3));
  rerender(<List rows={[]} />);
  expect(standing()).toBe('');
  rerender(<List rows={names(6)} />);
  settle();
  expect(standing()).toBe(from(0, 5));
});

test('another list stands there at once, and whole', () => {
  scrollablePage(800);
  const { rerender } = render(<List rows={names(10_000)} />);
  settle();
  rerender(<List rows={names(10_000).map((name) => `other ${name}`)} />);
  expect(standing()).toBe(Array.from({ length: 10 }, (_, index) => `other ${index}`).join(' '));
});

test('nothing is asked of a frame once all stands, nor after it is gone', () => {
  const page = scrollablePage(800);
  const cancelled = vi.spyOn(window, 'cancelAnimationFrame').mockReturnValue();
  const { unmount } = render(<List rows={names(50)} />);
  settle();
  rest();
  settle();
  expect(asked).toEqual([]);
  page.scrollTo(300);
  expect(asked).toHaveLength(1);
  unmount();
  expect(cancelled).toHaveBeenCalled();
  page.scrollTo(0);
  rest();
  expect(asked).toHaveLength(1);
});
