import { expect, test } from 'vitest';
import { coalesce } from '#features/sync/live/coalesce.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';

test('a burst of calls runs once immediately and once afterwards, and a later call runs again', async () => {
  const clock = createFakeClock(0);
  const ranAt: number[] = [];
  const ask = coalesce(
    async () => {
      ranAt.push(clock.now());
    },
    () => clock.wait(500),
  );
  for (let i = 0; i < 20; i += 1) ask();
  await clock.advance(2_000);
  expect(ranAt).toEqual([0, 500]);
  ask();
  await clock.advance(1_000);
  expect(ranAt).toEqual([0, 500, 2_000]);
});

test('work that failed runs again with the next call', async () => {
  const clock = createFakeClock(0);
  let runs = 0;
  const ask = coalesce(
    async () => {
      runs += 1;
      throw new Error('No worker');
    },
    () => clock.wait(500),
  );
  ask();
  await clock.advance(1_000);
  ask();
  await clock.advance(1_000);
  expect(runs).toBe(2);
});
