import { expect, test } from 'vitest';
import { createConnectivity } from '#sw/network/connectivity.ts';
import { createProbe } from '#sw/network/probe.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';
import { createFakeFetch, type Fate, portal, type WireRequest } from '#tests/support/worker/fake-network.ts';
import { origin } from '#tests/support/worker/fake-phone.ts';

function aProbe(fate: Fate) {
  const clock = createFakeClock(1_000_000);
  const connectivity = createConnectivity(clock.trueNow);
  const network = { fateOf: (_: WireRequest): Fate => fate };
  const fetch = createFakeFetch({
    serve: () => ({ status: 200, body: { ok: true } }),
    wait: clock.wait,
    fateOf: (request) => network.fateOf(request),
  });
  const probe = createProbe(
    { fetchApi: (path, init) => fetch(`${origin}${path}`, init), monotonicNow: clock.trueNow, wait: clock.wait },
    connectivity,
  );
  return { clock, connectivity, network, probe, run: () => clock.until(probe.run()) };
}

const answer = (status: number, body: string): Fate => ({ kind: 'answer', status, body });
const refused = JSON.stringify({ message: 'Not for you', code: 'unauthorized' });

test.each<[string, Fate, boolean]>([
  ['a 200', { kind: 'pass' }, true],
  ['the server’s own 404', answer(404, JSON.stringify({ message: 'No', code: 'not_found' })), true],
  ['a portal’s or gateway’s 404', answer(404, '<h1>Not found</h1>'), false],
  ['a 405', answer(405, 'Method not allowed'), false],
  ['a 501', answer(501, '{"message":"Not implemented"}'), false],
  ['a gateway’s 403', answer(403, '{"message":"Forbidden"}'), false],
  ['the server’s own 401', answer(401, refused), true],
  ['the server’s own 403', answer(403, refused), true],
  ['a portal’s page', portal, false],
  ['a portal’s 403', answer(403, '<h1>Log in</h1>'), false],
  ['a portal’s redirect', { ...portal, redirected: true } as Fate, false],
  ['a gateway’s 502', answer(502, '<h1>Sorry</h1>'), false],
  ['the server’s 500', answer(500, refused), false],
  ['a refused connection', { kind: 'refuse' }, false],
  ['a half-open network', { kind: 'hang' }, false],
])('the result of a probe is right with %s', async (_, fate, expected) => {
  const { run, connectivity } = aProbe(fate);
  expect(await run()).toBe(expected);
  expect(connectivity.isOnline()).toBe(expected);
});

test('a server of the specification, without a health endpoint, is probed with a call that it must have', async () => {
  const { run, network, connectivity } = aProbe({ kind: 'pass' });
  const asked: string[] = [];
  network.fateOf = ({ url }) => {
    asked.push(url.pathname);
    return url.pathname === '/health' ? answer(404, 'Cannot GET /health') : answer(401, refused);
  };
  expect(await run()).toBe(true);
  expect(connectivity.isOnline()).toBe(true);
  expect(asked).toEqual(['/health', '/brand/v1.0/tags']);
});

test('a probe on a dead connection delays no other once another request has succeeded', async () => {
  const { clock, connectivity, probe } = aProbe({ kind: 'hang' });
  const startedAt = clock.now();
  const reached = probe.run();
  await clock.advance(500);
  connectivity.begin().answered();
  expect(await clock.until(reached)).toBe(true);
  expect(clock.now() - startedAt).toBe(500);
});

test('concurrent callers share a probe, and later ones don’t wait for it', async () => {
  const { clock, network, probe } = aProbe({ kind: 'hang' });
  const first = probe.run();
  expect(probe.run()).toBe(first);
  await clock.advance(2000);
  network.fateOf = () => ({ kind: 'pass' });
  expect(await clock.until(probe.run())).toBe(true);
  expect(await clock.until(first)).toBe(true);
});

test('an abandoned probe doesn’t change the current status', async () => {
  const { clock, network, probe } = aProbe({ kind: 'hang' });
  const first = probe.run();
  await clock.advance(9000);
  network.fateOf = () => ({ kind: 'pass' });
  await clock.advance(1000);
  expect(await first).toBe(false);
  expect(await clock.until(probe.run())).toBe(true);
});

test('a response settles a hanging probe, even if the clock was set back between them', async () => {
  const { clock, connectivity, probe } = aProbe({ kind: 'hang' });
  const reached = probe.run();
  await clock.advance(500);
  clock.jump(-3_600_000);
  connectivity.begin().answered();
  expect(await Promise.race([reached, clock.advance(100).then(() => 'still out')])).toBe(true);
});
