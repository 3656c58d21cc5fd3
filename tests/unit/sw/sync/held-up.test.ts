import { describe, expect, test } from 'vitest';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { bannerOf } from '#features/sync/banner.ts';
import type { Fate } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, off1, off2 } from '../a-phone.ts';

const beatMs = 500;
const count = 10;
const page = (status: number, headers = {}): Fate => ({ kind: 'answer', status, body: '<h1>Sorry</h1>', headers });
const json = (status: number, code: string, headers = {}): Fate => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ code, message: 'Sorry' }),
  headers,
});

/** Ten decisions wait for a network; when it returns, decisions meet this fate and all other requests succeed. */
async function heldUp(fate: Fate) {
  const phone = await aPhone({ offers: count });
  const { decide, cut, network, clock, broadcasts } = phone;
  cut();
  for (let n = 1; n <= count; n += 1) await decide(offerIdOf(n), aKey());
  await clock.advance(1000);
  const posts: number[] = [];
  network.fateOf = ({ method }) => {
    if (method !== 'POST') return { kind: 'pass', delayMs: 20, answerDelayMs: 20 };
    posts.push(clock.now());
    return fate;
  };
  broadcasts.length = 0;
  return {
    ...phone,
    posts,
    statuses: () => broadcasts.flatMap((it) => (it.type === 'sync-status' ? [it.status] : [])),
  };
}

/** The banner's texts in order, without repeats. */
const textsOf = (statuses: readonly SyncStatus[]): string[] =>
  statuses
    .map((status) => bannerOf({ status, keptOut: null, updateReady: false, now: new Date() })?.text ?? '')
    .filter((text, i, all) => text !== all[i - 1]);

describe.each<[string, Fate]>([
  ['a gateway’s 503 page', page(503)],
  ['a gateway’s 429 page', page(429)],
  ['a gateway’s own JSON', { kind: 'answer', status: 403, body: '{"message":"Forbidden"}' }],
  ['a refusal with a code outside the contract', json(422, 'waf_rule_17')],
  ['the server’s own 503', json(503, 'unavailable')],
  ['the server’s own 500', json(500, 'internal')],
])('%s for decisions only', (_, fate) => {
  test('is rarely retried, isn’t reported as offline, and shows one sentence', async () => {
    const { live, posts, statuses, queue } = await heldUp(fate);
    await live(10_000, beatMs);
    expect(posts.length).toBeLessThanOrEqual(9);
    const since = statuses().slice(statuses().findIndex(({ holdUp }) => holdUp !== null));
    expect(since.length).toBeGreaterThan(0);
    expect(new Set(textsOf(since))).toEqual(new Set(['The server isn’t accepting actions right now']));
    expect(since.every(({ online }) => online)).toBe(true);
    expect(await queue()).toHaveLength(count);
  });

  test('ends as soon as one is accepted: all are sent within 5 s', async () => {
    const { live, mend, server, statuses } = await heldUp(fate);
    await live(30_000, beatMs);
    mend();
    await live(5000, beatMs);
    expect(server.applied).toHaveLength(count);
    expect(statuses().at(-1)?.holdUp).toBeNull();
  });
});

test.each<[string, Fate]>([
  ['the server', json(429, 'too_many_requests', { 'Retry-After': '90' })],
  ['a server that restarts', json(503, 'unavailable', { 'Retry-After': '90' })],
  ['a gateway', page(503, { 'Retry-After': '90' })],
])('%s that asks for a minute and a half is left alone that long, and the banner says until when', async (_, fate) => {
  const { live, posts, statuses, clock, mend, server } = await heldUp(fate);
  await live(80_000);
  expect(posts.length).toBeLessThanOrEqual(4);
  const status = statuses().findLast(({ holdUp }) => holdUp !== null);
  expect(status?.holdUp).toEqual({ kind: 'asked-to-wait', until: expect.any(String) });
  expect(textsOf(status ? [status] : [])).toEqual([
    expect.stringMatching(/^The server is busy. Sending resumes at \d\d:\d\d$/),
  ]);
  const until = status?.holdUp?.kind === 'asked-to-wait' ? Date.parse(status.holdUp.until) : 0;
  mend();
  await live(until - clock.now() - beatMs, beatMs);
  expect(server.applied).toEqual([]);
  await live(4000, beatMs);
  expect(server.applied).toHaveLength(count);
});

test('a decision that always fails delays no other', async () => {
  const { decide, cut, network, live, server, queue } = await aPhone({ offers: 4 });
  cut();
  const poisoned = aKey();
  await decide(off1, poisoned);
  for (const n of [2, 3, 4]) await decide(offerIdOf(n), aKey());
  network.fateOf = ({ headers }) =>
    headers.get('Idempotency-Key') === poisoned ? json(500, 'internal') : { kind: 'pass' };
  await live(6000, beatMs);
  expect(server.applied).toHaveLength(3);
  // A decision made after the other has failed for a minute is sent, too.
  await live(20_000, beatMs);
  server.resubmit(off2);
  await live(61_000, 5000);
  const startedBefore = server.applied.length;
  await decide(off2, aKey());
  await live(4000, beatMs);
  expect(server.applied.length).toBe(startedBefore + 1);
  expect(await queue()).toHaveLength(1);
});

test('setting the clock back doesn’t prolong the pause', async () => {
  const { phone, live, clock, mend, server } = await heldUp(page(503, { 'Retry-After': '2' }));
  await live(1000, beatMs);
  clock.jump(-600_000);
  mend();
  await live(4000, beatMs);
  expect(server.applied).toHaveLength(count);
  expect(phone.reported).toEqual([]);
});
