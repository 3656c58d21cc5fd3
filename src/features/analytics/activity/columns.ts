import * as v from 'valibot';
import type { PostAnalytics } from '#contract/brand/analytics.ts';

/** The table's columns in order. The creator is always shown, since each row needs a name. */
export const columns = [
  { key: 'video', label: 'Video' },
  { key: 'posted', label: 'Date Posted' },
  { key: 'views', label: 'Views' },
  { key: 'likes', label: 'Likes' },
  { key: 'comments', label: 'Comments' },
  { key: 'shares', label: 'Shares' },
] as const;

export type ColumnKey = (typeof columns)[number]['key'];

export const figureOf: Readonly<Partial<Record<ColumnKey, (post: PostAnalytics) => number>>> = {
  views: ({ viewCount }) => viewCount,
  likes: ({ likeCount }) => likeCount,
  comments: ({ commentCount }) => commentCount,
  shares: ({ shareCount }) => shareCount,
};

const version = 1;
const storedSchema = v.object({ version: v.literal(version), hidden: v.array(v.string()) });
const storageKeyOf = (table: string) => `afield-columns-${table}`;
const keys = columns.map(({ key }) => key);

/** Visible columns of a table on this device; all of them if nothing valid is stored. */
export function readShownColumns(table: string): readonly ColumnKey[] {
  const hidden = readHidden(table);
  return keys.filter((key) => !hidden.includes(key));
}

function readHidden(table: string): readonly string[] {
  try {
    return v.parse(storedSchema, JSON.parse(localStorage.getItem(storageKeyOf(table)) ?? 'null')).hidden;
  } catch {
    return [];
  }
}

/** Stores on this device which columns of a table are visible. */
export function writeShownColumns(table: string, shown: readonly ColumnKey[]): void {
  const hidden = keys.filter((key) => !shown.includes(key));
  try {
    localStorage.setItem(storageKeyOf(table), JSON.stringify({ version, hidden }));
  } catch {
    // If the storage is full or disabled, the choice lasts until the page is closed.
  }
}
