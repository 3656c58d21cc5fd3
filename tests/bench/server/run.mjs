// npm run bench:server -- [--quick] [--snapshots N,N] [--databases embedded,postgres] [--import-rows N] [--json FILE]
// measures the server's speed with so many snapshots, from rollups and beside them from raw rows. PostgreSQL is measured
// where TEST_DATABASE_URL names one, in a database of the bench alone, which is dropped at the end. Times never fail the run.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildIfStale, installIfStale } from '#cli/set-up.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    snapshots: { type: 'string' },
    databases: { type: 'string' },
    'import-rows': { type: 'string' },
    json: { type: 'string' },
  },
});

installIfStale();
buildIfStale();
register();
const { runServerBench } = await import('./bench.ts');
const { reportText } = await import('./report.ts');

const report = await runServerBench({
  quick: values.quick,
  snapshots: values.snapshots?.split(',').map(Number),
  databases: values.databases?.split(','),
  importRows: values['import-rows'] === undefined ? undefined : Number(values['import-rows']),
  say: (text) => console.error(text),
});
console.log(reportText(report));
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
