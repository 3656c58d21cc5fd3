import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { type PostLink, postName } from '#domain/posts/post-link.ts';
import type { CsvRecord } from '#domain/statements/csv.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { readCsv } from '#server/services/shared/csv/read-csv.ts';
import { type FirstOf, firstOf } from '../first-of.ts';
import type { RefusedRow, Warning } from '../report.ts';
import { countColumns, type MetricColumn, type MetricRow, metricColumns, metricRowChecker } from './metric-row.ts';

export interface Metric extends MetricRow {
  line: number;
  /** The short link that the row had instead of the post's own. */
  short?: PostLink;
  /** The author that the platform named when the short link was followed. */
  author?: string | null;
}

/** Progress of reading the file, with the problems found so far. */
export interface MetricsRead {
  /** Number of data rows, including unusable ones. */
  rows: number;
  /** Number of rows replaced by a later row of the same post and day. */
  repeated: number;
  refused: FirstOf<RefusedRow>;
  warnings: FirstOf<Warning>;
  /** Notes about many rows at once; complete at the end. */
  notes: string[];
}

export const emptyProgress = ({ listed } = usualLimits): MetricsRead => ({
  ...{ rows: 0, repeated: 0, refused: firstOf(listed), warnings: firstOf(listed), notes: [] },
});

export interface ReadLimits {
  fileBytes: number;
  /** Number of figures held in memory at a time. */
  partRows: number;
  /** Maximum number of refused rows and of warnings listed; all of them are counted. */
  listed: number;
}
/** The file size allows about twenty million rows, more than a campaign can have. */
export const usualLimits: ReadLimits = { fileBytes: 2_000_000_000, partRows: 20_000, listed: 10_000 };
/** A file with more refused rows than anyone would review isn't a metrics file. */
const maxRefused = 100_000;
const maxValueLength = 120;
const shown = (value: string) => (value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value);

/** Picks a row's cells by column. */
interface Header {
  pick(cells: readonly string[]): Record<MetricColumn, string>;
}

/** Days and platforms allowed in a file's rows. */
interface MetricsOf {
  /** The last day, `YYYY-MM-DD` in UTC. */
  today: string;
  platforms: readonly SocialPlatform[];
}

/** Warns that a later line replaces an earlier one. */
export const replacedBy = ({ line: earlier }: Pick<Metric, 'line'>, line: number): Warning => ({
  line: earlier,
  message: `Line ${line} repeats this post and day, and replaces this line.`,
});

/** Identifies a post regardless of its link's form. */
export const postKeyOf = (link: PostLink) => `${link.platform} ${postName(link)}`;

/**
 * Streams a metrics file and yields its figures in parts, with one figure per post and day in each part. Memory use
 * doesn't grow with the file.
 * @param read receives refused rows, warnings and counts along the way
 * @throws {CommandError} before the first part if it isn't a table with these columns
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

  const refuse = (refused: RefusedRow) => {
    read.refused.add(refused);
    if (read.refused.total <= maxRefused) return;
    const { line, reason } = refused;
    throw new CommandError(`More than ${maxRefused} rows can't be used, the last in line ${line}: ${reason}`);
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
    // A row with another username may be refused later, so it must not replace this one.
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
  for await (const { header, records } of readCsv(bytes, { columns: metricColumns, maxBytes: fileBytes, advice })) {
    if (isFirst && header.unread.length > 0) {
      const names = header.unread.map((name) => JSON.stringify(shown(name)));
      read.notes.push(`Ignored columns: ${names.join(', ')}.`);
    }
    isFirst = false;
    for (const record of records) {
      take(record, header);
      if (byPostAndDay.size >= partRows) yield part();
    }
    // Keep the server responsive while it reads a long file.
    await yieldToEventLoop();
  }

  for (const column of countColumns) {
    const rows = blankRows.get(column);
    if (rows !== undefined)
      read.notes.push(`${column} is blank in ${rows} ${rows === 1 ? 'row' : 'rows'}: counted as 0.`);
  }
  yield part();
}
