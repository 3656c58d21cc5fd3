import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/account/auth.ts';
import { demoLogin } from '#server/demo/accounts.ts';
import { localServer } from '#tests/support/servers/local-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { type ServerProcess, startProcess } from '#tests/support/servers/process.ts';

let dir: string;
/**
 * Data for tests that don't need a new database, since creating one takes most of a start. Each test stops its server.
 */
const kept = join(newFolder(afterAll), 'data');
const keptWithDemo = join(newFolder(afterAll), 'data');
const started: ServerProcess[] = [];

beforeEach(() => {
  dir = newFolder();
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

function start(settings: Record<string, string> = {}): ServerProcess {
  const server = startProcess({ DATA_DIR: join(dir, 'data'), PORT: '0', SEED_DEMO: '0', ...settings });
  started.push(server);
  return server;
}

/** Log lines, except those of level 30 (info). */
const troubles = (stderr: string) =>
  stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":30,'));

test('the server reports when it is ready, responds, refuses a second start, survives kill -9 and exits on SIGTERM', async () => {
  const first = start();
  const address = await first.ready;
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(`${address}/health`)).json()).toEqual({ ok: true });

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^Another Afield \(process \d+\) is running on .*data/);
  expect((await fetch(`${address}/ready`)).status).toBe(200);

  first.child.kill('SIGKILL');
  await first.ended;
  const third = start();
  expect((await fetch(`${await third.ready}/ready`)).status).toBe(200);

  third.child.kill('SIGTERM');
  const { code, stdout, stderr } = await third.ended;
  expect([code, stdout]).toEqual([0, `Afield is ready at ${await third.ready}\n`]);
  expect(troubles(stderr)).toEqual([]);
  expect(existsSync(join(dir, 'data/server.lock'))).toBe(false);
});

test('the local demo is locked while other machines can reach it, and unlocked afterwards', async () => {
  const logIn = async (settings: Record<string, string>) => {
    const server = start({ DATA_DIR: keptWithDemo, SEED_DEMO: '', SIMULATE: 'off', ...settings });
    const address = await server.ready;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${address}${login.path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(demoLogin) },
    });
    server.child.kill('SIGTERM');
    const { stdout } = await server.ended;
    return [response.status, stdout.includes(demoLogin.password)];
  };
  expect(await logIn({})).toEqual([200, true]);
  expect(await logIn({ PUBLIC_URL: 'https://afield.example' })).toEqual([401, false]);
  expect(await logIn({})).toEqual([200, true]);
});

test('the demo without PUBLIC_URL is locked for callers whose host, address or origin isn’t local', async () => {
  const server = start({ DATA_DIR: keptWithDemo, SEED_DEMO: '', SIMULATE: 'off' });
  const url = new URL(login.path, await server.ready);
  const logIn = async (headers: Record<string, string>) => {
    const asked = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } });
    asked.end(JSON.stringify(demoLogin));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect(await logIn({})).toBe(200);
  expect(await logIn({ Host: 'localhost:3000', Origin: 'http://localhost:5173', 'X-Forwarded-For': '127.0.0.1' })).toBe(
    200,
  );
  for (const headers of [
    { Host: 'afield.example' },
    { Host: 'localhost.afield.example' },
    { 'X-Forwarded-For': '198.51.100.7' },
    { 'X-Forwarded-Host': 'afield.example' },
    { Origin: 'https://afield.example' },
  ] as Record<string, string>[]) {
    expect([headers, await logIn(headers)]).toEqual([headers, 401]);
  }
  expect(await logIn({ Host: '[::1]:3000' })).toBe(200);
  server.child.kill('SIGTERM');
  const { stderr } = await server.ended;
  const warnings = troubles(stderr);
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    level: 40,
    msg: expect.stringMatching(/\(judging by its host\).* Set PUBLIC_URL/),
  });
});

