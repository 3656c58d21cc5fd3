// npm run bench:server -- [--quick] [--snapshots N,N] [--databases embedded,postgres] [--import-rows N] [--json FILE]
// measures the server's speed with so many snapshots, from rollups and beside them from raw rows. PostgreSQL is measured
// where TEST_DATABASE_URL names one, in a database of the bench alone, which is dropped at the end. Times never fail the run.
//   npm run bench:server -- --phones N [--seconds N] [--most-phones N] [--json FILE]
// measures one process with N phones that poll and decide, and looks for the number of phones that are too many.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildIfStale, installIfStale } from '#cli/set-up.mjs';
import { numberOption } from '#tests/support/number-option.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    snapshots: { type: 'string' },
    databases: { type: 'string' },
    'import-rows': { type: 'string' },
    phones: { type: 'string' },
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

async function measurePhones(/** @type {number} */ count) {
  const { phonesText, runPhonesBench } = await import('./phones.ts');
  const seconds = numberOption(values, 'seconds') ?? 60;
  const mostPhones = numberOption(values, 'most-phones') ?? 3_200;
  const report = await runPhonesBench({ phones: count, seconds, mostPhones, say });
  return { report, text: phonesText(report) };
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

const { report, text } = await (phones === null ? measureFigures() : measurePhones(phones));
console.log(text);
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
