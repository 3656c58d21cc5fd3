import { importMetrics } from '#server/services/figures/metrics-import/import-metrics.ts';
import { metricColumns } from '#server/services/figures/metrics-import/rows/metric-row.ts';
import { noLookups } from '#server/services/posts/lookups/look-up.ts';
import type { TestServer } from '../servers/server.ts';

type Column = (typeof metricColumns)[number];
export type Row = Partial<Record<Column, string | number>>;

const videoId = (video: string) => video.padEnd(11, '0');
/** Address of a video by its short name in a test. */
export const videoUrl = (video: string) => `https://www.youtube.com/watch?v=${videoId(video)}`;

/** A row with a video's views on a day, and a tenth of them as likes. */
export const row = (video: string, forDate: string, viewCount: number, more: Row = {}): Row => ({
  finalPostUrl: videoUrl(video),
  socialPlatform: 'YOUTUBE',
  socialUsername: 'Ada',
  forDate,
  viewCount,
  likeCount: Math.floor(viewCount / 10),
  commentCount: 1,
  shareCount: '',
  ...more,
});

/** A metrics file, with its columns in the order given. */
export function metricsFile(rows: readonly Row[], columns: readonly Column[] = metricColumns): string {
  const lines = rows.map((cells) => columns.map((column) => cells[column] ?? '').join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

/** Splits a file into chunks, as from a disk or a socket. */
export async function* pieces(content: string | Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type ImportContext = Parameters<typeof importMetrics>[0];

interface Options {
  dryRun?: boolean;
  /** Creates missing creators and offers unless false. */
  makeMissing?: boolean;
  pieceBytes?: number;
}

/** Imports the content of a metrics file into a campaign. */
export const importContent = (
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  campaignId: string,
  content: string | Uint8Array,
  { dryRun = false, makeMissing = true, pieceBytes, ...context }: Partial<ImportContext> & Options = {},
) =>
  importMetrics(
    { db, now: clock.now, lookUpPost: noLookups, ...context },
    { campaignId, dryRun, makeMissing },
    pieces(content, pieceBytes),
  );
