import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface BenchServer {
  address: string;
  /** Memory used by the process, in MB; NaN if the system doesn't report it. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/**
 * Starts the built server on a database of the bench, with only these settings; it logs to this file, or to the
 * bench's.
 */
export async function startServer(
  env: Record<string, string>,
  log: number | 'inherit' = 'inherit',
): Promise<BenchServer> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH, HOME, TMPDIR, ...env, PORT: '0', SEED_DEMO: '0', SIMULATE: '0', LINK_LOOKUPS: 'off' },
    stdio: ['ignore', 'pipe', log],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('The server has no output.');
  const ended = once(child, 'close');
  for await (const line of createInterface(stdout)) {
    const [, address] = /^Afield is ready at (\S+)$/.exec(line) ?? [];
    if (address === undefined) continue;
    stdout.resume();
    return {
      address,
      memoryMb: () => residentMb(child.pid),
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('The server ended before it was ready.');
}

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
  } catch {
    return Number.NaN;
  }
}
