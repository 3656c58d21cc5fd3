import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, postgresUser } from './postgres.ts';

export interface PgBouncer {
  /** Address of the same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian installs it where only root's PATH looks. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const startLimitMs = 10_000;

/** True if PgBouncer is installed on this machine. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/**
 * Starts a PgBouncer in transaction mode in front of the server at an address, by default with its default settings.
 */
export async function startPgBouncer(url: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
  const target = new URL(url);
  const port = await freePort();
  const dir = mkdtempSync('/tmp/afield-pgbouncer.');
  const given = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(dir, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port} user=${target.username}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...given,
    ].join('\n'),
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? await postgresUser() : null;
  if (user !== null) for (const path of [dir, file]) chownSync(path, user.uid, user.gid);
  chmodSync(file, 0o600);
  const child = spawn('pgbouncer', ['-q', file], { env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  const deadlineMs = performance.now() + startLimitMs;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await stop();
      throw new Error(`PgBouncer didn't start: ${said}`);
    }
    await wait(20);
  }
  target.host = `127.0.0.1:${port}`;
  return { url: target.href, stop };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    return await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
