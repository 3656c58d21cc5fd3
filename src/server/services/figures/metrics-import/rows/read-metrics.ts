import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { type PostLink, postName } from '#domain/posts/post-link.ts';
import type { CsvRecord } from '#domain/statements/csv.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { readCsv } from '#server/services/shared/csv/read-csv.ts';
import { type FirstOf, firstOf } from '../first-of.ts';
import type { Refused, Warning } from '../report.ts';
import { countColumns, type MetricColumn, type MetricRow, metricColumns, metricRowChecker } from './metric-row.ts';

export interface Metric extends MetricRow {
  line: number;
  /** The short link that the row had in place of the post's own. */
  short?: PostLink;
  /** The author that the platform named when the short link was followed. */
  author?: string | null;
}

/** The part of a file that was read so far, and its faults. */
export interface MetricsRead {
  /** Rows of data, used or not. */
  rows: number;
  /** Rows of a post and day that come again later. */
  repeated: number;
  refused: FirstOf<Refused>;
  warnings: FirstOf<Warning>;
  /** Remarks on many rows at once; complete at the end. */
  notes: string[];
}

export const nothingRead = ({ listed } = usualLimits): MetricsRead => ({
  ...{ rows: 0, repeated: 0, refused: firstOf(listed), warnings: firstOf(listed), notes: [] },
});

export interface ReadLimits {
  /** The longest file that is taken. */
  fileBytes: number;
  /** Number of figures held in memory at a time. */
  partRows: number;
  /** Number of refused rows and of warnings that are listed; all of them are counted. */
  listed: number;
}
/** About twenty million rows: beyond what a campaign can have. */
export const usualLimits: ReadLimits = { fileBytes: 2_000_000_000, partRows: 20_000, listed: 10_000 };
/** More than anyone would look through: such a file isn't a metrics file. */
const mostRefused = 100_000;
const longestValue = 120;
const shown = (value: string) => (value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);

/** Takes a row's cells by their columns. */
interface Header {
  pick(cells: readonly string[]): Record<MetricColumn, string>;
}

/** Days and platforms that a file's rows can be of. */
interface MetricsOf {
  /** The last day, `YYYY-MM-DD` in UTC. */
  today: string;
  /** The campaign's platforms. */
  platforms: readonly SocialPlatform[];
}

/** Warns that a later line counts in place of an earlier one. */
export const replacedBy = ({ line: earlier }: Pick<Metric, 'line'>, line: number): Warning => ({
  line: earlier,
  message: `Line ${line} repeats this post and day, and replaces this line.`,
});

/** Identity of a post, whatever the form of its link. */
export const postKeyOf = (link: PostLink) => `${link.platform} ${postName(link)}`;

/**
 * Reads a metrics file as it comes, and gives its figures part by part, in each of them one for a post and day: memory doesn't
 * grow with the file.
 * @param read called with everything else meanwhile
 * @throws {CommandError} if it isn't a table with these columns: before the first part
 */
export async function* readMetrics(
  bytes: AsyncIterable<Uint8Array>,
  { today, platforms }: MetricsOf,
  read: MetricsRead,
  { fileBytes, partRows }: ReadLimits = usualLimits,
): AsyncGenerator<Metric[]> {
  const check = metricRowChecker(today);
  const byPostAndDay = new Map<string, Metric>();
  const blankRows = new Map<MetricColumn, number>();

  const refuse = (refused: Refused) => {
    read.refused.add(refused);
    if (read.refused.total <= mostRefused) return;
    const { line, reason } = refused;
    throw new CommandError(`More than ${mostRefused} rows can't be used, the last in line ${line}: ${reason}`);
  };
  const take = ({ line, cells, problem }: CsvRecord, { pick }: Header) => {
    read.rows += 1;
    if (problem !== null) {
      refuse({ line, reason: problem, value: '' });
      return;
    }
    const checked = check(pick(cells));
    if ('reason' in checked) {
      refuse({ line, reason: checked.reason, value: shown(checked.value) });
      return;
    }
    const metric = { line, ...checked.row };
    const { platform } = metric.link;
    if (!platforms.includes(platform)) {
      refuse({ line, reason: `socialPlatform: The campaign isn’t on ${platform}.`, value: platform });
      return;
    }
    for (const column of metric.blank) blankRows.set(column, (blankRows.get(column) ?? 0) + 1);
    // A row of another account may be refused later, and must not replace this one's.
    const key = `${postKeyOf(metric.link)} ${metric.day} ${metric.username.toLowerCase()}`;
    const earlier = byPostAndDay.get(key);
    if (earlier !== undefined) {
      read.repeated += 1;
      read.warnings.add(replacedBy(earlier, line));
    }
    byPostAndDay.set(key, metric);
  };
  const part = () => {
    const metrics = [...byPostAndDay.values()];
    byPostAndDay.clear();
    return metrics;
  };

  let isFirst = true;
  const advice = '; split it into several files';
  for await (const { header, records } of readCsv(bytes, { columns: metricColumns, mostBytes: fileBytes, advice })) {
    if (isFirst && header.unread.length > 0) {
      const names = header.unread.map((name) => JSON.stringify(shown(name)));
      read.notes.push(`Ignored columns: ${names.join(', ')}.`);
    }
    isFirst = false;
    for (const record of records) {
      take(record, header);
      if (byPostAndDay.size >= partRows) yield part();
    }
    // Keep the server answering while it reads a long file.
    await yieldToEventLoop();
  }

  for (const column of countColumns) {
    const rows = blankRows.get(column);
    if (rows !== undefined)
      read.notes.push(`${column} is blank in ${rows} ${rows === 1 ? 'row' : 'rows'}: counted as 0.`);
  }
  yield part();
}
