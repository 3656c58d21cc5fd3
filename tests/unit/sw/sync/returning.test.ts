import { expect, test } from 'vitest';
import { beatMs as pageBeatMs } from '#features/sync/beat.ts';
import type { Fate } from '#tests/support/worker/fake-network.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { aPhone, off1 } from '../a-phone.ts';

const beatMs = 500;
const roundTripMs = 100;
const rounds = 20;

/**
 * Time in ms from the network's return until a decision is at the server, with an open page and no event from the
 * browser.
 */
async function returnsIn(dark: Fate, outageMs: number, isStopped: boolean): Promise<number> {
  const { decide, network, clock, server, phone, page } = await aPhone();
  network.fateOf = () => dark;
  await decide(off1, aKey());
  const backAt = clock.now() + outageMs;
  let isBack = false;
  for (;;) {
    void page.beat().catch(() => undefined);
    if (!isBack && backAt - clock.now() < beatMs) {
      await clock.advance(backAt - clock.now());
      if (isStopped) phone.stop();
      network.fateOf = () => ({ kind: 'pass', delayMs: roundTripMs / 2, answerDelayMs: roundTripMs / 2 });
      isBack = true;
      await clock.advance(beatMs - (outageMs % beatMs));
    } else await clock.advance(beatMs);
    if (server.applied.length > 0) break;
    if (clock.now() - backAt > 30_000) return Number.POSITIVE_INFINITY;
  }
  const sentAt = Date.parse(server.offer(off1).updatedAt);
  return sentAt - backAt;
}

test.each<[string, Fate, boolean]>([
  ['refused connections', { kind: 'refuse' }, false],
  ['half-open connections', { kind: 'hang' }, false],
  ['refused connections, and a worker that was stopped', { kind: 'refuse' }, true],
  ['half-open connections, and a worker that was stopped', { kind: 'hang' }, true],
])('most decisions are sent within a second, and 95% within two, after %s', async (_, dark, isStopped) => {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) took.push(await returnsIn(dark, 5000 + round * 137, isStopped));
  took.sort((a, b) => a - b);
  expect(took[rounds / 2]).toBeLessThanOrEqual(1000);
  expect(took[Math.ceil(rounds * 0.95) - 1]).toBeLessThanOrEqual(2000);
});

test.each<[string, Fate]>([
  ['refused connections', { kind: 'refuse' }],
  ['half-open connections', { kind: 'hang' }],
])(
  'the end of %s is noticed within 15 s on a visible page, without pending decisions or browser events',
  async (_, dark) => {
    const { network, clock, page, live, phone } = await aPhone();
    const isOnline = async () => {
      const reply = await clock.until(phone.say({ type: 'get-status' }));
      return reply.ok && reply.status?.online;
    };
    // The probe comes between two syncs, which would notice as well.
    await live(30_000, pageBeatMs.calm);
    expect(await isOnline()).toBe(true);
    network.fateOf = () => dark;
    void page.beat();
    await clock.advance(15_000 - pageBeatMs.calm);
    expect(await isOnline()).toBe(false);
  },
);