test('SIGTERM makes the server unready, and it responds to requests on open connections before it exits', async () => {
  const server = start({ DATA_DIR: kept });
  const address = await server.ready;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const asked = get(new URL(path, address), { agent });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, connection: response.headers.connection };
  };
  expect(await ask('/ready')).toEqual({ status: 200, connection: 'keep-alive' });
  server.child.kill('SIGTERM');
  let last = await ask('/ready');
  while (last.status === 200) last = await ask('/ready');
  expect(last).toEqual({ status: 503, connection: 'close' });
  expect(await ask('/health')).toEqual({ status: 200, connection: 'close' });
  agent.destroy();
  const { code, stderr } = await server.ended;
  expect([code, troubles(stderr)]).toEqual([0, []]);
});

test('a request started before SIGTERM gets its response, even if its body ends later', async () => {
  const server = start({ DATA_DIR: kept });
  const address = await server.ready;
  const url = new URL('/brand/v1.0/auth/login', address);
  const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  const begun = request(url, { method: 'POST', headers });
  begun.write('{"email":"nobody@brands.test",');
  await fetch(`${address}/health`);
  server.child.kill('SIGTERM');
  // The server closes its listener while it waits for open requests.
  const isListening = () =>
    fetch(`${address}/health`).then(
      () => true,
      () => false,
    );
  while (await isListening());
  begun.end('"password":"Wrong-pass1!"}');
  const [answer] = (await once(begun, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(401);
  const { code, stderr } = await server.ended;
  expect([code, troubles(stderr)]).toEqual([0, []]);
});

test('every response has an HSTS header with HTTPS', async () => {
  for (const [publicUrl, expected] of [
    ['https://afield.example', 'max-age=31536000'],
    ['http://afield.example', null],
  ] as const) {
    const server = start({ DATA_DIR: kept, PUBLIC_URL: publicUrl });
    const address = await server.ready;
    for (const path of ['/', '/health', '/nothing', '/brand/v1.0/brands/current', '/files/x']) {
      const response = await fetch(address + path);
      expect([path, response.headers.get('Strict-Transport-Security')]).toEqual([path, expected]);
    }
    server.child.kill('SIGTERM');
    await server.ended;
  }
});

test('a hanging request doesn’t delay the exit beyond 10 s', async () => {
  const server = start({ DATA_DIR: kept });
  const { port } = new URL(await server.ready);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(
    'POST /brand/v1.0/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await fetch(`http://127.0.0.1:${port}/health`);
  const startMs = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(performance.now() - startMs).toBeLessThan(10_000);
  socket.destroy();
});

test.each([
  [
    'a data folder that is a file',
    () => ({ DATA_DIR: fileIn(dir) }),
    /^Afield can't start: DATA_DIR can't be used: .*\n$/,
  ],
  [
    'a data folder below a file',
    () => ({ DATA_DIR: join(fileIn(dir), 'data') }),
    /^Afield can't start: DATA_DIR can't be used: .*\n$/,
  ],
  [
    'a database that is down',
    () => ({ DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/x', SESSION_SECRET: 'x'.repeat(32) }),
    /^Afield can't start: the database at DATABASE_URL can't be used: .*ECONNREFUSED.*\n$/,
  ],
])('%s is reported in a sentence', async (_, settings, sentence) => {
  const { code, stderr } = await start(settings()).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('hidden');
});

function fileIn(folder: string): string {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  return file;
}

test('unusable settings are refused by name, before any change is made', async () => {
  const { code, stderr } = await start({ PORT: 'http', SIMULATE: 'maybe' }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/PORT: expected .*\n.*SIMULATE: expected /);
  expect(existsSync(join(dir, 'data'))).toBe(false);
});

test('a port in use is reported in one line, before a database is created', async () => {
  const other = await localServer(() => ({ status: 200, body: {} }));
  const { code, stderr } = await start({ PORT: other.url.port }).ended;
  await other.close();
  expect(code).toBe(1);
  expect(existsSync(join(dir, 'data'))).toBe(false);
  expect(stderr).toMatch(/^Afield can't start: .*EADDRINUSE.*\n$/);
});
