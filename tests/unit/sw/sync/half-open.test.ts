import { expect, test } from 'vitest';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { aKey } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, off1, off2 } from '../a-phone.ts';

const beatMs = 500;

/** A phone with a response from a moment ago, so it sends a decision at once; from then on it gets no responses. */
async function halfOpen(offers: number) {
  const phone = await aPhone({ offers });
  const { page, clock, network, broadcasts } = phone;
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  network.fateOf = () => ({ kind: 'hang' });
  return {
    ...phone,
    /** Statuses that were broadcast to pages from then on. */
    statuses: (): SyncStatus[] =>
      broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status] : [])),
    /** Decides, and measures how long the page waited for a reply. */
    async tap(n: number) {
      const offer = await clock.until(page.offer(offerIdOf(n)));
      const startedAt = clock.now();
      const { status } = await clock.until(page.decide(offer, aKey()));
      return { status, waitedMs: clock.now() - startedAt };
    },
  };
}

test('a tap gets "queued" within a second once a request hangs', async () => {
  const { tap, live } = await halfOpen(4);
  expect((await tap(1)).status).toBe(202);
  for (const n of [2, 3]) expect(await tap(n)).toEqual({ status: 202, waitedMs: expect.toSatisfy((ms) => ms <= 1000) });
  // The limit also applies when the phone knows that it is offline and its last probe is long past.
  await live(12_000, beatMs);
  expect((await tap(4)).waitedMs).toBeLessThanOrEqual(1000);
});

test('a tap on a merely slow network gets its result', async () => {
  const { decide, network, page, clock } = await aPhone();
  network.fateOf = () => ({ kind: 'pass', delayMs: 1000, answerDelayMs: 1000 });
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  expect((await decide(off1, aKey())).status).toBe(200);
});

test('all pending decisions are counted while the first one hangs', async () => {
  const { tap, statuses } = await halfOpen(5);
  for (let n = 1; n <= 5; n += 1) await tap(n);
  expect(statuses().at(-1)?.actions).toHaveLength(5);
  expect(statuses().findLast(({ sending }) => sending !== null)?.sending).toEqual({ done: 0, total: 5 });
});

test('a recovered network isn’t reported as offline because of earlier losses', async () => {
  const { tap, live, network, phone, statuses, server, queue } = await halfOpen(2);
  await tap(1);
  await tap(2);
  await live(6000, beatMs);
  expect(statuses().at(-1)?.online).toBe(false);
  network.fateOf = () => ({ kind: 'pass', delayMs: 50, answerDelayMs: 50 });
  await live(2000, beatMs);
  phone.broadcasts.length = 0;
  await live(30_000, beatMs);
  expect(statuses().every(({ online }) => online)).toBe(true);
  expect(server.applied.map(({ offerId }) => offerId).toSorted()).toEqual([off1, off2]);
  expect(await queue()).toEqual([]);
});

/** A phone on which the first GET of a path hangs, on an otherwise working network. */
async function hungOnce(path: string) {
  const phone = await aPhone();
  let hung = 0;
  phone.network.fateOf = ({ url }) => {
    hung += url.pathname.endsWith(path) ? 1 : 0;
    return url.pathname.endsWith(path) && hung === 1 ? { kind: 'hang' } : { kind: 'pass' };
  };
  return phone;
}

test('a sync on a dead connection continues on another, even without other requests', async () => {
  const { phone, clock, server, offer, network } = await hungOnce('/changes');
  server.resubmit(off1);
  const now = server.offer(off1);
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(6000);
  network.fateOf = () => ({ kind: 'refuse' });
  expect(await offer(off1)).toEqual(now);
});

test('an uncached screen is fetched over another connection than a dead one', async () => {
  const added = offerIdOf(9);
  const { page, clock, server } = await hungOnce(added);
  server.addOffer('brd_1', added);
  const startedAt = clock.now();
  expect(await clock.until(page.read(`/brand/v1.0/offers/${added}`))).toMatchObject({ status: 200 });
  expect(clock.now() - startedAt).toBeLessThanOrEqual(6000);
});

test('a merely slow response is delivered, and requested at most twice', async () => {
  const { page, clock, network } = await aPhone();
  let asked = 0;
  network.fateOf = ({ url }) => {
    if (!url.pathname.endsWith('/tags')) return { kind: 'pass' };
    asked += 1;
    return { kind: 'pass', delayMs: 12_000 };
  };
  const startedAt = clock.now();
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  await clock.advance(30_000);
  expect(asked).toBe(2);
  network.fateOf = () => ({ kind: 'refuse' });
  const { storedAt } = await clock.until(page.read('/brand/v1.0/tags'));
  expect(Date.parse(storedAt ?? '')).toBeGreaterThan(startedAt);
});
