import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { oneCheck, playwrightCounts, runnerCounts, vitestCounts } from './counts.mjs';
import { preferFfmpeg } from './ffmpeg.mjs';
import { runScript } from './run-command.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/**
 * `prepare` throws with what to do if the machine lacks something. Checks run beside each other, all else alone.
 * @typedef {{ key: string, title: string, isCheck?: true, prepare?: () => Promise<void>, run: (resultsDir: string) => Promise<Counts> }} Stage
 */

/** Checks print nothing until their end, so this limits all of their time. */
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

/** Tells the runner of this stage's progress, so that it can name what hangs. */
const progressReporter = 'tests/runner/progress.mjs';

/**
 * A stage of Vitest's tests: all of some projects, or those in some of their files.
 * @param {string} key
 * @param {string} title
 * @param {string[]} projects
 * @param {{ env?: NodeJS.ProcessEnv, files?: string[], changedSince?: string }} [options]
 *   changedSince: only tests that import what has changed since that commit; there may be none
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
/** Tests that start many processes, or another store, and take longest for what they show: only CI runs them. */
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
/** Tests of HTTP, files, videos and who may call what: they can’t differ between databases, so they run on the embedded one only. */
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
 * Paths below a folder whose names end so.
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
/** End-to-end tests of what Afield exists for, which `npm test` runs. CI runs the others on top. */
const mainJob = ['review', 'queue', 'conflicts'].map((name) => `${name}.e2e.ts`);
const isMainJob = (/** @type {string} */ path) => mainJob.includes(basename(path));
const mainFiles = () => filesBelow(e2eDir, '.e2e.ts').filter(isMainJob);
const aroundIt = () => filesBelow(e2eDir, '.e2e.ts').filter((path) => !isMainJob(path));

const enginesDir = 'tests/engines';
/** Scenarios that tests of the same name in `tests/e2e` go through in Chromium, in more detail: other engines alone repeat them. */
const repeatedInChromium = ['conflicts', 'leaving', 'queue', 'reading-offline', 'review'].map(
  (name) => `${name}.phone.ts`,
);
const onlyInEngines = () =>
  readdirSync(enginesDir).filter((name) => name.endsWith('.phone.ts') && !repeatedInChromium.includes(name));

/** Imported late, since the module needs packages that may have been installed just now. */
const browsers = () => import('./browser.mjs');
const prepareOf = {
  chromium: async () => (await browsers()).ensureChromium(),
  firefox: async () => (await browsers()).ensureFirefox(),
  webkit: async () => (await browsers()).ensureWebKit(),
};

/**
 * A stage of end-to-end tests in a browser: all of a folder, or those in some of its files.
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
 * A stage whose script counts its own checks, and writes the counts into the file that its last argument names.
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
 * Groups of stages, one to run after the other: the checks together, since each leaves a core idle for most of its time.
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
  // One run for all lets the few long files of the simulation run beside the many short ones.
  vitest('unit', 'Unit, component and house law tests, and the queue under seeded faults', unitProjects),
  vitest('conformance', 'The API on the embedded database', ['conformance'], { files: quickApi }),
  build,
  size,
  playwright('e2e', 'End to end in Chromium', 'chromium', { files: mainFiles }),
];

/**
 * Stages of `npm test -- --changed`: all checks and house laws, which read every file, and the tests that import something that
 * has changed. Browser tests are left out, since imports don't show which of them a change affects.
 * @param {string} since a commit
 */
export const stagesOfChange = (since) => [
  ...checks,
  vitest('laws', 'House laws', ['unit'], { files: ['tests/laws'] }),
  vitest('changed', `Tests of what has changed since ${since}`, [...unitProjects, 'conformance'], {
    changedSince: since,
  }),
];

/** Stages that CI runs on top: PostgreSQL, other engines, and the tests around the main job. */
export const widerStages = [
  vitest('package', 'The package, installed into an empty folder', ['package']),
  vitest('conformance-postgres', 'The API on PostgreSQL, and the commands', ['conformance'], {
    env: { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL },
    files: postgresApi,
  }),
  playwright('e2e-around', 'End to end in Chromium, around the main job', 'chromium', { files: aroundIt }),
  // Each engine runs the same scenarios, which are written for a phone.
  playwright('e2e-chromium', 'Phones in Chromium', 'chromium', { dir: enginesDir, files: onlyInEngines }),
  playwright('e2e-firefox', 'The main job in Firefox', 'firefox', { dir: enginesDir }),
  playwright('e2e-webkit', 'The main job in WebKit', 'webkit', { dir: enginesDir }),
  // It plays the seeds that once found a fault. A round depends too much on timing to be repeated exactly.
  counted('faults', 'Decisions under faults, in all engines', 'tests/faults/run.mjs', ['--report']),
];
