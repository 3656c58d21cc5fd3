import { type RefObject, useCallback } from 'react';
import { useLeftOffset } from '#app/left-offset.ts';
import type { PostAnalytics } from '#contract/analytics.ts';
import { useListPlace } from '#ui/list-place.ts';
import { type PlacedRow, useWindowRows } from '#ui/window-rows.ts';
import { postKey } from './post-cells.tsx';

interface Given {
  posts: readonly PostAnalytics[];
  rowRem: number;
  gapRem?: number;
  pieces: number;
  /** The first and the last row that are near the window. */
  onShown: (first: number, last: number) => void;
}

interface PostRow extends PlacedRow {
  key: number;
  post: PostAnalytics;
}

interface PostRows {
  /** For the element whose top is the first row's. */
  ref: RefObject<HTMLDivElement | null>;
  rows: PostRow[];
  heightPx: number;
}

const near = 2;
/** Its picture is a post's last piece, and fetched for those alone that one doesn't race past. */
const picture = 1;

/** Of all posts those near the window. */
export function usePostRows({ posts, ...given }: Given): PostRows {
  const { ref, place } = useListPlace();
  const { rows, heightPx } = useWindowRows({
    ...given,
    piecesAtOnce: given.pieces - picture,
    place,
    list: ref,
    count: posts.length,
    keyOf: useCallback((row) => (posts[row] ? postKey(posts[row]) : ''), [posts]),
    near,
    startsAt: useLeftOffset(),
  });
  return {
    ref,
    rows: rows.flatMap(({ slot, ...row }) => {
      const post = posts[row.index];
      return post ? [{ ...row, post, key: slot }] : [];
    }),
    heightPx,
  };
}
