// This module computes a metrics file's figures independently, so that it shares no bugs with the product.
import { readFileSync } from 'node:fs';

export type Counts = [views: number, likes: number, comments: number];

export interface PlainRow {
  line: number;
  url: string;
  name: string;
  day: string;
  counts: Counts;
}

/** Usable rows of a file, and the lines of the others, which have links broken by a spreadsheet, or invalid days. */
export function readPlainly(file: string): { good: PlainRow[]; bad: number[] } {
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((text, at): PlainRow => {
      // Only names may contain commas, so the cells at both ends of the line are safe to cut.
      const cells = text.split(',');
      const [url = ''] = cells;
      const [day = '', ...counts] = cells.slice(-5, -1);
      const name = cells
        .slice(2, -5)
        .join(',')
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"');
      return { line: at + 2, url, name, day, counts: counts.map(Number) as Counts };
    });
  const isGood = ({ url, day }: PlainRow) => !url.includes('#NAME?') && /^2017-\d\d-\d\d$/.test(day);
  return { good: rows.filter(isGood), bad: rows.filter((row) => !isGood(row)).map(({ line }) => line) };
}

/** Last row of each video up to the end of a day; of two rows for one day, the later line counts. */
function lastRows(rows: readonly PlainRow[], until: string): Map<string, PlainRow> {
  const last = new Map<string, PlainRow>();
  for (const row of rows) {
    const known = last.get(row.url);
    if (row.day <= until && (known === undefined || row.day >= known.day)) last.set(row.url, row);
  }
  return last;
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const less = (a: Counts, b: Counts): Counts => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Totals of all videos at the end of a day. */
export function totalsOn(rows: readonly PlainRow[], until: string): Counts {
  const all = [...lastRows(rows, until).values()];
  const sum = (at: 0 | 1 | 2) => all.reduce((total, { counts }) => total + counts[at], 0);
  return [sum(0), sum(1), sum(2)];
}

/** Gains of all videos from the start of one day to the end of another. */
export const gained = (rows: readonly PlainRow[], since: string, until: string): Counts =>
  less(totalsOn(rows, until), totalsOn(rows, dayBefore(since)));

/** Days with a gain or a loss, and its counts. */
export function gainedByDay(rows: readonly PlainRow[], since: string, until: string): [day: string, ...Counts][] {
  const days: [string, ...Counts][] = [];
  for (let day = since; day <= until; day = nextDay(day)) {
    const counts = gained(rows, day, day);
    if (counts.some((count) => count !== 0)) days.push([day, ...counts]);
  }
  return days;
}

interface PlainPost {
  url: string;
  /** The creator's name in the video's first row. */
  name: string;
  firstDay: string;
  lastDay: string;
  counts: Counts;
}

/** Videos with a row inside the period, each with its gains. */
export function postsIn(rows: readonly PlainRow[], since: string, until: string): Map<string, PlainPost> {
  const before = lastRows(rows, dayBefore(since));
  const first = new Map<string, PlainRow>();
  for (const row of rows) if (row.day < (first.get(row.url)?.day ?? '9')) first.set(row.url, row);
  const within = [...lastRows(rows, until).values()].filter(({ day }) => day >= since);
  return new Map(
    within.map(({ url, day, counts, name }) => [
      url,
      {
        url,
        name: first.get(url)?.name ?? name,
        firstDay: first.get(url)?.day ?? day,
        lastDay: day,
        counts: less(counts, before.get(url)?.counts ?? [0, 0, 0]),
      },
    ]),
  );
}
