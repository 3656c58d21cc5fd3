import { expect, test } from 'vitest';
import { retryAfterMs } from '#domain/time/retry-after.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { createConnectivity } from '#sw/network/connectivity.ts';
import { createNetwork, NetworkFailure, watchForHanging } from '#sw/network/network.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';
import { createFakeFetch, type Fate, portal } from '#tests/support/worker/fake-network.ts';
import { origin } from '#tests/support/worker/fake-phone.ts';

function aNetwork(fate: Fate) {
  const clock = createFakeClock(1_000_000);
  const connectivity = createConnectivity(clock.trueNow);
  const fetch = createFakeFetch({
    serve: () => ({ status: 200, body: { fine: true } }),
    wait: clock.wait,
    fateOf: () => fate,
  });
  const network = createNetwork(
    {
      fetchApi: (path, init) => fetch(`${origin}${path}`, init),
      now: clock.now,
      monotonicNow: clock.trueNow,
      wait: clock.wait,
      guard: createWriteGuard(),
    },
    connectivity,
  );
  const send = (signal?: AbortSignal) =>
    clock.until(network.send({ method: 'GET', path: '/any', timeoutMs: 5000, ...(signal ? { signal } : {}) }));
  return { clock, connectivity, send };
}

const answer = (status: number, body: string, headers = {}): Fate => ({ kind: 'answer', status, body, headers });

test('a response is the server’s own: JSON on success, a message on failure', async () => {
  expect(await aNetwork({ kind: 'pass' }).send()).toMatchObject({ status: 200, body: { fine: true } });
  const { send, connectivity } = aNetwork(answer(422, '{"message":"No","code":"invalid_request"}'));
  expect(await send()).toMatchObject({ status: 422, body: { message: 'No' } });
  expect(connectivity.isOnline()).toBe(true);
});

test('a replayed response has no time, since it may be much older than the request', async () => {
  expect((await aNetwork({ kind: 'pass' }).send()).reading).not.toBeNull();
  const { send } = aNetwork(answer(200, '{"fine":true}', { 'Idempotency-Replayed': 'true' }));
  expect((await send()).reading).toBeNull();
});

test.each<[string, Fate]>([
  ['a portal’s page', portal],
  ['a redirect to a portal', { ...portal, redirected: true } as Fate],
  ['a gateway’s page', answer(502, '<h1>Bad gateway</h1>')],
  ['JSON from elsewhere', answer(403, '{"error":"blocked"}')],
  ['an empty response', answer(200, '')],
  ['a refused connection', { kind: 'refuse' }],
  ['a half-open network', { kind: 'hang' }],
])('%s is a network failure', async (_, fate) => {
  const { send, connectivity } = aNetwork(fate);
  await expect(send()).rejects.toBeInstanceOf(NetworkFailure);
  expect(connectivity.isOnline()).toBe(false);
});

test('a gateway’s Retry-After is passed on', async () => {
  const { send } = aNetwork(answer(503, 'busy', { 'Retry-After': '7' }));
  await expect(send()).rejects.toMatchObject({ retryAfterMs: 7000 });
});

test('a request aborted by its caller doesn’t change the status of the network', async () => {
  const { send, connectivity, clock } = aNetwork({ kind: 'hang' });
  const giving = new AbortController();
  void clock.wait(100).then(() => giving.abort());
  await expect(send(giving.signal)).rejects.toBeInstanceOf(NetworkFailure);
  expect(connectivity.isOnline()).toBe(true);
});

test.each(['GET', 'POST'] as const)(
  'a %s hangs until its response starts, and a large response may take longer',
  async (method) => {
    const clock = createFakeClock(1_000_000);
    const connectivity = createConnectivity(clock.trueNow);
    const large = new Response();
    large.text = () => clock.wait(4000).then(() => '{}');
    const timed = { now: clock.now, monotonicNow: clock.trueNow, wait: clock.wait, guard: createWriteGuard() };
    const network = createNetwork({ fetchApi: async () => large, ...timed }, connectivity);
    const sent = network
      .send({ method, path: '/any', timeoutMs: 5000, hangMs: 1000 })
      .catch((error: NetworkFailure) => error);
    await clock.advance(600);
    connectivity.begin().answered();
    expect(await clock.until(sent)).toMatchObject(method === 'GET' ? { status: 200 } : { hung: true });
  },
);

test('a request has one hang timer, however many others complete in between', async () => {
  const waits: number[] = [];
  const clock = createFakeClock(1_000_000);
  const connectivity = createConnectivity(clock.trueNow);
  const wait: typeof clock.wait = (ms, signal) => {
    waits.push(ms);
    return clock.wait(ms, signal);
  };
  const watched = watchForHanging({ monotonicNow: clock.trueNow, wait, connectivity }, 1000);
  await clock.advance(600);
  for (let answers = 0; answers < 12; answers += 1) connectivity.begin().answered();
  expect(waits).toEqual([400]);
  await clock.advance(400);
  expect(watched.signal.aborted).toBe(true);
});

test.each([
  ['3', 3000],
  ['0', 0],
  ['999999', 600_000],
  ['Thu, 01 Jan 1970 00:16:45 GMT', 5000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', null],
  ['', null],
])('the header “Retry-After: %s” is parsed', (text, expected) => {
  expect(retryAfterMs(new Headers(text === '' ? {} : { 'Retry-After': text }), 1_000_000)).toBe(expected);
});
