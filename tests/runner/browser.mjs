import { spawnSync } from 'node:child_process';
import { findChromium } from '#cli/find-chromium.mjs';
import { findFirefox } from '#tests/support/browsers/firefox.mjs';
import { requireWebKit } from '#tests/support/webkit/requirements.mjs';
import { aptInstall } from './apt.mjs';

/** Finds a Chromium, or installs one. @throws with advice if neither works */
export function ensureChromium() {
  if (findChromium()) return;
  console.log('Installing a Chromium for the end-to-end tests (once) …');
  for (const install of [playwrightInstall, chromiumByApt]) {
    install();
    if (findChromium()) return;
  }
  throw new Error(
    'The end-to-end tests need a Chromium. Install one (for example "apt-get install chromium"), or set CHROMIUM to its path.',
  );
}

/** @throws with advice if there is no Firefox */
export function ensureFirefox() {
  if (findFirefox()) return;
  throw new Error('These tests need a Firefox. Install one ("apt-get install firefox-esr"), or set AFIELD_FIREFOX.');
}

/** @throws with the packages to install if WebKitGTK can't be driven */
export const ensureWebKit = requireWebKit;

function playwrightInstall() {
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 180_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
}

/** Installs with apt, which needs root: mostly in containers of Debian or its derivatives. */
function chromiumByApt() {
  if (process.getuid?.() !== 0) return;
  const { ok, said } = aptInstall(['chromium']);
  if (!ok) console.error(said);
}
