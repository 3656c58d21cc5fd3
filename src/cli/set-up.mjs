import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFingerprint } from './fingerprint.mjs';

// Imports only Node's own modules: this runs before dependencies are installed.

export const root = fileURLToPath(new URL('../../', import.meta.url));

const lockFile = join(root, 'package-lock.json');
const installStamp = join(root, 'node_modules/.afield-lock');
const buildStamp = join(root, 'dist/.stamp');

const isWindows = process.platform === 'win32';

const read = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
export const secondsSince = (/** @type {number} */ startMs) => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;

/** Runs `npm ci` if node_modules is missing or doesn't match package-lock.json. */
export function installIfStale() {
  const lockHash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (read(installStamp) === lockHash) return;
  if (!isInstalled()) {
    const startMs = performance.now();
    console.log('Installing packages (once, about a minute) …');
    const [command, args] = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    const { status, error } = spawnSync(command, args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: isWindows,
    });
    if (status !== 0) fail(`Installing packages failed${error ? `: ${error.message}` : '. See the output above'}.`);
    console.log(`Installed in ${secondsSince(startMs)}.`);
  }
  writeFileSync(installStamp, lockHash);
}

/** True if dist exists and is up to date with the sources. */
export const isBuilt = () => read(buildStamp) === buildFingerprint(root);

/** Builds the app and the server if dist is missing or outdated. */
export function buildIfStale() {
  if (isBuilt()) return;
  const startMs = performance.now();
  console.log('Building …');
  // A separate process, so that the bundler's memory is freed before the server starts.
  const build = spawnSync(process.execPath, [join(root, 'src/cli/build.mjs')], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Warnings belong to `npm run build`; here they are shown only if the build fails.
  if (build.status !== 0) fail(`${build.stdout}${build.stderr}The build failed. See the output above.`);
  console.log(`Built in ${secondsSince(startMs)}.`);
}

/** @param {string} fingerprint of the sources at the start of the build */
export function markBuilt(fingerprint) {
  writeFileSync(buildStamp, fingerprint);
}

/**
 * The npm command for this machine: the npm that started this process, otherwise the one in PATH.
 * @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

/** True if node_modules, installed manually with `npm install` or `npm ci`, already matches the lock. */
function isInstalled() {
  const installed = read(join(root, 'node_modules/.package-lock.json'));
  if (!installed) return false;
  const present = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
