import { spawnSync } from 'node:child_process';
import { findChromium } from '../../src/cli/find-chromium.mjs';

/** Finds a Chromium, or installs one; throws with what to do when neither works. */
export function ensureChromium() {
  if (findChromium()) return;
  console.log('Installing a Chromium for the end-to-end tests (once) …');
  for (const install of [playwrightInstall, aptInstall]) {
    install();
    if (findChromium()) return;
  }
  throw new Error(
    'The end-to-end tests need a Chromium. Install one (for example "apt-get install chromium"), or set CHROMIUM to its path.',
  );
}

function playwrightInstall() {
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 180_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
}

/** Debian and its kin, as root: containers, mostly. */
function aptInstall() {
  if (process.getuid?.() !== 0) return;
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
}
