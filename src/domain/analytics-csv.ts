import type { PostAnalytics } from '#contract/analytics.ts';
import { csvLine, csvStart } from './csv-line.ts';
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

/** First line of an export. */
export const analyticsCsvStart = (): string => csvStart(analyticsCsvColumns);

/** Rows of posts as lines of comma-separated values (RFC 4180), to come behind {@link analyticsCsvStart}. */
export const analyticsCsvLines = (rows: readonly PostAnalytics[]): string =>
  rows.map((row) => csvLine(analyticsCsvColumns.map((column) => row[column]))).join('');

/** Characters that some file system refuses, that hide or turn round the letters beside them, and halves of letters. */
const notInNames = /[<>:"/\\|?*\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;
/** File systems take 255 bytes or letters; the rest of the name has 43, and a letter four bytes at most. */
const longestName = 50;

/** `Afield_Analytics_{name}_{since}_{until}.csv`, for a brand or a campaign of this name, on any file system. */
export function analyticsFileName(name: string, { since, until }: Period): string {
  const safe = [...name.trim().replace(notInNames, '_').replace(/\s/gu, '_')].slice(0, longestName).join('');
  return `Afield_Analytics_${safe}_${since}_${until}.csv`;
}
