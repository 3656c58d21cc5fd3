import { quantile } from '../measures.ts';
import type { ManyReport } from './main.ts';
import type { Write } from './writes.ts';

const goalMs = 10_000;
const maxFaults = 20;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const ms = (values: readonly number[], share: number) =>
  values.length === 0 ? '–' : `${Math.round(quantile(values, share))} ms`;

/** The figures and the verdict, as text. */
export function manyText(report: ManyReport): string {
  const { machine, options, versions, times, writes, verdict, faults } = report;
  const { cpu, cores, node, load } = machine;
  const phases: [string, (write: Write) => boolean][] = [
    ['before the kill', ({ tappedAt }) => tappedAt < times.killedAt],
    ['without a primary', ({ tappedAt }) => tappedAt >= times.killedAt && tappedAt < servingAt(report)],
    ['after the first write', ({ tappedAt }) => tappedAt >= servingAt(report)],
  ];
  const row = (name: string, ...cells: (string | number)[]) =>
    `  ${name.padEnd(40)}${cells.map((cell) => String(cell).padStart(12)).join('')}`;
  return [
    `${cores} × ${cpu}, Node ${node}; load ${load.before} before, ${load.after} after`,
    `${options.phones} phones of ${options.brands} brands, two servers, PgBouncer and HAProxy, two ${versions}`,
    options.synchronous
      ? `Synchronous replication; the standby was cut off for ${seconds(options.behindMs)} before the kill`
      : `Asynchronous replication; the standby was ${seconds(options.behindMs)} behind at the kill`,
    '',
    row('writes', writes.length),
    row('answered with success', verdict.answered),
    row('unknown for a time, settled by a retry', verdict.settledByRetry),
    row('unknown at the end', verdict.open),
    row('refused', verdict.refused),
    row('answered, and lost with the log’s end', verdict.lost),
    row('doubled', verdict.doubled),
    row('requests of the feed', report.polls),
    row('phones refilled', report.phonesRefilled),
    row('refills put off with 429', report.postponed),
    row('both servers ready after the promotion', seconds(times.readyMs), `goal ${seconds(goalMs)}`),
    row('first write after the promotion', seconds(times.firstWriteMs), `goal ${seconds(goalMs)}`),
    '',
    row('from the tap to the answer', 'writes', 'p50', 'p95'),
    ...phases.map(([name, isIn]) => {
      const took = writes
        .filter(isIn)
        .flatMap(({ tappedAt, answeredAt }) => (answeredAt === null ? [] : [answeredAt - tappedAt]));
      return row(name, took.length, ms(took, 0.5), ms(took, 0.95));
    }),
    '',
    ...faults.slice(0, maxFaults).map((fault) => `  ✗ ${fault}`),
    ...(faults.length > maxFaults ? [`  … and ${faults.length - maxFaults} more`] : []),
    faults.length === 0
      ? 'Every rule holds: no unexplained loss, nothing doubled, the books agree, and every copy is as the server’s.'
      : `${faults.length} breaches of the rules.`,
  ].join('\n');
}

const servingAt = ({ times }: ManyReport) => times.promotedAt + times.firstWriteMs;
