import type { PostAnalytics } from '#contract/analytics.ts';
import type { Period } from './period.ts';

/** The columns of an export, in their order. */
export const analyticsCsvColumns = [
  'offerId',
  'postedAt',
  'forDate',
  'updatedAt',
  'finalPostUrl',
  'socialPlatform',
  'socialUsername',
  'userFirstName',
  'userLastName',
  'campaignId',
  'campaignName',
  'brandId',
  'brandName',
  'viewCount',
  'likeCount',
  'commentCount',
  'shareCount',
] as const satisfies (keyof PostAnalytics)[];

/** A spreadsheet would run what begins so (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\t\r]/;
/** Characters that would end a cell, and blanks at its ends, which some readers take away. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A cell: text as text that no spreadsheet runs, a number as it is, with its minus. */
function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** First line of a file: the byte order mark, by which spreadsheets know UTF-8, and the names of the columns. */
export const analyticsCsvStart = (): string => `\uFEFF${lineOf(analyticsCsvColumns)}`;

/** Rows of posts as lines of comma-separated values (RFC 4180), to come behind {@link analyticsCsvStart}. */
export const analyticsCsvLines = (rows: readonly PostAnalytics[]): string =>
  rows.map((row) => lineOf(analyticsCsvColumns.map((column) => row[column]))).join('');

/** Characters that some file system refuses, that hide or turn round the letters beside them, and halves of letters. */
const notInNames = /[<>:"/\\|?*\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;
/** File systems take 255 bytes or letters; the rest of the name has 43, and a letter four bytes at most. */
const longestName = 50;

/** `Afield_Analytics_{name}_{since}_{until}.csv`, for a brand or a campaign of this name, on any file system. */
export function analyticsFileName(name: string, { since, until }: Period): string {
  const safe = [...name.trim().replace(notInNames, '_').replace(/\s/gu, '_')].slice(0, longestName).join('');
  return `Afield_Analytics_${safe}_${since}_${until}.csv`;
}
