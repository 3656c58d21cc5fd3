import { beforeEach, expect, test } from 'vitest';
import { login } from '#contract/account/auth.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import type { TestServer } from '#tests/support/servers/server.ts';
import { worldPassword } from '#tests/support/servers/world.ts';
import { newEmail } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
let email: string;

beforeEach(async () => {
  email = newEmail();
  await given.brand({ email });
});

/** Logs in from an address forwarded by the proxy on this machine. */
async function logIn(address: string, password = worldPassword): Promise<number> {
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const request = (path: string, init?: RequestInit) => server.app.request(path, init, env);
  const app = { request } as unknown as TestServer['app'];
  const headers = { 'X-Forwarded-For': address };
  return (await call({ app }, login, { body: { email, password }, headers })).status;
}

test('one network gets ten attempts, across all of its IPv6 addresses', async () => {
  for (let i = 1; i <= 10; i += 1) expect(await logIn(`2001:db8:7:7::${i}`, 'Wrong-pass1!')).toBe(401);
  expect(await logIn('2001:db8:7:7:ffff::1')).toBe(429);
  expect(await logIn('2001:db8:7:8::1')).toBe(200);
});

test('strangers on a thousand networks share a limit, and the brand can log in from a known network', async () => {
  expect(await logIn('198.51.100.7')).toBe(200);
  const answers: number[] = [];
  for (let i = 0; i < 60; i += 1) answers.push(await logIn(`203.0.113.${i}`, 'Wrong-pass1!'));
  expect([answers.indexOf(429), answers.lastIndexOf(401)]).toEqual([50, 49]);
  expect(await logIn('198.51.100.7')).toBe(200);
  expect(await logIn('192.0.2.250')).toBe(429);
  server.clock.advance(15 * 60_000);
  expect(await logIn('192.0.2.250')).toBe(200);
});
