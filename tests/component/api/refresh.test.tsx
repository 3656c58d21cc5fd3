import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '#api/client.ts';
import { refreshSession } from '#api/session/refresh.ts';
import { clearSession, readSession, sessionMessage, writeSession } from '#api/session/session.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { aBrand, aSession } from '../support/examples.ts';
import { type FakeApi, fakeApi, refusal, status } from '../support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';

const brand = 'GET /brand/v1.0/brands/current';
const refresh = 'POST /v1.0/auth/brand/refresh';
const session = aSession();
const newer = { ...session, accessToken: 'newer', refreshToken: 'newer-refresh' };

/** Accepts only the newer token. */
const takesNewer = ({ headers }: { headers: Headers }) =>
  headers.get('Authorization') === 'Bearer newer' ? aBrand() : refusal(401, 'unauthorized', 'Please log in.');

beforeEach(() => writeSession(session));
afterEach(removeFakeWorker);

const server = (answer: () => unknown): FakeApi => fakeApi({ [brand]: takesNewer, [refresh]: answer });
const read = () => call(getBrand, {});

test('concurrent requests share one refresh of a refused token, and are repeated', async () => {
  const api = server(() => newer);
  const answers = await Promise.all([read(), read(), read()]);
  expect(answers.map(({ data }) => data.id)).toEqual([aBrand().id, aBrand().id, aBrand().id]);
  expect(api.to(refresh).map(({ body }) => body)).toEqual([
    { brandId: session.brandId, refreshToken: session.refreshToken },
  ]);
  expect(readSession()).toEqual(newer);
});

test('the worker is sent the replaced pair, because an expiry doesn’t identify it', async () => {
  const worker = fakeWorker();
  server(() => ({ ...newer, accessTokenExpiration: '2029-01-01T00:00:00.000Z' }));
  await read();
  expect(worker.received.at(-1)).toMatchObject({ session: { accessToken: 'newer' }, replaced: session.accessToken });
});

test('a second refusal doesn’t cause another refresh', async () => {
  const api = server(() => newer);
  api.on(brand, () => refusal(401, 'unauthorized', 'Please log in.'));
  await expect(read()).rejects.toMatchObject({ status: 401, message: 'Please log in.' });
  expect(api.to(refresh)).toHaveLength(1);
});

describe('a session ends', () => {
  test('if the server refuses the refresh', async () => {
    server(() => refusal(401, 'invalid_refresh_token', 'It has ended.'));
    await expect(read()).rejects.toMatchObject({
      status: 401,
      code: 'session_ended',
      message: 'Failed to refresh token',
    });
    expect(readSession()).toBeNull();
  });

  test('if no token pair is stored anymore', async () => {
    localStorage.clear();
    await expect(refreshSession(session.accessToken)).rejects.toMatchObject({ message: 'No session available' });
    server(() => newer);
    await expect(read()).rejects.toMatchObject({ status: 401, message: 'No auth config provided' });
  });
});

describe('a refused pair doesn’t end a newer session', () => {
  const refused = refusal(401, 'invalid_refresh_token', 'It has ended.');

  test('stored during the refresh', async () => {
    server(() => {
      writeSession(newer);
      return refused.clone();
    });
    expect((await read()).data.id).toBe(aBrand().id);
    expect(readSession()).toEqual(newer);
  });

  test('stored while the worker was asked for pending actions', async () => {
    const worker = fakeWorker();
    worker.reply(({ type }) => {
      if (type === 'get-status') writeSession(newer);
      return { ok: true, status: null };
    });
    server(() => refused.clone());
    await expect(read()).rejects.toMatchObject({ code: 'session_ended' });
    expect(readSession()).toEqual(newer);
  });
});

test('the worker is sent every pair that the stored one replaced', async () => {
  const worker = fakeWorker();
  server(() => newer);
  await read();
  writeSession({ ...newer, accessToken: 'newest', refreshToken: 'newest-refresh' });
  expect(sessionMessage().lineage).toEqual([newer, session].map(pairIdOf));
  expect(worker.received.at(-1)).toMatchObject({ session: newer, lineage: [pairIdOf(session)] });
  clearSession();
  writeSession(session);
  expect(sessionMessage().lineage).toEqual([]);
});

describe('an unusable response has its own message, and ends no session:', () => {
  test.each([
    ['no object', () => status(200, 'yes'), 'Invalid refresh response format'],
    ['an object without a token', () => ({ brandId: 'brd_1' }), 'No access token in refresh response'],
    [
      'a pair without a brand',
      () => ({ ...newer, brandId: undefined }),
      'Unable to determine session type for refresh',
    ],
    ['half of a pair', () => ({ ...newer, refreshToken: 7 }), 'Invalid refresh response format'],
  ])('%s', async (_, answer, message) => {
    server(answer);
    await expect(read()).rejects.toMatchObject({ status: 503, message });
    expect(readSession()).toEqual(session);
  });
});

test.each([
  ['a lost response', () => Response.error()],
  ['a failing server', () => refusal(503, 'unavailable', 'Not now.')],
  ['a gateway’s 403', () => refusal(403, 'forbidden', 'Blocked by policy.')],
  ['a gateway’s 404', () => refusal(404, 'not_found', 'No such route.')],
  ['a gateway’s 409', () => new Response('{"message":"Conflict"}', { status: 409 })],
  ['a 401 without a code', () => new Response('{"message":"Unauthorized"}', { status: 401 })],
  ['a captive portal’s page', () => new Response('<h1>Pay first</h1>', { status: 403 })],
])('%s doesn’t end the session', async (_, answer) => {
  vi.useFakeTimers();
  server(answer);
  const failed = expect(read()).rejects.not.toMatchObject({ code: 'session_ended' });
  await vi.runAllTimersAsync();
  await failed;
  vi.useRealTimers();
  expect(readSession()).toEqual(session);
});
