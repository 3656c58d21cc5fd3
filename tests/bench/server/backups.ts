import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '#domain/time/period.ts';
import type { Add } from '../report.ts';
import { type BenchDatabase, databaseKinds, makeDatabase } from './databases.ts';
import { fill } from './fill.ts';

interface Options {
  /** Snapshots of the brand that is backed up. */
  snapshots: number;
  add: Add;
  say(text: string): void;
}

/**
 * Measures a backup of a large brand and its restore, from each kind of database into the other and back into its own.
 * Without `TEST_DATABASE_URL`, only the embedded one.
 */
export async function measureBackups({ snapshots, add, say }: Options): Promise<void> {
  const kinds = databaseKinds.filter((kind) => kind === 'embedded' || process.env.TEST_DATABASE_URL !== undefined);
  const folder = mkdtempSync(join(tmpdir(), 'afield-bench-'));
  try {
    for (const kind of kinds) {
      say(`${kind}, ${snapshots.toLocaleString('en-US')} snapshots …`);
      const file = join(folder, `${kind}.tar`);
      const source = await makeDatabase(kind);
      try {
        const opened = await source.open();
        await source.atLength(opened, (db) => fill(db, snapshots, dayOf(new Date())));
        await opened.close();
        const taken = await runCommand('backup', [file], source);
        add(kind, 'backup', [taken.seconds], null, 's');
        add(kind, 'most memory', [taken.maxMb], null, 'MB');
        add(kind, 'archive', [statSync(file).size / 1e6], null, 'MB');
      } finally {
        await source.remove();
      }
      for (const into of kinds) {
        say(`  into ${into} …`);
        const target = await makeDatabase(into);
        try {
          const restored = await runCommand('restore', [file], target);
          add(kind, `restore into ${into}`, [restored.seconds], null, 's');
          add(kind, `most memory, into ${into}`, [restored.maxMb], null, 'MB');
        } finally {
          await target.remove();
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command of the build on a database of the bench, and watches its memory. */
async function runCommand(name: string, args: string[], { env }: BenchDatabase) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [`dist/server/${name}.js`, ...args], {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let maxMb = Number.NaN;
  const timer = setInterval(() => {
    maxMb = peakMb(child.pid) ?? maxMb;
  }, 50);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${name} failed.`);
  return { seconds: (performance.now() - startedAt) / 1_000, maxMb };
}

/** A process's peak memory so far; null once it has exited, or if the system doesn't report it. */
function peakMb(pid: number | undefined): number | null {
  try {
    const [, kb] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kb === undefined ? null : Number(kb) / 1024;
  } catch {
    return null;
  }
}
