import { join } from 'node:path';
import { oneCheck, runnerCounts, vitestCounts } from './counts.mjs';
import { runScript } from './run-command.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {{ key: string, title: string, run: (resultsDir: string) => Promise<Counts> }} Stage */

/** A check is one test: it passes or fails as a whole. */
const check = (key, title, script, args) => ({
  key,
  title,
  run: async () => oneCheck(await runScript(script, args, { quiet: true })),
});

const vitest = (key, title, projects, env = {}) => ({
  key,
  title,
  run: async (resultsDir) => {
    const file = join(resultsDir, `${key}.vitest.json`);
    const args = ['run', ...projects.flatMap((name) => ['--project', name])];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const ok = await runScript('node_modules/vitest/vitest.mjs', [...args, ...reporters], { env });
    return runnerCounts(file, vitestCounts, ok);
  },
});

const types = {
  key: 'types',
  title: 'Types',
  run: async () => {
    for (const project of ['src', 'src/server', 'sw', 'tests']) {
      if (!(await runScript('node_modules/typescript/bin/tsc', ['-p', project], { quiet: true })))
        return oneCheck(false);
    }
    return oneCheck(true);
  },
};

/** What `npm test` runs, cheapest first. */
export const stages = [
  check('lint', 'Lint and format', 'node_modules/@biomejs/biome/bin/biome', [
    'ci',
    '.',
    `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
  ]),
  types,
  check('api-docs', 'API docs are up to date', 'node_modules/tsx/dist/cli.mjs', [
    'src/server/commands/api-docs.ts',
    '--check',
  ]),
  vitest('unit', 'Unit, component and house law tests', ['unit', 'component']),
  vitest('conformance', 'The API on the embedded database', ['conformance']),
  check('build', 'Build', 'src/cli/build.mjs', []),
];

/** What CI runs on top: the other database. */
export const widerStages = [
  vitest('conformance-postgres', 'The API on PostgreSQL', ['conformance'], {
    TEST_DATABASE_URL: process.env.TEST_DATABASE_URL,
  }),
];
