import { describe, expect, test } from 'vitest';
import type { WireRequest } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, off1 } from '../a-phone.ts';

const beatMs = 500;
const oneWayMs = 1000;

/** A phone that decided on these offers offline and now has a network with a round trip of two seconds. */
async function backOnSlowNetwork(count: number) {
  const phone = await aPhone({ offers: count });
  const { page, cut, network, clock, live, queue } = phone;
  const ids = Array.from({ length: count }, (_, index) => offerIdOf(index + 1));
  // Fetched concurrently: one by one is slow, since each decision reads the whole queue.
  const offers = await clock.until(Promise.all(ids.map(page.offer)));
  cut();
  const decided = await clock.until(Promise.all(offers.map((offer) => page.decide(offer, aKey()))));
  expect(decided.map(({ status }) => status)).toEqual(ids.map(() => 202));
  await clock.advance(1000);
  const seen = { probes: 0, posts: 0, maxAtOnce: 0 };
  let atOnce = 0;
  network.fateOf = ({ method, url }: WireRequest) => {
    if (url.pathname === '/health') seen.probes += 1;
    if (method === 'POST') {
      seen.posts += 1;
      atOnce += 1;
      seen.maxAtOnce = Math.max(seen.maxAtOnce, atOnce);
      void clock.wait(2 * oneWayMs).then(() => {
        atOnce -= 1;
      });
    }
    return { kind: 'pass', delayMs: oneWayMs, answerDelayMs: oneWayMs };
  };
  const startedAt = clock.now();
  while ((await queue()).length > 0 && clock.now() - startedAt < 300_000) await live(beatMs, beatMs);
  return { ...phone, seen, tookMs: clock.now() - startedAt };
}

describe('a network with a round trip of two seconds', () => {
  test('delivers ten decisions within 8 s, four at a time, each once, without more probes while responses arrive', async () => {
    const { tookMs, seen, server } = await backOnSlowNetwork(10);
    expect(tookMs).toBeLessThanOrEqual(8000);
    expect(seen.posts).toBe(10);
    expect(seen.maxAtOnce).toBe(4);
    expect(server.applied).toHaveLength(10);
    // Both probes left before the first response arrived.
    expect(seen.probes).toBe(2);
  });

  test('delivers a hundred decisions within 60 s', async () => {
    const { tookMs, seen } = await backOnSlowNetwork(100);
    expect(tookMs).toBeLessThanOrEqual(60_000);
    expect(seen.posts).toBe(100);
  });
});

test('a slow response proves the connection, so a decision made as it arrives is sent without a probe', async () => {
  const { page, decide, network, clock } = await aPhone();
  const asked: string[] = [];
  network.fateOf = ({ method, url }) => {
    asked.push(`${method} ${url.pathname}`);
    return { kind: 'pass', answerDelayMs: 4000 };
  };
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  await clock.advance(1000);
  asked.length = 0;
  await decide(off1, aKey());
  expect(asked.slice(0, 1)).toEqual([expect.stringMatching(/^POST .*accept$/)]);
});
