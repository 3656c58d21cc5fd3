import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useListPlace } from '../../../src/ui/list-place.ts';
import { useWindowRows } from '../../../src/ui/window-rows.ts';
import { scrollablePage } from '../support/scrolling.ts';

/** Rows of 100px, 8 of which fill the window, each made of two pieces. */
function List({ count }: { count: number }) {
  const { ref, place } = useListPlace();
  const { rows, heightPx } = useWindowRows({
    place,
    count,
    rowRem: 5,
    gapRem: 1.25,
    pieces: 2,
    near: 1,
    startsAt: () => window.scrollY,
  });
  return (
    <div ref={ref}>
      <ul style={{ height: heightPx }}>
        {rows.map(({ index, topPx, pieces }) => (
          <li key={index} style={{ top: topPx }}>
            {index}
            {pieces < 2 && '.'}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What stands: `first … last`, a dot behind a row that lacks its second piece. */
function standing(): string {
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  return rows.length === 0 ? '' : `${rows[0]} … ${rows.at(-1)}`;
}

let asked: FrameRequestCallback[] = [];
/** Draws the next frame. */
const frame = () => {
  const [now, ...later] = asked;
  asked = later;
  act(() => now?.(0));
};
const settle = () => {
  for (let frames = 0; asked.length > 0 && frames < 100; frames += 1) frame();
};

beforeEach(() => {
  asked = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => asked.push(callback));
});

/** A processor on which a piece takes so long, ms. */
function piecesTake(ms: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
}

test('what is near the window is there at once, and the height of all', () => {
  const page = scrollablePage(800);
  render(<List count={10_000} />);
  expect(standing()).toBe('0 … 9');
  expect(page.height()).toBe(10_000 * 100 - 20);
  settle();
  expect(standing()).toBe('0 … 9');
});

test('on a slow phone a frame makes one piece, of what is seen first', () => {
  const page = scrollablePage(800);
  render(<List count={10_000} />);
  settle();
  piecesTake(50);
  page.scrollTo(200);
  const shown = Array.from({ length: 6 }, () => {
    frame();
    return standing();
  });
  expect(shown).toEqual(['0 … 10.', '0 … 10', '0 … 11.', '0 … 11', '1 … 11', '1 … 11']);
});

test('a jump begins where one looks, and a fast phone does not wait for another frame', () => {
  const page = scrollablePage(800);
  render(<List count={10_000} />);
  settle();
  piecesTake(50);
  page.scrollTo(50_000);
  frame();
  expect(standing()).toBe('500. … 500.');
  piecesTake(0);
  frame();
  expect(standing()).toBe('499 … 509');
});

test('rows that are no longer there go, and those that come are made', () => {
  scrollablePage(800);
  const { rerender } = render(<List count={10_000} />);
  settle();
  rerender(<List count={4} />);
  expect(standing()).toBe('0 … 3');
  rerender(<List count={0} />);
  expect(standing()).toBe('');
  rerender(<List count={6} />);
  settle();
  expect(standing()).toBe('0 … 5');
});

test('nothing is asked of a frame once all stands, nor after it is gone', () => {
  const page = scrollablePage(800);
  const cancelled = vi.spyOn(window, 'cancelAnimationFrame').mockReturnValue();
  const { unmount } = render(<List count={50} />);
  settle();
  expect(asked).toEqual([]);
  page.scrollTo(300);
  expect(asked).toHaveLength(1);
  unmount();
  expect(cancelled).toHaveBeenCalled();
  page.scrollTo(0);
  expect(asked).toHaveLength(1);
});
