// npm run faults -- [--engine NAME]… [--report FILE] makes decisions in real browsers on a failing network, while stopping
// workers, reloading pages and killing browsers. It plays the seeds that once found a fault, and exits with 1 for a broken
// promise.
//   npm run faults -- --rounds N               plays the seeds from 1 on
//   npm run faults -- --seed S [--rounds N]    plays the seeds from S on
//   npm run faults -- --minutes M              plays new seeds, and adds those that find a fault to the ones that CI plays
import { randomInt } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildIfStale, installIfStale, root } from '#cli/set-up.mjs';
import { numberOption } from '#tests/support/runs/number-option.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    engine: { type: 'string', multiple: true },
    seed: { type: 'string' },
    report: { type: 'string' },
  },
});

const numberOf = (/** @type {'rounds' | 'minutes' | 'seed'} */ name) => numberOption(values, name);

installIfStale();
buildIfStale();
register();
const { engineNames, installedEngines, runFaults } = await import('./rounds/main.ts');
const { addFoundSeed, foundFile, seedsAsked } = await import('./rounds/seeds.ts');
const { browserHome } = await import('#tests/support/browsers/chromium.mjs');

/** @param {string} name @throws if there is no such engine */
function engineOf(name) {
  const engine = engineNames.find((each) => each === name);
  if (engine === undefined) throw new Error(`--engine takes ${engineNames.join(', ')}; found ${name}.`);
  return engine;
}

const chosen = values.engine?.map(engineOf);
const asked = { seed: numberOf('seed'), rounds: numberOf('rounds'), minutes: numberOf('minutes') };
const say = (/** @type {string} */ text) => console.log(text);

async function playAll() {
  const { seeds, isSearch } = seedsAsked(asked, () => randomInt(1, 1_000_000));
  say('first' in seeds ? `First seed: ${seeds.first}.` : `Seeds: ${seeds.join(', ')}.`);
  const counts = await runFaults({
    names: chosen ?? installedEngines(),
    seeds,
    resultsDir: join(root, 'test-results/faults'),
    say,
    onFault(seed) {
      if (isSearch && addFoundSeed(seed)) say(`  Added seed ${seed} to ${foundFile}: commit it with the fix.`);
    },
  });
  if (values.report) writeFileSync(values.report, JSON.stringify(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

try {
  await playAll();
} finally {
  rmSync(browserHome(), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
