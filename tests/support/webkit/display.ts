import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Display {
  /** The value of DISPLAY, such as `:1`. */
  readonly name: string;
  close(): Promise<void>;
}

const startLimitMs = 20_000;

/** Starts an X server without a screen, which picks a free display itself. */
export async function startDisplay(): Promise<Display> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  try {
    for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
      return {
        name: `:${line.trim()}`,
        async close() {
          child.kill('SIGTERM');
          await gone;
        },
      };
    }
  } finally {
    clearTimeout(late);
  }
  await gone;
  throw new Error('Xvfb did not start.');
}
