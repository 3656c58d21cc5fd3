import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '#api/client.ts';
import type { ApiError } from '#api/error.ts';
import { writeSession } from '#api/session/session.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { updateCampaign } from '#contract/brand/campaign.ts';
import { aBrand, aSession } from '../support/examples.ts';
import { fakeApi, noNetwork, refusal, status } from '../support/fake-api.ts';

const brand = 'GET /brand/v1.0/brands/current';
const saving = 'PUT /brand/v1.0/campaigns/cmp_1';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

beforeEach(() => {
  vi.useFakeTimers();
  writeSession(aSession());
});
afterEach(() => {
  vi.useRealTimers();
});

/** The error of a call, with the delays between its attempts skipped. */
async function outcome(asked: Promise<unknown>): Promise<ApiError> {
  const failed = asked.then(
    () => expect.fail('It was answered.'),
    (error: unknown) => error as ApiError,
  );
  await vi.runAllTimersAsync();
  return failed;
}
const read = () => call(getBrand, {});
const throwing = (text: string) => () => {
  throw new TypeError(text);
};

test.each([
  [
    'no response',
    noNetwork,
    0,
    'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  ],
  [
    'an origin that CORS refuses',
    throwing('Origin http://localhost is not allowed by Access-Control-Allow-Origin.'),
    0,
    'CORS error: The server is not allowing requests from this domain. Please contact support.',
  ],
  [
    'an unknown host name',
    throwing('A server with the specified hostname could not be found.'),
    0,
    'DNS error: Unable to resolve the server address. Please check your internet connection.',
  ],
  ['a gateway', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502, 'API responded with status: 502'],
  ['an error without a message', () => status(500, {}), 500, 'API responded with status: 500'],
  ['an error with a message', () => refusal(429, 'too_many_requests', 'Slow down.'), 429, 'Slow down.'],
  [
    'a portal’s page',
    () => new Response('<h1>Hotel Wi-Fi</h1>', { status: 200 }),
    0,
    'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  ],
])('%s has its own message', async (_, answer, code, message) => {
  fakeApi({ [brand]: answer });
  expect(await outcome(read())).toMatchObject({ status: code, message });
});

test('no response within 30 s is a timeout', async () => {
  const startedAt = Date.now();
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  );
  expect(await outcome(read())).toMatchObject({ status: 408, message: 'Request timeout' });
  expect(Date.now() - startedAt).toBe(30_000);
});

test('a network failure is retried after 1 s and 2 s, and a server’s response never', async () => {
  const askedAt: number[] = [];
  const startedAt = Date.now();
  const api = fakeApi({
    [brand]: () => {
      askedAt.push(Date.now() - startedAt);
      return noNetwork();
    },
  });
  await outcome(read());
  expect(askedAt).toEqual([0, 1000, 3000]);
  api.on(brand, () => status(500, {}));
  await outcome(read());
  expect(askedAt).toHaveLength(3);
  expect(api.to(brand)).toHaveLength(4);
});

test('a mutation is retried under one key', async () => {
  const api = fakeApi({ [saving]: noNetwork });
  await outcome(call(updateCampaign, { params: { campaignId: 'cmp_1' }, body: { status: 'ARCHIVED' } }));
  const keys = api.to(saving).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('Safari retries a network failure once more at once, bypassing its cache, and has its own message', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
  const api = fakeApi({ [brand]: throwing('Load failed') });
  expect(await outcome(read())).toMatchObject({
    status: 0,
    message:
      "Safari network error: Unable to load the resource. This may be due to Safari's caching or network policies. Please try refreshing the page.",
  });
  const asked = api.to(brand);
  expect(asked).toHaveLength(4);
  for (const { query, headers } of asked) {
    expect(query._).toMatch(/^\d+$/);
    expect([headers.get('Pragma'), headers.get('Cache-Control')]).toEqual(['no-cache', 'no-cache']);
  }
  api.on(brand, () => aBrand());
  expect((await read()).data.id).toBe(aBrand().id);
});

describe('a response after a retry', () => {
  const refresh = 'POST /v1.0/auth/brand/refresh';
  const archive = () =>
    outcome(call(updateCampaign, { params: { campaignId: 'cmp_1' }, body: { status: 'ARCHIVED' } }));
  /** Gives these responses in turn, and repeats the last one. */
  const inTurn =
    (...answers: (() => unknown)[]) =>
    () =>
      (answers.length > 1 ? answers.shift() : answers[0])?.();
  const busy = () => refusal(429, 'too_many_requests', 'Slow down.');
  const gone = () => refusal(401, 'unauthorized', 'Please log in.');
  const renewed = () => ({ ...aSession(), accessToken: 'newer', refreshToken: 'newer' });

  test.each([
    ['a retry that is rate-limited', [noNetwork, busy], renewed, 429],
    [
      'a server that is shutting down',
      [noNetwork, noNetwork, () => refusal(503, 'unavailable', 'Not now.')],
      renewed,
      503,
    ],
    ['a retry with a newer token', [noNetwork, gone, busy], renewed, 429],
    [
      'a retry whose token couldn’t be refreshed',
      [noNetwork, gone],
      () => refusal(503, 'unavailable', 'Not now.'),
      503,
    ],
    ['a retry whose session has ended', [noNetwork, gone], () => refusal(401, 'invalid_refresh_token', 'Log in.'), 401],
  ])('%s means that an earlier request may have arrived', async (_, answers, successor, code) => {
    fakeApi({ [saving]: inTurn(...answers), [refresh]: successor });
    expect(await archive()).toMatchObject({ status: code, mayHaveArrived: true });
  });

  test.each([
    ['a first response', [busy], renewed, 429],
    ['a refused request repeated with a newer token', [gone, busy], renewed, 429],
    ['a refresh that was itself repeated', [gone], inTurn(noNetwork, () => refusal(503, 'unavailable', 'No.')), 503],
  ])('%s means that no earlier request can have arrived', async (_, answers, successor, code) => {
    fakeApi({ [saving]: inTurn(...answers), [refresh]: successor });
    expect(await archive()).toMatchObject({ status: code, mayHaveArrived: false });
  });
});
