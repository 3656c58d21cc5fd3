import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { login } from '../../src/contract/auth.ts';
import { demoLogin } from '../../src/server/demo/accounts.ts';
import { localServer } from '../support/local-server.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

let dir: string;
const started: ServerProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'afield-start-'));
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dir, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}): ServerProcess {
  const server = startProcess({ DATA_DIR: join(dir, 'data'), PORT: '0', SEED_DEMO: '0', ...settings });
  started.push(server);
  return server;
}

test('it says where it is ready, answers, refuses a second start, survives kill -9 and ends on SIGTERM', async () => {
  const first = start();
  const address = await first.ready;
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(`${address}/health`)).json()).toEqual({ ok: true });

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^Another Afield \(process \d+\) runs on .*data/);
  expect((await fetch(`${address}/ready`)).status).toBe(200);

  first.child.kill('SIGKILL');
  await first.ended;
  const third = start();
  expect((await fetch(`${await third.ready}/ready`)).status).toBe(200);

  third.child.kill('SIGTERM');
  const { code, stdout, stderr } = await third.ended;
  expect([code, stdout, stderr]).toEqual([0, `Afield is ready at ${await third.ready}\n`, '']);
  expect(existsSync(join(dir, 'data/server.lock'))).toBe(false);
});

test('the demo of this machine is closed once others can reach it, and open again after', async () => {
  const logIn = async (settings: Record<string, string>) => {
    const server = start({ SEED_DEMO: '', SIMULATE: 'off', ...settings });
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

test('settings that can not be used are refused by name, before anything is touched', async () => {
  const { code, stderr } = await start({ PORT: 'http', SIMULATE: 'maybe' }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/PORT: expected .*\n.*SIMULATE: expected /);
  expect(existsSync(join(dir, 'data'))).toBe(false);
});

test('a port that is taken is said in one line, before a database is made', async () => {
  const other = await localServer(() => ({ status: 200, body: {} }));
  const { code, stderr } = await start({ PORT: other.url.port }).ended;
  await other.close();
  expect(code).toBe(1);
  expect(existsSync(join(dir, 'data'))).toBe(false);
  expect(stderr).toMatch(/^Afield can't start: .*EADDRINUSE.*\n$/);
});
