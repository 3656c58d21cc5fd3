import { expect, test } from 'vitest';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { createBeat } from '#features/sync/beat.ts';
import { anAction, aSyncStatus } from '#tests/component/support/examples.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';

const waiting = { online: false, actions: [anAction()] };

/** A page that counts its beats. */
function aPage(first: Partial<SyncStatus>, visible = true) {
  const clock = createFakeClock(1_000_000);
  let beats = 0;
  const beat = createBeat({
    now: clock.now,
    setTimer(work, ms) {
      const stopping = new AbortController();
      void clock.wait(ms, stopping.signal).then(() => {
        if (!stopping.signal.aborted) work();
      });
      return () => stopping.abort();
    },
    async send() {
      beats += 1;
    },
  });
  const say = (status: Partial<SyncStatus>, isVisible = true, isSessionKnown = true) =>
    beat.update({ status: aSyncStatus(status), visible: isVisible, isSessionKnown });
  say(first, visible);
  /** Advances the clock; returns the number of beats in that time. */
  const count = async (ms: number) => {
    const before = beats;
    await clock.advance(ms);
    return beats - before;
  };
  return { beat, say, count };
}

test('a visible page with pending decisions beats every 500 ms for two minutes, then every 2 s', async () => {
  const { count } = aPage(waiting);
  expect(await count(10_000)).toBe(20);
  expect(await count(110_000)).toBe(220);
  expect(await count(20_000)).toBe(10);
});

test.each<[string, (page: ReturnType<typeof aPage>) => void]>([
  ['another decision', ({ say }) => say({ ...waiting, actions: [anAction(), anAction({ actionId: 'second' })] })],
  ['a visit to the page, or an event of the browser', ({ beat }) => beat.hurry()],
])('%s speeds up the beat again', async (_, happen) => {
  const page = aPage(waiting);
  await page.count(200_000);
  expect(await page.count(4000)).toBe(2);
  happen(page);
  expect(await page.count(4000)).toBeGreaterThanOrEqual(7);
});

test('the same decisions in a new status, as after each attempt, don’t speed up the beat', async () => {
  const { count, say } = aPage(waiting);
  await count(200_000);
  let beats = 0;
  for (let i = 0; i < 20; i += 1) {
    say(waiting);
    beats += await count(500);
  }
  expect(beats).toBe(5);
});

test.each<[string, Partial<SyncStatus>, boolean, number]>([
  ['an offline page with nothing pending has its rate', { online: false }, true, 30],
  ['a page with nothing to do has its rate', {}, true, 6],
  [
    'actions that need attention wait for the user, not for a network',
    { actions: [anAction({ state: 'attention' })] },
    true,
    6,
  ],
  ['a hidden page with decisions has its rate', waiting, false, 2],
  ['a hidden page without decisions has its rate', {}, false, 0],
])('%s', async (_, status, visible, expected) => {
  const { count } = aPage(status, visible);
  expect(await count(60_000)).toBe(expected);
});

test('a session that the worker hasn’t confirmed is resent every 2 s until it has', async () => {
  const { count, say } = aPage({});
  say({}, true, false);
  expect(await count(20_000)).toBe(10);
  say({});
  expect(await count(60_000)).toBe(6);
});
