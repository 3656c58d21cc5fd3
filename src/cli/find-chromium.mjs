import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/**
 * The path of a Chromium on this machine: $CHROMIUM, Playwright's own, then the system's.
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
  return candidates.find((path) => path && existsSync(path));
}

/** Starts it headless and quiet: no calls home, no sandbox (containers run as root). */
export async function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM, or run: npx playwright install chromium');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
