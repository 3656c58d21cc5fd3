import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { install, installedBytes, pack } from '#tests/package/installation.ts';
import type { Add } from '../report.ts';

interface Measuring {
  folder: string;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

const mb = (bytes: number) => bytes / 1e6;

/** Measures the package in an empty folder: its size, and its starts with the embedded database and the demo. */
export async function measureInstalled({ folder, quick, add, say }: Measuring): Promise<undefined> {
  say(`Packages: ${pack().trim()}`);
  const group = 'Package installed into an empty folder';
  const starts: { first: number[]; next: number[] } = { first: [], next: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    say(`Installed package, round ${round + 1}`);
    const parent = join(folder, `installed-${round}`);
    mkdirSync(parent);
    const { folder: installed, start } = install(parent);
    if (round === 0) {
      const { own, dependencies } = installedBytes(installed);
      add(group, 'the package', [mb(own)], { of: 'max', max: 40 }, 'MB');
      add(group, 'packages it needs', [mb(dependencies)], { of: 'max', max: 60 }, 'MB');
    }
    for (const kind of ['first', 'next'] as const) {
      const server = await start({ PORT: '0', SIMULATE: '0' });
      starts[kind].push(server.readyMs);
      await server.stop();
    }
  }
  add(group, 'first start, which makes the database and the demo', starts.first);
  add(group, 'next start', starts.next);
}
