import { startAppServer } from '#tests/e2e/fixtures/app-server.ts';
import { chromium } from '#tests/engines/phones/chromium.ts';
import { firefox } from '#tests/engines/phones/firefox.ts';
import { webkit } from '#tests/engines/phones/webkit.ts';
import { findFirefox } from '#tests/support/firefox.mjs';
import { missingForWebKit } from '#tests/support/webkit/requirements.mjs';
import { type EngineName, type Played, playRounds } from './engine-run.ts';
import { tableOf } from './table.ts';

export const engines = { chromium, firefox, webkit } as const;
export const engineNames = Object.keys(engines) as EngineName[];

/** Engines that this machine has. Chromium always counts, since it is installed if missing. */
export function installedEngines(): EngineName[] {
  const has = { chromium: true, firefox: findFirefox() !== undefined, webkit: missingForWebKit().length === 0 };
  return engineNames.filter((name) => has[name]);
}

interface Options {
  names: readonly EngineName[];
  /** Number of rounds in each engine; null for as many as there is time for. */
  rounds: number | null;
  minutes: number | null;
  /** Seed of the first round; each further one has the next. */
  seed: number;
  resultsDir: string;
  say(text: string): void;
}

function* seedsFrom(seed: number, rounds: number | null, minutes: number | null): Generator<number> {
  const deadline = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  for (let i = 0; i < (rounds ?? Number.POSITIVE_INFINITY) && Date.now() < deadline; i += 1) yield seed + i;
}

/** Plays rounds in each engine. @returns the numbers of rounds that kept every promise and that did not */
export async function runFaults({ names, rounds, minutes, seed, resultsDir, say }: Options) {
  const server = await startAppServer();
  const all = new Map<EngineName, Played[]>();
  try {
    for (const name of names) {
      // Each engine gets an equal share of the time.
      const seeds = seedsFrom(seed, rounds, minutes === null ? null : minutes / names.length);
      all.set(name, await playRounds({ name, engine: engines[name], server, seeds, resultsDir, say }));
    }
  } finally {
    await server.close();
  }
  say(`\n${tableOf(all)}`);
  const played = [...all.values()].flat();
  const failed = played.filter(({ findings }) => findings.length > 0).length;
  return { passed: played.length - failed, failed, skipped: 0 };
}
