import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, findChromium } from '#cli/find-chromium.mjs';

/**
 * The browsers' home: a new folder, never the real one. The first process to ask makes it, the test runner's workers
 * inherit it by the environment, and tests/e2e/clean-up.ts removes it. A bench says a folder of its own.
 */
export function browserHome() {
  process.env.AFIELD_BROWSER_HOME ??= mkdtempSync(join(tmpdir(), 'afield-home-'));
  return process.env.AFIELD_BROWSER_HOME;
}

/** The environment of a browser process: ours, with the temporary home in place of the real one. */
export function browserEnv() {
  const home = browserHome();
  const inherited = Object.entries(process.env).filter(([name, value]) => value !== undefined && !/^XDG_/.test(name));
  return { ...Object.fromEntries(inherited), HOME: home, TMPDIR: process.env.TMPDIR ?? tmpdir() };
}

/**
 * Playwright's launch options for the machine's Chromium, also for tests that start a browser of their own.
 * The search runs once: its answer is passed on to the runner's workers in CHROMIUM.
 */
export function chromiumLaunchOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM, or run: npx playwright install chromium');
  process.env.CHROMIUM = executablePath;
  // Nothing beyond this machine is there, wherever the tests run.
  const hosts = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost';
  return { executablePath, args: [...chromiumArgs, hosts], env: browserEnv() };
}
