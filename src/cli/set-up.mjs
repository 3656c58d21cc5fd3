import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFingerprint } from './fingerprint.mjs';

// Node's own modules only: this runs before anything is installed.

export const root = fileURLToPath(new URL('../../', import.meta.url));

const lockFile = join(root, 'package-lock.json');
const installStamp = join(root, 'node_modules/.afield-lock');
const buildStamp = join(root, 'dist/.stamp');

const isWindows = process.platform === 'win32';

const read = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
export const secondsSince = (/** @type {number} */ startMs) => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;

/** Runs `npm ci` when node_modules is missing or is not what package-lock.json says. */
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

/** True if dist is there and as new as the sources. */
export const isBuilt = () => read(buildStamp) === buildFingerprint(root);

/** Builds app and server when dist is missing or older than the sources. */
export function buildIfStale() {
  if (isBuilt()) return;
  const startMs = performance.now();
  console.log('Building …');
  // The build is a process of its own, so that the bundler's memory is free when the server starts.
  const build = spawnSync(process.execPath, [join(root, 'src/cli/build.mjs')], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Its warnings are for `npm run build`; here they matter only when they explain a failure.
  if (build.status !== 0) fail(`${build.stdout}${build.stderr}The build failed. See the output above.`);
  console.log(`Built in ${secondsSince(startMs)}.`);
}

/** @param {string} fingerprint of the sources as they were when the build began */
export function markBuilt(fingerprint) {
  writeFileSync(buildStamp, fingerprint);
}

/**
 * Call of npm on this machine. The npm that runs us names its own script; started without it, the one on the PATH is used.
 * @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

/** True if node_modules, installed by hand with `npm install` or `npm ci`, already holds what the lock names. */
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
