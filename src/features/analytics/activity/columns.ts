import * as v from 'valibot';
import type { PostAnalytics } from '#contract/brand/analytics.ts';

/** The table's columns in their order. The creator is always shown: a row needs a name. */
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

/** Columns of a table that are shown on this device; all of them where nothing that can be read was stored. */
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

/** Keeps on this device which columns of a table are shown. */
export function writeShownColumns(table: string, shown: readonly ColumnKey[]): void {
  const hidden = keys.filter((key) => !shown.includes(key));
  try {
    localStorage.setItem(storageKeyOf(table), JSON.stringify({ version, hidden }));
  } catch {
    // Storage that is full or forbidden: the choice holds as long as the page.
  }
}
