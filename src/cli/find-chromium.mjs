import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** No background requests, no sandbox (containers run as root), and TCP only, so that a proxy sees all traffic. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Path of a Chromium that starts on this machine: $CHROMIUM, then Playwright's own, then the system's.
 * @returns {string | undefined} undefined if there is none
 */
export function findChromium() {
  const candidates = [
    process.env.CHROMIUM,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find((path) => path && existsSync(path) && canStart(path));
}

/** A downloaded browser can't run if the system lacks its libraries. */
function canStart(/** @type {string} */ path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Starts Chromium. The caller closes it. */
export async function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM, or run: npx playwright install chromium');
  return chromium.launch({ executablePath, args: chromiumArgs });
}
