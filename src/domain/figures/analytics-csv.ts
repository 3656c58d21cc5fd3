import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { csvLine, csvStart } from '../statements/csv-line.ts';
import { fileNamePart } from '../statements/file-name.ts';
import type { Period } from '../time/period.ts';

/** Columns of an export, in order. */
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

/** Header line of an export. */
export const analyticsCsvStart = (): string => csvStart(analyticsCsvColumns);

/** Posts as CSV lines (RFC 4180), to be appended to {@link analyticsCsvStart}. */
export const analyticsCsvLines = (rows: readonly PostAnalytics[]): string =>
  rows.map((row) => csvLine(analyticsCsvColumns.map((column) => row[column]))).join('');

/** `Afield_Analytics_{name}_{since}_{until}.csv`, safe on any file system. The name is a brand's or a campaign's. */
export const analyticsFileName = (name: string, { since, until }: Period): string =>
  `Afield_Analytics_${fileNamePart(name)}_${since}_${until}.csv`;
