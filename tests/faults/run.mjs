// npm run faults -- [--rounds N] [--minutes M] [--engine NAME]… [--seed S] [--report FILE] makes decisions in real browsers on
// a network that fails, and stops workers, reloads pages and kills browsers meanwhile. It exits with 1 for a broken promise.
//   npm run faults -- --compare [--rounds N] [--engine NAME]… [--seed S]   the same faults for Afield and its alternatives
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildIfStale, installIfStale, root } from '#cli/set-up.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    engine: { type: 'string', multiple: true },
    seed: { type: 'string' },
    report: { type: 'string' },
    compare: { type: 'boolean', default: false },
  },
});

/** @param {'rounds' | 'minutes' | 'seed'} name */
function numberOf(name) {
  const text = values[name];
  if (text === undefined) return null;
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0; found ${text}.`);
  return number;
}

installIfStale();
buildIfStale();
register();
const { engineNames, engines, installedEngines, runFaults } = await import('./rounds/main.ts');
const { browserHome } = await import('#tests/support/chromium.mjs');

/** @param {string} name @throws if no engine has it */
function engineOf(name) {
  const engine = engineNames.find((each) => each === name);
  if (engine === undefined) throw new Error(`--engine takes ${engineNames.join(', ')}; found ${name}.`);
  return engine;
}

const chosen = values.engine?.map(engineOf);
const minutes = numberOf('minutes');
const seed = numberOf('seed') ?? 1 + Math.floor(Math.random() * 1_000_000);
console.log(`First seed: ${seed}.`);
const say = (/** @type {string} */ text) => console.log(text);

async function compareAll() {
  const { compare } = await import('./compare/main.ts');
  for (const name of chosen ?? [engineOf('chromium')]) {
    await compare({ name, engine: engines[name], rounds: numberOf('rounds') ?? 3, seed, say });
  }
}

async function playAll() {
  const counts = await runFaults({
    names: chosen ?? installedEngines(),
    rounds: numberOf('rounds') ?? (minutes === null ? 3 : null),
    minutes,
    seed,
    resultsDir: join(root, 'test-results/faults'),
    say,
  });
  if (values.report) writeFileSync(values.report, JSON.stringify(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

try {
  await (values.compare ? compareAll() : playAll());
} finally {
  rmSync(browserHome(), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
