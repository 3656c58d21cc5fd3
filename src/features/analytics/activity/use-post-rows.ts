import type { RefObject } from 'react';
import { useRestoredOffset } from '#app/queries/left-offset.ts';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { isNarrow, useListPlace } from '#ui/lists/list-place.ts';
import { type PlacedRow, useWindowRows } from '#ui/lists/window-rows.ts';
import { postKey } from './post-cells.tsx';

interface Params {
  posts: readonly PostAnalytics[];
  rowRem: number;
  /** Row height in a narrow list. */
  narrowRowRem?: number;
  gapRem?: number;
  /** Reports the first and the last visible row. */
  onShown: (first: number, last: number) => void;
}

interface PostRow extends PlacedRow {
  key: string;
  post: PostAnalytics;
}

interface PostRows {
  /** Ref for the element whose top is the first row's top. */
  ref: RefObject<HTMLDivElement | null>;
  rows: PostRow[];
  heightPx: number;
  isScrolling: () => boolean;
}

/** Renders only the rows near the window. */
export function usePostRows({ posts, rowRem, narrowRowRem = rowRem, ...given }: Params): PostRows {
  const { ref, place } = useListPlace();
  const keyOf = (row: number) => (posts[row] ? postKey(posts[row]) : '');
  const { rows, ...list } = useWindowRows({
    ...given,
    rowRem: isNarrow(place) ? narrowRowRem : rowRem,
    place,
    list: ref,
    count: posts.length,
    keyOf,
    startsAt: useRestoredOffset(),
  });
  return {
    ref,
    rows: rows.flatMap((row) => {
      const post = posts[row.index];
      return post ? [{ ...row, post }] : [];
    }),
    ...list,
  };
}
