import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Headless and quiet: no calls home, no sandbox (containers run as root), TCP alone so that a proxy sees it all. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The path of a Chromium that starts on this machine: $CHROMIUM, Playwright's own, then the system's.
 * @returns {string | undefined} undefined when there is none.
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
  return candidates.find((path) => path && existsSync(path) && starts(path));
}

/** A downloaded browser is there but can't run where the system lacks its libraries. */
function starts(/** @type {string} */ path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Starts Chromium; the caller closes it. */
export async function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM, or run: npx playwright install chromium');
  return chromium.launch({ executablePath, args: chromiumArgs });
}
