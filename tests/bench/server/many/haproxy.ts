import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/support/postgres/postgres.ts';
import { haproxyPath } from './packages.ts';

const startLimitMs = 10_000;

const hex = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part))).toString('hex');
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const protocol3 = 196_608;

/**
 * A check that only a primary passes. HAProxy's own `pgsql-check` ends with the login, which a standby accepts, too; so
 * this one logs in, by `trust`, and queries. https://www.postgresql.org/docs/15/protocol-message-formats.html
 */
export function primaryCheck(user: string, database: string): string[] {
  const startup = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const question = 'select pg_is_in_recovery()\0';
  const isFalse = hex('D', int32(11), Buffer.from([0, 1]), int32(1), 'f');
  return [
    'option tcp-check',
    'tcp-check connect',
    `tcp-check send-binary ${hex(int32(startup.length + 8), int32(protocol3), startup)}`,
    `tcp-check expect binary ${hex('R', int32(8), int32(0))}`,
    `tcp-check send-binary ${hex('Q', int32(question.length + 4), question)}`,
    `tcp-check expect binary ${isFalse}`,
    `tcp-check send-binary ${hex('X', int32(4))}`,
  ];
}

const every = 'check inter 500ms fall 2 rise 1';

/** A HAProxy that routes to whichever PostgreSQL is the primary. */
export async function startDatabaseProxy(urls: readonly string[]) {
  const port = await freePort();
  const [first] = urls.map((url) => new URL(url));
  if (first === undefined) throw new Error('Expected the addresses of the databases');
  const servers = urls.map((url, i) => `server pg${i} ${new URL(url).host} ${every} on-marked-down shutdown-sessions`);
  const proxy = await startHaproxy(port, [
    'listen postgres',
    `  bind 127.0.0.1:${port}`,
    '  mode tcp',
    '  timeout client 1h',
    '  timeout server 1h',
    ...[...primaryCheck(first.username, first.pathname.slice(1)), ...servers].map((line) => `  ${line}`),
  ]);
  return { url: Object.assign(new URL(first), { host: `127.0.0.1:${port}` }).href, stop: proxy.stop };
}

/** A HAProxy for phones, which routes to any ready server. */
export async function startWebProxy(addresses: readonly string[]) {
  const port = await freePort();
  const proxy = await startHaproxy(port, [
    'listen web',
    `  bind 127.0.0.1:${port}`,
    '  mode http',
    '  balance leastconn',
    // A change stream sends a heartbeat every 20 s.
    '  timeout client 60s',
    '  timeout server 60s',
    '  option httpchk',
    // Its own request has no `Host`, to which the server responds with 400.
    '  http-check send meth GET uri /ready ver HTTP/1.1 hdr Host afield',
    '  http-check expect status 200',
    ...addresses.map((address, i) => `  server afield${i} ${new URL(address).host} ${every}`),
  ]);
  return { address: `http://127.0.0.1:${port}`, stop: proxy.stop };
}

async function startHaproxy(port: number, lines: readonly string[]) {
  const path = haproxyPath();
  if (path === null) throw new Error('There is no HAProxy.');
  const dir = mkdtempSync('/tmp/afield-haproxy.');
  const file = join(dir, 'haproxy.cfg');
  const defaults = [
    'global',
    '  maxconn 8000',
    'defaults',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  retries 1',
  ];
  writeFileSync(file, `${[...defaults, ...lines].join('\n')}\n`);
  const child = spawn(path, ['-db', '-q', '-f', file], { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  await untilListening(port, child).catch(async () => {
    await stop();
    throw new Error(`HAProxy didn't start: ${said}`);
  });
  return { stop };
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + startLimitMs;
  while (child.exitCode === null && performance.now() < deadlineMs) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
  throw new Error('It does not listen');
}
