import type { Measured, ServerReport } from './bench.ts';

const grouped = (n: number) => n.toLocaleString('en-US');
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
const cells = (values: readonly string[]) => values.map((value) => value.padStart(12)).join('');

/** All measured figures as text. */
export function reportText({ machine, measured }: ServerReport): string {
  const { cpu, cores, node, load } = machine;
  const head = `${cores} × ${cpu}, Node ${node}; load ${load.before} before, ${load.after} after`;
  return [head, ...measured.map(section)].join('\n\n');
}

function section({ database, filled, fillSeconds, figures, calls, imports }: Measured): string {
  const { campaigns, posts, snapshots } = filled;
  const { first, far, farPage } = figures.pages;
  const row = (name: string, ...values: string[]) => `  ${name.padEnd(48)}${cells(values)}`;
  const short = (path: string) =>
    path
      .replace('/brand/v1.0/', '')
      .replace(/_[0-9A-Z]{26}/g, '_…')
      .replace(/cursor=.*/, 'cursor=…')
      .slice(0, 46);
  return [
    `${database}: ${grouped(snapshots)} snapshots of ${grouped(posts)} posts in ${campaigns} campaigns`,
    `(put there in bulk and counted in ${fillSeconds.toFixed(0)} s: ${grouped(Math.round(snapshots / fillSeconds))} rows/s)`,
    '',
    row('Figures, medians', 'rollups', 'raw rows', 'ratio'),
    ...figures.compared.map((each) => row(each.name, ms(each.ms), ms(each.rawMs), (each.rawMs / each.ms).toFixed(1))),
    row('a page of posts as it is answered', 'page 1', `page ${farPage}`, 'ratio'),
    row('', ms(first), ms(far), (far / first).toFixed(2)),
    '',
    row('Calls, 8 at once', 'per second', 'p50', 'p99'),
    ...calls.map((call) => row(short(call.path), grouped(call.perSecond), ms(call.p50), ms(call.p99))),
    '',
    row('Imports', 'rows', 'rows/s', 'memory'),
    ...imports.flatMap(({ name, rows, rowsPerSecond, memoryMb, tenths }) => [
      row(name, grouped(rows), grouped(rowsPerSecond), `+${memoryMb} MB`),
      ...(tenths === null
        ? []
        : [row('  its first tenth', '', grouped(tenths.firstPerSecond), `+${tenths.firstMb} MB`)]),
      ...(tenths === null ? [] : [row('  its last tenth', '', grouped(tenths.lastPerSecond), '')]),
    ]),
  ].join('\n');
}
