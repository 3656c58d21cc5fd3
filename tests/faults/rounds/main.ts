import { startAppServer } from '#tests/e2e/fixtures/server/app-server.ts';
import { chromium } from '#tests/engines/phones/chromium.ts';
import { firefox } from '#tests/engines/phones/firefox.ts';
import { webkit } from '#tests/engines/phones/webkit.ts';
import { findFirefox } from '#tests/support/browsers/firefox.mjs';
import { missingForWebKit } from '#tests/support/webkit/requirements.mjs';
import { type EngineName, type Played, playRounds } from './engine-run.ts';
import { type Series, seedsIn } from './seeds.ts';
import { tableOf } from './table.ts';

export const engines = { chromium, firefox, webkit } as const;
export const engineNames = Object.keys(engines) as EngineName[];

/** Engines on this machine. Always includes Chromium, which is installed if missing. */
export function installedEngines(): EngineName[] {
  const has = { chromium: true, firefox: findFirefox() !== undefined, webkit: missingForWebKit().length === 0 };
  return engineNames.filter((name) => has[name]);
}

interface Options {
  names: readonly EngineName[];
  /** Seeds of the rounds in each engine. */
  seeds: readonly number[] | Series;
  resultsDir: string;
  say(text: string): void;
  /** Called with the seed of each round that broke a promise, as soon as the round ends. */
  onFault(seed: number): void;
}

/** Plays rounds in each engine. @returns the numbers of rounds that kept every promise and that didn't */
export async function runFaults({ names, seeds, ...options }: Options) {
  const server = await startAppServer();
  const all = new Map<EngineName, Played[]>();
  try {
    for (const name of names) {
      const own = seedsIn(seeds, names.length);
      all.set(name, await playRounds({ ...options, name, engine: engines[name], server, seeds: own }));
    }
  } finally {
    await server.close();
  }
  options.say(`\n${tableOf(all)}`);
  const played = [...all.values()].flat();
  const failed = played.filter(({ findings }) => findings.length > 0).length;
  return { passed: played.length - failed, failed, skipped: 0 };
}
