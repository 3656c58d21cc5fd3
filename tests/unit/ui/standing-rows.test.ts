import { expect, test } from 'vitest';
import {
  isSame,
  nextStanding,
  rowsBetween,
  type Span,
  type Standing,
  stillWanted,
  withNear,
} from '../../../src/ui/standing-rows.ts';

const span = (first: number, last: number): Span => ({ first, last });
const whole = (first: number, last: number): Standing => ({ first, last, begun: null });

/** What stands frame after frame, until it is all that is wanted: `first-last`, and a dot for each missing piece. */
function frames(stands: Standing, wanted: Span, seen: Span, pieces: number): string[] {
  const shown: string[] = [];
  let now = stands;
  do {
    now = nextStanding(now, wanted, seen, pieces);
    shown.push(`${now.first}-${now.last}${'.'.repeat(now.begun === null ? 0 : pieces - now.begun.pieces)}`);
  } while (shown.length < 20 && (now.first > wanted.first || now.last < wanted.last || now.begun !== null));
  return shown;
}

test('what is seen comes first, then what is near, a piece in each frame', () => {
  expect(frames(whole(2, 8), span(2, 12), span(6, 10), 1)).toEqual(['2-9', '2-10', '2-11', '2-12']);
  expect(frames(whole(6, 12), span(2, 12), span(4, 8), 1)).toEqual(['5-12', '4-12', '3-12', '2-12']);
  expect(frames(whole(2, 10), span(2, 12), span(6, 10), 3)).toEqual([
    '2-11..',
    '2-11.',
    '2-11',
    '2-12..',
    '2-12.',
    '2-12',
  ]);
});

test('after a jump it begins with the first row that is seen', () => {
  expect(frames(whole(0, 8), span(498, 504), span(500, 502), 1)).toEqual([
    '500-500',
    '500-501',
    '500-502',
    '500-503',
    '500-504',
    '499-504',
    '498-504',
  ]);
  expect(frames(whole(8, 9), span(0, 1), span(0, 0), 2)).toEqual(['0-0.', '0-0', '0-1.', '0-1']);
});

test('what is no longer wanted goes once the rest stands, or at once when it is far away', () => {
  expect(nextStanding(whole(8, 22), span(10, 20), span(12, 18), 1)).toEqual(whole(10, 20));
  expect(nextStanding(whole(0, 50), span(10, 20), span(12, 18), 1)).toEqual(whole(10, 20));
  const wanted = span(2, 12);
  let stands = whole(0, 11);
  const shown: (number | undefined)[][] = [];
  for (const _ of [1, 2, 3]) {
    stands = nextStanding(stands, wanted, span(6, 10), 2);
    shown.push([stands.first, stands.last, stands.begun?.pieces]);
  }
  expect(shown).toEqual([
    [0, 12, 1],
    [0, 12, undefined],
    [2, 12, undefined],
  ]);
  expect(nextStanding(whole(0, 11), span(10, 20), span(12, 18), 1)).toEqual(whole(6, 12));
  expect(nextStanding(whole(10, 12), span(0, 9), span(2, 8), 1), 'nothing seen stands').toEqual(whole(2, 2));
});

test('a row that goes is no longer begun', () => {
  const begun = { ...whole(4, 11), begun: { row: 11, pieces: 1 } };
  expect(stillWanted(begun, span(6, 20))).toEqual({ ...begun, first: 6 });
  expect(stillWanted(begun, span(2, 8))).toEqual(whole(4, 8));
  expect(stillWanted(begun, span(12, 20))).toBeNull();
});

test('once all that is wanted stands, nothing changes', () => {
  const stands = whole(2, 12);
  expect(isSame(nextStanding(stands, span(2, 12), span(6, 10), 3), stands)).toBe(true);
  const begun = { ...whole(2, 11), begun: { row: 11, pieces: 1 } };
  expect(isSame(nextStanding(begun, span(2, 12), span(6, 10), 3), begun)).toBe(false);
});

test('rows are where their height says, and the nearest stands for what is beyond the list', () => {
  const rows = { count: 10, pitchPx: 100 };
  expect(rowsBetween(250, 549, rows)).toEqual(span(2, 5));
  expect(rowsBetween(200, 400, rows)).toEqual(span(2, 4));
  expect(rowsBetween(-900, -100, rows), 'above its top').toEqual(span(0, 0));
  expect(rowsBetween(-300, 50, rows)).toEqual(span(0, 0));
  expect(rowsBetween(1_500, 2_000, rows), 'below its end').toEqual(span(9, 9));
  expect(withNear(span(1, 8), 2, 10)).toEqual(span(0, 9));
  expect(withNear(span(4, 5), 2, 10)).toEqual(span(2, 7));
});
