import { expect, test } from 'vitest';
import { nextSpan, type Span } from '../../../src/ui/few-at-once.ts';

const span = (first: number, last: number): Span => ({ first, last });

/** What stands frame after frame, until it is all that is wanted. */
function frames(stands: Span | null, wanted: Span, seen: Span, few: number): string[] {
  const shown: string[] = [];
  let now = stands;
  do {
    now = nextSpan(now, wanted, seen, few);
    shown.push(`${now.first}-${now.last}`);
  } while (shown.length < 20 && (now.first > wanted.first || now.last < wanted.last));
  return shown;
}

test('what is seen comes first, then what is near, a few in each frame', () => {
  expect(frames(span(0, 8), span(2, 12), span(6, 10), 2)).toEqual(['2-10', '2-12']);
  expect(frames(span(6, 14), span(2, 12), span(4, 8), 2)).toEqual(['4-12', '2-12']);
});

test('after a jump it begins with the first row that is seen', () => {
  expect(frames(span(0, 8), span(496, 512), span(500, 508), 4)).toEqual([
    '500-503',
    '500-507',
    '500-508',
    '500-512',
    '496-512',
  ]);
  expect(frames(null, span(0, 3), span(0, 2), 2)).toEqual(['0-1', '0-2', '0-3']);
});

test('what is no longer wanted goes at once, and nothing is left out in between', () => {
  expect(nextSpan(span(0, 50), span(10, 20), span(12, 18), 1)).toEqual(span(10, 20));
  expect(nextSpan(span(0, 11), span(10, 20), span(12, 18), 3)).toEqual(span(10, 14));
});
