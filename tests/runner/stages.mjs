import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { oneCheck, playwrightCounts, runnerCounts, vitestCounts } from './counts.mjs';
import { preferFfmpeg } from './ffmpeg.mjs';
import { runScript } from './run-command.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/**
 * `prepare` throws with advice if the machine lacks a requirement. Checks run concurrently, other stages alone.
 * @typedef {{ key: string, title: string, isCheck?: true, prepare?: () => Promise<void>, run: (resultsDir: string) => Promise<Counts> }} Stage
 */

/** Checks print nothing until they end, so this limits their total time. */
const checkLimitMs = 15 * 60_000;

/**
 * A stage that counts as one test, since it passes or fails as a whole.
 * @param {string} key
 * @param {string} title
 * @param {string} script
 * @param {string[]} args
 * @returns {Stage}
 */
const check = (key, title, script, args) => ({
  key,
  title,
  isCheck: true,
  run: async () => oneCheck(await runScript(script, args, { quiet: true, limitMs: checkLimitMs })),
});

/** Reports this stage's progress to the runner, so that it can name tests that hang. */
const progressReporter = 'tests/runner/progress.mjs';

/**
 * A stage of Vitest tests: all in some projects, or those in some of their files.
 * @param {string} key
 * @param {string} title
 * @param {string[]} projects
 * @param {{ env?: NodeJS.ProcessEnv, files?: string[], changedSince?: string }} [options]
 *   changedSince: only tests that import a file changed since that commit; there may be none
 * @returns {Stage}
 */
const vitest = (key, title, projects, { env = {}, files = [], changedSince } = {}) => ({
  key,
  title,
  run: async (resultsDir) => {
    const file = join(resultsDir, `${key}.vitest.json`);
    const args = ['run', ...files, ...projects.flatMap((name) => ['--project', name])];
    if (changedSince !== undefined) args.push('--changed', changedSince, '--passWithNoTests');
    const reporters = ['default', 'json', progressReporter].map((name) => `--reporter=${name}`);
    const all = [...args, ...reporters, `--outputFile.json=${file}`];
    const ok = await runScript('node_modules/vitest/vitest.mjs', all, { env, reports: true });
    return runnerCounts(file, vitestCounts, ok, { mayBeEmpty: changedSince !== undefined });
  },
});

const apiDir = 'tests/conformance';
/** Tests that start many processes, or another store, and are slow for what they show; only CI runs them. */
const slowApi = [
  'admin',
  'backup-embedded',
  'backups',
  'rendition-turns',
  'renditions',
  'renditions-size',
  'start',
  'uploads-hostile',
  'uploads-memory',
  'uploads-s3',
].map((name) => `${name}.test.ts`);
/**
 * Tests of HTTP, files, videos and access rules. They can’t differ between databases, so they run only on the embedded
 * one.
 */
const ofAnyDatabase = [
  'access',
  'api-document',
  'app-files',
  'creator-originals',
  'draft-posters',
  'draft-uploads-hostile',
  'draft-uploads-tus',
  'export-libreoffice',
  'field-films',
  'media-uploads',
  'uploads',
  'uploads-early-end',
  'wrong-addresses',
  'wrong-input',
].map((name) => `${name}.test.ts`);
/**
 * Paths below a folder with this ending.
 * @param {string} dir
 * @param {string} ending
 */
const filesBelow = (dir, ending) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending));
const apiTests = filesBelow(apiDir, '.test.ts');
const inApiDir = (/** @type {(name: string) => boolean} */ isWanted) =>
  apiTests.filter((path) => isWanted(basename(path))).map((path) => `${apiDir}/${path}`);
const quickApi = inApiDir((name) => !slowApi.includes(name));
const postgresApi = inApiDir((name) => !ofAnyDatabase.includes(name));

const e2eDir = 'tests/e2e';
/** End-to-end tests of Afield's main purpose, which `npm test` runs. CI also runs the others. */
const mainJob = ['review', 'queue', 'conflicts'].map((name) => `${name}.e2e.ts`);
const isMainJob = (/** @type {string} */ path) => mainJob.includes(basename(path));
const mainFiles = () => filesBelow(e2eDir, '.e2e.ts').filter(isMainJob);
const aroundIt = () => filesBelow(e2eDir, '.e2e.ts').filter((path) => !isMainJob(path));

const enginesDir = 'tests/engines';
/**
 * Scenarios that tests of the same name in `tests/e2e` cover in Chromium in more detail, so only other engines repeat
 * them.
 */
const repeatedInChromium = ['conflicts', 'leaving', 'queue', 'reading-offline', 'review'].map(
  (name) => `${name}.phone.ts`,
);
const onlyInEngines = () =>
  readdirSync(enginesDir).filter((name) => name.endsWith('.phone.ts') && !repeatedInChromium.includes(name));

/** Imported late, since the module needs packages that may just have been installed. */
const browsers = () => import('./browser.mjs');
const prepareOf = {
  chromium: async () => (await browsers()).ensureChromium(),
  firefox: async () => (await browsers()).ensureFirefox(),
  webkit: async () => (await browsers()).ensureWebKit(),
};

