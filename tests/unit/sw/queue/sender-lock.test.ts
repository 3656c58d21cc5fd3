import { expect, test } from 'vitest';
import { withSenderLock } from '#sw/queue/sender.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';
import { createFakeLocks } from '#tests/support/worker/fake-locks.ts';

function aSender() {
  const clock = createFakeClock(0);
  const locks = createFakeLocks();
  const begun: string[] = [];
  const lease = { isLive: false };
  const run = (owner: string, work: () => Promise<void> = async () => undefined) =>
    withSenderLock(
      { locks: locks.of(owner), wait: clock.wait, isLeaseLive: async () => lease.isLive },
      async (lock) => {
        begun.push(`${owner} ${lock}`);
        await work();
      },
    );
  return { clock, locks, begun, lease, run };
}

const frozen = () => new Promise<void>(() => {});

test('one sender runs at a time, and the next one waits its turn', async () => {
  const { clock, begun, run } = aSender();
  await clock.until(Promise.all([run('a', () => clock.wait(1000)), run('b')]));
  expect(begun).toEqual(['a free', 'b free']);
});

test('a stopped sender releases the lock at once', async () => {
  const { clock, locks, begun, run } = aSender();
  void run('a', frozen);
  const second = run('b');
  await clock.advance(500);
  locks.releaseAll('a');
  await clock.until(second);
  expect(begun).toEqual(['a free', 'b free']);
  expect(clock.now()).toBe(500);
});

test('a frozen sender is overridden once its lease has ended', async () => {
  const { clock, begun, lease, run } = aSender();
  void run('a', frozen);
  await clock.settle();
  lease.isLive = true;
  await clock.until(run('b'));
  expect(begun).toEqual(['a free']);
  lease.isLive = false;
  await clock.until(run('b'));
  expect(begun).toEqual(['a free', 'b taken']);
});

test('errors while sending are reported', async () => {
  const { clock, run } = aSender();
  await expect(clock.until(run('a', () => Promise.reject(new Error('Disk full'))))).rejects.toThrow('Disk full');
});
