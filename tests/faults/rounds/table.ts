import type { Played } from './engine-run.ts';

/** Rows of cells as text, each column as wide as its widest cell; the first row is the header. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')).join('\n');
}

/** Quantile by nearest rank; 0 if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

const heads = [
  ...[
    'engine',
    'rounds',
    'decisions',
    'killed',
    'stopped',
    'applied',
    'lost',
    'doubled',
    'reordered',
    'stuck',
    'other',
  ],
  ...['median', 'p95', 'longest wait, ms'],
];

/** Totals of one engine's rounds. The waits are each round's longest, from the network's return to the last effect. */
function rowOf(name: string, played: readonly Played[]): string[] {
  const results = played.flatMap(({ result }) => (result ? [result] : []));
  const sum = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((total, each) => total + of(each), 0);
  const known = ['lost', 'duplicated', 'reordered', 'stuck'] as const;
  const broken = known.map((law) => sum(({ violations }) => violations[law].length));
  const all = played.reduce((total, { findings }) => total + findings.length, 0);
  const waits = results.flatMap(({ waitsMs }) => (waitsMs.length > 0 ? [Math.max(...waitsMs)] : []));
  return [
    name,
    ...[
      played.length,
      ...[sum(({ decisions }) => decisions), sum(({ killed }) => killed), sum(({ stopped }) => stopped)],
      sum(({ applied }) => applied),
      ...broken,
      all - broken.reduce((total, each) => total + each, 0),
      ...[0.5, 0.95, 1].map((share) => quantile(waits, share)),
    ].map(String),
  ];
}

/** All engines' figures as a table. */
export function tableOf(engines: ReadonlyMap<string, readonly Played[]>): string {
  return aligned([heads, ...[...engines].map(([name, played]) => rowOf(name, played))]);
}
