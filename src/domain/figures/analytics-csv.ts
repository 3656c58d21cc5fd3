import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { csvLine, csvStart } from '../statements/csv-line.ts';
import { fileNamePart } from '../statements/file-name.ts';
import type { Period } from '../time/period.ts';

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

/** `Afield_Analytics_{name}_{since}_{until}.csv`, for a brand or a campaign of this name, on any file system. */
export const analyticsFileName = (name: string, { since, until }: Period): string =>
  `Afield_Analytics_${fileNamePart(name)}_${since}_${until}.csv`;
