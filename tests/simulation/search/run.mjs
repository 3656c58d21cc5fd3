// npm run test:simulation                              runs the simulation's tests; Vitest gets all arguments
// npm run test:simulation -- --minutes N             plays new seeds on all cores, and adds those that find a fault to
//                                                      the ones that the tests play
//   npm run test:simulation -- --seed S [--count N]    replays these seeds
// It exits with 1 if a run found a fault.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { root } from '#cli/set-up.mjs';
import { numberOption } from '#tests/support/runs/number-option.mjs';

const args = process.argv.slice(2);

function runTests() {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'simulation', ...args];
  process.exitCode = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

async function playSeeds() {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, count: { type: 'string' } },
  });

  const numberOf = (/** @type {'minutes' | 'seed' | 'count'} */ name) => numberOption(values, name);
  const [minutes, seed, count] = [numberOf('minutes'), numberOf('seed'), numberOf('count')];
  register();
  const { replay, search } = await import('./search.ts');
  const say = (/** @type {string} */ text) => console.log(text);
  if (minutes !== null && seed === null && count === null) {
    process.exitCode = (await search({ minutes, first: randomInt(2 ** 31), say })) > 0 ? 1 : 0;
  } else if (seed !== null && minutes === null) {
    process.exitCode = (await replay({ first: seed, count: count ?? 1, say })) > 0 ? 1 : 0;
  } else throw new Error('Give either --minutes, or --seed and perhaps --count.');
}

if (args.some((arg) => /^--(minutes|seed|count)(=|$)/.test(arg))) await playSeeds();
else runTests();
