import { mkdtempSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startAppServer } from '#tests/e2e/fixtures/app-server.ts';
import type { Engine } from '#tests/engines/phones/phone.ts';
import { browserHome } from '#tests/support/chromium.mjs';
import { startFaultProxy } from '../proxy.ts';
import { type Installed, install } from '../rounds/install.ts';
import { aligned, quantile } from '../rounds/table.ts';
import { contest } from './contest.ts';
import { type Contestant, contestantsIn } from './contestants.ts';
import type { Contested } from './outcome.ts';

interface Options {
  /** The browser's name in the table's title. */
  name: string;
  engine: Engine;
  rounds: number;
  seed: number;
  say(text: string): void;
}

/** Plays the same seeds with one contestant, each on a server and a profile of its own. */
async function playAll(contestant: Contestant, { engine, rounds, seed, say }: Options): Promise<Contested[]> {
  const server = await startAppServer(contestant.appDir === undefined ? {} : { appDir: contestant.appDir });
  const cable = await startFaultProxy({ targetPort: server.port });
  const results: Contested[] = [];
  let installed: Installed | null = null;
  try {
    for (let i = 0; i < rounds; i += 1) {
      const path = contestant.appDir === undefined ? '/dashboard/campaigns' : '/';
      const isReady = contestant.isOpen;
      // Each round has a new phone, so that a decision left waiting by an earlier one is not counted twice.
      installed = await install({ engine, server, origin: cable.url, path, isReady, hear: () => undefined });
      const result = await contest(seed + i, { ...installed, contestant, server, cable, number: i + 1 });
      results.push(result);
      say(`${contestant.name} ${seed + i}: ${JSON.stringify(result)}`);
      await installed.phone.quit();
    }
  } finally {
    await installed?.phone.quit().catch(() => undefined);
    await cable.close();
    await server.close();
  }
  return results;
}

const heads = [
  ...['', 'made', 'applied', 'lost', 'held > 5 s', 'doubled', 'repeats', 'reordered'],
  ...['median, s', 'p95, s'],
];

function rowOf(name: string, results: readonly Contested[]): string[] {
  const sum = (key: Exclude<keyof Contested, 'waitsMs'>) =>
    String(results.reduce((total, each) => total + each[key], 0));
  const waits = results.flatMap(({ waitsMs }) => waitsMs);
  const seconds = (share: number) => (quantile(waits, share) / 1_000).toFixed(1);
  const keys = ['made', 'applied', 'lost', 'held', 'doubled', 'repeats', 'reordered'] as const;
  return [name, ...keys.map(sum), seconds(0.5), seconds(0.95)];
}

/** Compares Afield with its alternatives on the same faults, and prints a table. */
export async function compare(options: Options): Promise<void> {
  const folder = mkdtempSync(join(browserHome(), 'alternatives-'));
  const rows = [heads];
  for (const contestant of await contestantsIn(folder)) {
    rows.push(rowOf(contestant.name, await playAll(contestant, options)));
  }
  const { name, rounds, seed, say } = options;
  say(
    `\n${name}, ${rounds} rounds from seed ${seed}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`,
  );
  say(aligned(rows));
}
