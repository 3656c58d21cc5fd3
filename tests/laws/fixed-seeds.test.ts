import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Folders of the tests that `npm test` and CI run, and of their shared code. */
const folders = ['unit', 'component', 'conformance', 'simulation', 'laws', 'e2e', 'engines', 'support'];

/** Random sources in test code; assigning a stub to `Math.random` is allowed. */
const chance = /\bMath\.random\b(?!\s*=[^=])|\brandomInt\b/;

test('the search finds randomness, and not its stubs', () => {
  const lines = ['Math.random()', 'map(Math.random)', 'randomInt(9)', 'Math.random = () => 0.5;'];
  expect(lines.map((line) => chance.test(line))).toEqual([true, true, true, false]);
});

test('tests don’t depend on randomness', () => {
  const files = folders.flatMap((folder) => projectFiles(/\.(tsx?|mjs)$/, `tests/${folder}`));
  expect(files.length).toBeGreaterThan(100);
  const exceptions = ['tests/laws/fixed-seeds.test.ts', 'tests/simulation/search/run.mjs'];
  const found = files.filter((path) => !exceptions.includes(path) && chance.test(read(path)));
  expect(found, 'a failing run must fail again: npm run test:simulation -- --minutes N tries new seeds').toEqual([]);
});

test('every Vitest project runs property tests with the fixed seed', () => {
  const [shared = '', projects = ''] = read('vite.config.ts').split('    projects: [\n');
  expect(shared.includes("setupFiles: ['tests/support/runs/fixed-seed.ts',"), 'all projects share the seed').toBe(true);
  const names = projects.match(/\bname: '/g)?.length ?? 0;
  expect(names).toBeGreaterThan(3);
  expect(projects.match(/\bextends: true\b/g), 'a project without "extends" has no seed').toHaveLength(names);
});

// A search for new faults sets it to random.
test.runIf(process.env.FAST_CHECK_SEED !== 'random')('properties and samples are the same in each run', () => {
  const values = fc.array(fc.integer(), { minLength: 9 });
  const played = (parameters?: fc.Parameters<[number[]]>) => {
    const seen: number[][] = [];
    fc.assert(
      fc.property(values, (value) => void seen.push(value)),
      parameters,
    );
    return seen;
  };
  expect(played()).toEqual(played());
  expect(fc.sample(values)).toEqual(fc.sample(values));
  expect(played({ seed: 7 }), 'a given seed must win').not.toEqual(played());
});
