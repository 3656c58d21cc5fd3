import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves to the address in its ready line; rejects with all of its output if it exited before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Starts the server from its sources, as `npm start -- ARGS` does from the build, with only these settings. */
export function startProcess(settings: Record<string, string>, args: string[] = []): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts', ...args], {
    // Tests must not look up posts at real platforms.
    env: { PATH, HOME, TMPDIR, LINK_LOOKUPS: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, ...said }));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text;
      const [, address] = /^Afield is ready at (\S+)\n/.exec(said.stdout) ?? [];
      if (address) resolve(address);
    });
    ended.then(
      ({ code, signal }) => reject(new Error(`It ended (${code ?? signal}): ${said.stdout}${said.stderr}`)),
      reject,
    );
  });
  // Tests that expect it to exit never read `ready`: its rejection must not count as unhandled.
  ready.catch(() => {});
  return { child, ready, ended };
}
