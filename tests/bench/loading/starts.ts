import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface BenchServer {
  readonly address: string;
  /** Time from the command to the line that reports readiness. */
  readonly readyMs: number;
  /** May be called more than once. */
  stop(): Promise<void>;
}

/** Starts the built server as `npm start` does, on a data directory of the bench. Port 0 picks a free one. */
export async function startServer(dataDir: string, port = 0): Promise<BenchServer> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['src/cli/start.mjs'], {
    env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: String(port), SIMULATE: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const address = await addressOf(child);
  const readyMs = performance.now() - startedAt;
  return {
    address,
    readyMs,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const onOutput = (text: Buffer) => {
      said += text;
      const [, address] = /^Afield is ready at (\S+)$/m.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The server ended: ${said}`)));
  });
}
