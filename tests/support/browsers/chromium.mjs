import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, findChromium } from '#cli/find-chromium.mjs';

/**
 * Temporary home of the browsers, never the real one. The first process to call this creates it, the test runner's
 * workers inherit it through the environment, and tests/e2e/clean-up.ts removes it. A bench sets one in its own folder.
 */
export function browserHome() {
  process.env.AFIELD_BROWSER_HOME ??= mkdtempSync(join(tmpdir(), 'afield-home-'));
  return process.env.AFIELD_BROWSER_HOME;
}

/** Environment of a browser process: this process's, with the temporary home instead of the real one. */
export function browserEnv() {
  const home = browserHome();
  const inherited = Object.entries(process.env).filter(([name, value]) => value !== undefined && !/^XDG_/.test(name));
  return { ...Object.fromEntries(inherited), HOME: home, TMPDIR: process.env.TMPDIR ?? tmpdir() };
}

/**
 * Playwright's launch options for the machine's Chromium, also for tests that start their own browser.
 * The search runs once: the runner's workers get its result in CHROMIUM.
 */
export function chromiumLaunchOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM, or run: npx playwright install chromium');
  process.env.CHROMIUM = executablePath;
  // Tests reach nothing beyond this machine, so they run the same everywhere.
  const hosts = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost';
  return { executablePath, args: [...chromiumArgs, hosts], env: browserEnv() };
}
