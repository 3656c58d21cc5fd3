import { type RefObject, useEffect } from 'react';
import { useLeftOffset } from '../../../api/left-offset.ts';
import { useListPlace } from '../../../ui/list-place.ts';
import { useWindowRows, type WindowRow } from '../../../ui/window-rows.ts';

interface Given {
  count: number;
  rowRem: number;
  gapRem?: number;
  pieces?: number;
  /** The first and the last row that are near the window. */
  onShown: (first: number, last: number) => void;
}

interface PostRows {
  /** For the element whose top is the first row's. */
  ref: RefObject<HTMLDivElement | null>;
  rows: WindowRow[];
  heightPx: number;
}

const near = 2;

/** Of all posts those near the window. */
export function usePostRows({ onShown, ...given }: Given): PostRows {
  const { ref, place } = useListPlace();
  const { rows, heightPx } = useWindowRows({ ...given, place, near, startsAt: useLeftOffset() });
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  useEffect(() => onShown(first, last), [onShown, first, last]);
  return { ref, rows, heightPx };
}
