// node tests/runner/apt.mjs PACKAGE… installs Debian packages, as root. It waits while another apt or dpkg is running.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Longer than any other installation on this machine may take. */
const lockWaitSeconds = 600;
const retrySeconds = 5;

/** @typedef {{ ok: boolean, said: string }} Ran */

/** @returns {Ran} */
function runApt(/** @type {string[]} */ args) {
  const { status, stderr, error } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    // Its error is matched below, so it must be untranslated.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
  });
  return { ok: status === 0, said: stderr ?? String(error) };
}

const sleep = (/** @type {number} */ seconds) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1000);

/**
 * Updates the lists and installs packages. Apt's own option waits only for dpkg's locks, so retries while the lists are
 * locked.
 * @param {string[]} packages names, or apt patterns
 * @param {{ run?: (args: string[]) => Ran, wait?: (seconds: number) => void }} [system]
 * @returns {Ran}
 */
export function aptInstall(packages, { run = runApt, wait = sleep } = {}) {
  const waiting = ['-o', `DPkg::Lock::Timeout=${lockWaitSeconds}`, '-qq'];
  const untilUnlocked = (/** @type {string[]} */ args) => {
    for (let waited = 0; ; waited += retrySeconds) {
      const ran = run([...waiting, ...args]);
      if (ran.ok || waited >= lockWaitSeconds || !/Could not get lock/.test(ran.said)) return ran;
      wait(retrySeconds);
    }
  };
  const updated = untilUnlocked(['update']);
  return updated.ok ? untilUnlocked(['install', '-y', '--no-install-recommends', ...packages]) : updated;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ok, said } = aptInstall(process.argv.slice(2));
  if (!ok) console.error(said);
  process.exitCode = ok ? 0 : 1;
}
