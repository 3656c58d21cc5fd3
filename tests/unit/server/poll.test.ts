import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPolling } from '#server/services/jobs/poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A poller whose rounds end on request. */
function aPoller() {
  const ends: (() => void)[] = [];
  const errors: unknown[] = [];
  let begun = 0;
  let isStopped = () => false;
  const poller = startPolling({
    everyMs: 1000,
    round: (stopped) => {
      begun += 1;
      isStopped = stopped;
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    onError: (error) => errors.push(error),
  });
  const end = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { poller, end, errors, begun: () => begun, isStopped: () => isStopped() };
}

test('a round starts at each interval, and never beside a running one', async () => {
  const { begun, end, poller } = aPoller();
  await vi.advanceTimersByTimeAsync(999);
  expect(begun()).toBe(0);
  await vi.advanceTimersByTimeAsync(3001);
  expect(begun()).toBe(1);
  await end();
  expect(begun()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun()).toBe(2);
  await end();
  await poller.stop();
});

test('a wake-up starts a round, or another one after a running round, which may have looked too early', async () => {
  const { begun, end, poller } = aPoller();
  poller.wake();
  expect(begun()).toBe(1);
  poller.wake();
  poller.wake();
  expect(begun()).toBe(1);
  await end();
  expect(begun()).toBe(2);
  await end();
  expect(begun()).toBe(2);
  await poller.stop();
});

test('stopping aborts and awaits the running round, and starts no other', async () => {
  const { begun, end, poller, isStopped } = aPoller();
  poller.wake();
  poller.wake();
  let hasStopped = false;
  const stopping = poller.stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([hasStopped, isStopped()]).toEqual([false, true]);
  await end();
  await stopping;
  poller.wake();
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun()).toBe(1);
});

test('a failed round is reported, and the next one starts as usual', async () => {
  const errors: unknown[] = [];
  let begun = 0;
  const poller = startPolling({
    everyMs: 1000,
    round: async () => {
      begun += 1;
      throw new Error(`Round ${begun}`);
    },
    onError: (error) => errors.push(error),
  });
  await vi.advanceTimersByTimeAsync(2000);
  await poller.stop();
  expect(errors).toEqual([new Error('Round 1'), new Error('Round 2')]);
});
