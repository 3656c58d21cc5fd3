// npm run bench -- [--quick] [--only PART]… [--json FILE] measures Afield's promises about time and size in a real
// browser. Times are printed beside their targets and never fail the run, since a busy machine can miss them without a
// fault in the app.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildIfStale, installIfStale } from '#cli/set-up.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
});

installIfStale();
buildIfStale();
register();
const { parts, runBench, usualParts } = await import('./bench.ts');
const { reportText } = await import('./report.ts');

/** @param {string} name @throws if there is no such part */
function partOf(name) {
  const part = parts.find((each) => each === name);
  if (part === undefined) throw new Error(`--only takes ${parts.join(', ')}; found ${name}.`);
  return part;
}

const report = await runBench({
  quick: values.quick,
  only: values.only?.map(partOf) ?? usualParts,
  say: (text) => console.error(text),
});
console.log(reportText(report));
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
