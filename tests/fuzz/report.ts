import type { EndpointName } from '#contract/calls/endpoints.ts';
import type { FuzzAnswer } from './send.ts';

/** A request that broke a promise, with the data to repeat it. */
export interface Finding {
  index: number;
  name: EndpointName;
  identity: string;
  why: string;
}

const classes = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
/** Minimum share of 2xx: an endpoint that nearly always refuses was hardly tested. */
const fairShare = 0.03;
type Row = Record<(typeof classes)[number], number> & { slowestMs: number };

/** Counts responses by endpoint and status class, and prints them as a table. */
export function createReport() {
  const rows = new Map<EndpointName, Row>();
  return {
    add(name: EndpointName, { status, timeMs }: FuzzAnswer): void {
      const row = rows.get(name) ?? { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0, slowestMs: 0 };
      const kind = status === 0 ? 'none' : (`${Math.floor(status / 100)}xx` as '2xx');
      row[kind] += 1;
      row.slowestMs = Math.max(row.slowestMs, timeMs);
      rows.set(name, row);
    },
    print(): string {
      const line = (cells: readonly (string | number)[]) =>
        cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(9))).join('');
      const byName = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
      const lines = byName.map(([name, row]) =>
        line([name, ...classes.map((kind) => row[kind]), Math.round(row.slowestMs)]),
      );
      const sum = classes.map((kind) => byName.reduce((total, [, row]) => total + row[kind], 0));
      const slowest = Math.round(Math.max(...byName.map(([, { slowestMs }]) => slowestMs)));
      const seldom = byName.flatMap(([name, row]) => {
        const asked = classes.reduce((total, kind) => total + row[kind], 0);
        return row['2xx'] < fairShare * asked ? [name] : [];
      });
      return [
        ...[line(['call', ...classes, 'ms']), ...lines, line(['all', ...sum, slowest])],
        `Answered 2xx in less than ${fairShare * 100} %: ${seldom.join(', ') || 'none'}.`,
      ].join('\n');
    },
  };
}
