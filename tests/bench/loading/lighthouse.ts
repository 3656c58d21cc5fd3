import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { root } from '#cli/set-up.mjs';
import { startBareChromium } from '#tests/support/browsers/own-chromium.ts';
import type { Add } from '../report.ts';
import { startServer } from './starts.ts';

const run = promisify(execFile);

const version = '12.8.2';
/** Lighthouse isn't a dependency of the project: it has many packages, and nothing else needs them. */
const installedIn = join(root, `node_modules/.cache/lighthouse-${version}`);
const program = join(installedIn, 'node_modules/lighthouse/cli/index.js');
/** A report contains pictures, and may be large. */
const maxBytes = 100_000_000;

const numeric = v.object({ numericValue: v.number() });
const reportSchema = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  categories: v.object({ performance: v.object({ score: v.number() }) }),
  audits: v.object({
    'first-contentful-paint': numeric,
    'largest-contentful-paint': numeric,
    'total-blocking-time': numeric,
    'speed-index': numeric,
  }),
});

interface Options {
  folder: string;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

/** Measures the login as served by `npm start` with Lighthouse's mobile preset: a slow phone on 4G. */
export async function measureLogin({ folder, quick, add, say }: Options): Promise<void> {
  if (!existsSync(program)) {
    say(`Installing Lighthouse ${version}, once …`);
    await install();
  }
  const server = await startServer(mkdtempSync(join(folder, 'lighthouse-')));
  try {
    const reports: v.InferOutput<typeof reportSchema>[] = [];
    for (let round = 1; round <= (quick ? 1 : 5); round += 1) {
      say(`Lighthouse, the login, ${round} …`);
      reports.push(await audit(folder, server.address));
    }
    const group = 'Lighthouse, mobile: the login';
    const seconds = (name: keyof (typeof reports)[number]['audits']) =>
      reports.map(({ audits }) => audits[name].numericValue / 1000);
    const short = reports.map(({ categories }) => 100 - 100 * categories.performance.score);
    add(group, 'points short of 100', short, { of: 'p50', max: 5 }, 'points');
    add(group, 'first contentful paint', seconds('first-contentful-paint'), null, 's');
    add(group, 'largest contentful paint', seconds('largest-contentful-paint'), { of: 'p50', max: 2 }, 's');
    add(group, 'total blocking time', seconds('total-blocking-time'), { of: 'p50', max: 0.2 }, 's');
    add(group, 'speed index', seconds('speed-index'), null, 's');
    // Lighthouse warns below 1,000, where other work on the machine distorts its figures.
    const speeds = reports.map(({ environment }) => environment.benchmarkIndex);
    add(group, 'speed of this machine, by Lighthouse', speeds, null, 'points');
  } finally {
    await server.stop();
  }
}

async function install(): Promise<void> {
  mkdirSync(installedIn, { recursive: true });
  const needed = {
    private: true,
    dependencies: { lighthouse: version },
    // Lighthouse requests the latest version of this package, which could change results even with Lighthouse pinned.
    overrides: { 'third-party-web': '0.27.0' },
  };
  writeFileSync(join(installedIn, 'package.json'), JSON.stringify(needed));
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', args, { cwd: installedIn, shell: process.platform === 'win32' });
}

/** One visit in a new browser with empty storage. */
async function audit(folder: string, address: string) {
  const browser = await startBareChromium(mkdtempSync(join(folder, 'profile-')));
  try {
    const port = `--port=${new URL(browser.address).port}`;
    // Simulated throttling depends on whether the first paint precedes the scripts: from 0.71 to 1.00 for the same page.
    const throttling = '--throttling-method=devtools';
    const asked = [
      throttling,
      '--only-categories=performance',
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
    ];
    const { stdout } = await run(process.execPath, [program, address, port, ...asked], { maxBuffer: maxBytes });
    return v.parse(reportSchema, JSON.parse(stdout));
  } finally {
    await browser.kill();
  }
}
