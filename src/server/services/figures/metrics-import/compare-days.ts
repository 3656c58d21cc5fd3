import type { Figures } from '#domain/figures/analytics.ts';
import type { PostMetrics } from './posts/post-metrics.ts';
import type { Warning } from './report.ts';
import { countColumns } from './rows/metric-row.ts';
import type { Metric } from './rows/read-metrics.ts';
import type { StoredDay } from './stored-figures.ts';

/** A post's days in a file, compared with the stored days. */
export interface DayComparison {
  new: Metric[];
  corrected: Metric[];
  unchanged: Metric[];
  /** Days that an earlier part of the file already contained. */
  repeated: Metric[];
  /** Cumulative figures shouldn't fall: the platform removed some views, or a row is wrong. */
  falls: Warning[];
}

/** @param stored figures by day, before the import */
export function compareDays({ days }: PostMetrics, stored: ReadonlyMap<string, StoredDay>): DayComparison {
  const compared: DayComparison = { new: [], corrected: [], unchanged: [], repeated: [], falls: [] };
  for (const metric of days) {
    const before = stored.get(metric.day);
    if (before === undefined) compared.new.push(metric);
    else if (before.isOurs) compared.repeated.push(metric);
    else if (countColumns.every((column) => before[column] === metric.counts[column])) compared.unchanged.push(metric);
    else compared.corrected.push(metric);
  }
  compared.falls = fallsOf(days, stored);
  return compared;
}

interface Snapshot {
  day: string;
  counts: Figures;
  /** Line in the file; null for a stored day that isn't in it. */
  line: number | null;
}

/** Returns all falls between adjacent days of which at least one is in the file. */
function fallsOf(days: readonly Metric[], stored: ReadonlyMap<string, Figures>): Warning[] {
  const snapshots = new Map<string, Snapshot>();
  for (const [day, counts] of stored) snapshots.set(day, { day, counts, line: null });
  for (const metric of days) snapshots.set(metric.day, metric);
  const inOrder = [...snapshots.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  return inOrder.flatMap((later, at) => {
    const earlier = inOrder[at - 1];
    const line = later.line ?? earlier?.line ?? null;
    if (earlier === undefined || line === null) return [];
    const fallen = countColumns.filter((column) => later.counts[column] < earlier.counts[column]);
    if (fallen.length === 0) return [];
    const falls = fallen.map((column) => `${column} ${earlier.counts[column]} to ${later.counts[column]}`);
    return [{ line, message: `Counts fall from ${earlier.day} to ${later.day}: ${falls.join(', ')}.` }];
  });
}