/**
 * A stage of end-to-end tests in a browser: all in a folder, or those in some of its files.
 * @param {string} key
 * @param {string} title
 * @param {keyof typeof prepareOf} project
 * @param {{ dir?: string, files?: () => string[] }} [options]
 * @returns {Stage}
 */
const playwright = (key, title, project, { dir = e2eDir, files = () => [] } = {}) => ({
  key,
  title,
  prepare: async () => {
    preferFfmpeg();
    await prepareOf[project]();
  },
  run: async (resultsDir) => {
    const file = join(resultsDir, `${key}.playwright.json`);
    const names = files().map((name) => `${dir}/${name}`);
    const args = ['test', ...names, '--config', `${dir}/playwright.config.ts`, '--project', project];
    const env = { AFIELD_PLAYWRIGHT_JSON: file };
    const ok = await runScript('node_modules/@playwright/test/cli.js', args, { env, reports: true });
    return runnerCounts(file, playwrightCounts, ok);
  },
});

/** Each has the globals of its own runtime. One build checks those with changes. */
const typedProjects = ['src', 'src/server', 'src/cli', 'sw', 'tests'];

/** @type {Stage} */
const build = {
  key: 'build',
  title: 'Build',
  run: async () => {
    const routeTree = 'src/route-tree.gen.ts';
    const before = existsSync(routeTree) ? readFileSync(routeTree, 'utf8') : '';
    if (!(await runScript('src/cli/build.mjs', [], { quiet: true }))) return oneCheck(false);
    const isCurrent = readFileSync(routeTree, 'utf8') === before;
    if (!isCurrent) console.error(`${routeTree} was behind the routes: commit it as this build has written it.`);
    return oneCheck(isCurrent);
  },
};

/**
 * A stage whose script counts its own checks, and writes the counts into the file named by its last argument.
 * @param {string} key
 * @param {string} title
 * @param {string} script
 * @param {string[]} args
 * @returns {Stage}
 */
const counted = (key, title, script, args) => ({
  key,
  title,
  run: async (resultsDir) => {
    const file = join(resultsDir, `${key}.report.json`);
    const ok = await runScript(script, [...args, file]);
    return runnerCounts(file, (/** @type {Counts} */ report) => report, ok);
  },
});

const size = counted('size', 'Size budgets of the first routes', 'tests/laws/size.mjs', []);

const checks = [
  check('lint', 'Lint and format', 'node_modules/@biomejs/biome/bin/biome', [
    'ci',
    '.',
    `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
  ]),
  check('types', 'Types', 'node_modules/typescript/bin/tsc', ['-b', ...typedProjects]),
  check('unused', 'Unused files, exports and packages', 'node_modules/knip/bin/knip.js', ['--no-progress']),
  check('api-docs', 'API docs are up to date', 'node_modules/tsx/dist/cli.mjs', [
    'src/server/programs/api-docs.ts',
    '--check',
  ]),
];
const unitProjects = ['unit', 'component', 'component-isolated', 'simulation'];

/**
 * Groups of stages, run one after another. The checks form one group, since each leaves a core idle most of the time.
 * @param {readonly Stage[]} all
 */
export function groupsOf(all) {
  /** @type {Stage[][]} */
  const groups = [];
  for (const stage of all) {
    const last = groups.at(-1);
    if (stage.isCheck && last?.[0]?.isCheck) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}

/** Stages of `npm test`, cheapest first. */
export const stages = [
  ...checks,
  // A single run lets the simulation's few long files run beside the many short ones.
  vitest('unit', 'Unit, component and house law tests, and the queue under seeded faults', unitProjects),
  vitest('conformance', 'The API on the embedded database', ['conformance'], { files: quickApi }),
  build,
  size,
  playwright('e2e', 'End to end in Chromium', 'chromium', { files: mainFiles }),
];

/**
 * Stages of `npm test -- --changed`: all checks and house laws, which read every file, and the tests that import a changed
 * file. Browser tests are left out, since imports don't show which of them a change affects.
 * @param {string} since a commit
 */
export const stagesOfChange = (since) => [
  ...checks,
  vitest('laws', 'House laws', ['unit'], { files: ['tests/laws'] }),
  vitest('changed', `Tests of what has changed since ${since}`, [...unitProjects, 'conformance'], {
    changedSince: since,
  }),
];

/** Stages that only CI runs: PostgreSQL, other engines, and the tests beyond the main job. */
export const widerStages = [
  vitest('package', 'The package, installed into an empty folder', ['package']),
  vitest('conformance-postgres', 'The API on PostgreSQL, and the commands', ['conformance'], {
    env: { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL },
    files: postgresApi,
  }),
  playwright('e2e-around', 'End to end in Chromium, around the main job', 'chromium', { files: aroundIt }),
  // Each engine runs the same scenarios, written for a phone.
  playwright('e2e-chromium', 'Phones in Chromium', 'chromium', { dir: enginesDir, files: onlyInEngines }),
  playwright('e2e-firefox', 'The main job in Firefox', 'firefox', { dir: enginesDir }),
  playwright('e2e-webkit', 'The main job in WebKit', 'webkit', { dir: enginesDir }),
  // Plays the seeds that once found a fault. Rounds depend too much on timing to be repeated exactly.
  counted('faults', 'Decisions under faults, in all engines', 'tests/faults/run.mjs', ['--report']),
];
