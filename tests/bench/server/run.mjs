// npm run bench:server -- [--quick] [--snapshots N,N] [--databases embedded,postgres] [--import-rows N] [--json FILE]
// measures the server's speed with this many snapshots, both from rollups and from raw rows. PostgreSQL is measured if
// TEST_DATABASE_URL is set, in a new database, which is dropped at the end. Times never fail the run.
//   npm run bench:server -- --phones N [--seconds N] [--most-phones N] [--json FILE]
// measures one process with N phones that poll and decide, and searches for the limit.
//   npm run bench:server -- --streams N [--quick] [--json FILE]
// measures the time from a change to the event on N streams, with one process and with two on one PostgreSQL:
// TEST_DATABASE_URL's, or one that it starts.
//   npm run bench:server -- --backups N [--json FILE]
// measures the backup of a brand with N snapshots, its size, and its restore, across the kinds of databases.
//   npm run bench:server -- --many [--phones N] [--brands N] [--seconds N] [--behind-ms N] [--synchronous] [--json FILE]
// kills the primary of two PostgreSQL under the load of N phones, promotes the standby, and
// compares the phones' responses with the database. It exits with 1 if a write is duplicated or lost without reason, or if a
// phone's data differs from the server's.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildIfStale, installIfStale } from '#cli/set-up.mjs';
import { numberOption } from '#tests/support/runs/number-option.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    snapshots: { type: 'string' },
    databases: { type: 'string' },
    'import-rows': { type: 'string' },
    phones: { type: 'string' },
    streams: { type: 'string' },
    backups: { type: 'string' },
    many: { type: 'boolean', default: false },
    brands: { type: 'string' },
    'behind-ms': { type: 'string' },
    synchronous: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    'most-phones': { type: 'string' },
    json: { type: 'string' },
  },
});

installIfStale();
buildIfStale();
register();
const say = (/** @type {string} */ text) => console.error(text);
const phones = numberOption(values, 'phones');
const streams = numberOption(values, 'streams');
const backups = numberOption(values, 'backups');

/**
 * Reports the figures added by `measure`.
 * @param {(add: import('../report.ts').Add) => Promise<unknown>} measure
 */
async function reportOf(measure) {
  const { adderTo, loadNow, machineOf, reportText } = await import('../report.ts');
  const loadBefore = loadNow();
  /** @type {import('../report.ts').Figure[]} */
  const figures = [];
  await measure(adderTo(figures));
  const report = { machine: machineOf('no browser', loadBefore), figures };
  return { report, text: reportText(report) };
}

async function measureStreams(/** @type {number} */ count) {
  const { measureStreams } = await import('./streams.ts');
  return reportOf((add) => measureStreams({ streams: count, quick: values.quick, add, say }));
}

async function measureBackups(/** @type {number} */ snapshots) {
  const { measureBackups } = await import('./backups.ts');
  return reportOf((add) => measureBackups({ snapshots, add, say }));
}

async function measurePhones(/** @type {number} */ count) {
  const { phonesText, runPhonesBench } = await import('./phones.ts');
  const seconds = numberOption(values, 'seconds') ?? 60;
  const maxPhones = numberOption(values, 'most-phones') ?? 3_200;
  const report = await runPhonesBench({ phones: count, seconds, maxPhones, say });
  return { report, text: phonesText(report) };
}

async function measureMany() {
  const { runMany } = await import('./many/main.ts');
  const { manyText } = await import('./many/report.ts');
  const report = await runMany({
    phones: phones ?? 1_000,
    brands: numberOption(values, 'brands') ?? 40,
    seconds: numberOption(values, 'seconds') ?? 60,
    behindMs: numberOption(values, 'behind-ms') ?? 1_000,
    synchronous: values.synchronous,
    say,
  });
  if (report.faults.length > 0) process.exitCode = 1;
  return { report, text: manyText(report) };
}

async function measureFigures() {
  const { runServerBench } = await import('./bench.ts');
  const { reportText } = await import('./report.ts');
  const report = await runServerBench({
    quick: values.quick,
    snapshots: values.snapshots?.split(',').map(Number),
    databases: values.databases?.split(','),
    importRows: values['import-rows'] === undefined ? undefined : Number(values['import-rows']),
    say,
  });
  return { report, text: reportText(report) };
}

function measure() {
  if (values.many) return measureMany();
  if (backups !== null) return measureBackups(backups);
  if (streams !== null) return measureStreams(streams);
  return phones === null ? measureFigures() : measurePhones(phones);
}
const { report, text } = await measure();
console.log(text);
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
