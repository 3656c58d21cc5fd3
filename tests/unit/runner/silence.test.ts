import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForSilence } from '#tests/runner/silence.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limitMs = 300_000;

function watch() {
  const onSilence = vi.fn<(running: string[]) => void>();
  return { onSilence, ...watchForSilence({ limitMs, onSilence }) };
}

test('a stage in which no test finishes hangs, and its running tests are named instead of their file', () => {
  const { onSilence, progress } = watch();
  progress({ began: '0', name: 'queue.test.ts' });
  progress({ began: '1', name: 'queue.test.ts > sends once' });
  progress({ began: '2', name: 'queue.test.ts > hangs' });
  progress({ ended: '1' });
  vi.advanceTimersByTime(limitMs - 1);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSilence).toHaveBeenCalledExactlyOnceWith(['queue.test.ts > hangs']);
});

test('a file that hangs outside its tests is named', () => {
  const { onSilence, progress } = watch();
  progress({ began: '0', name: 'queue.test.ts' });
  vi.advanceTimersByTime(limitMs);
  expect(onSilence).toHaveBeenCalledExactlyOnceWith(['queue.test.ts']);
});

test('a stage may exceed the limit while its tests keep finishing', () => {
  const { onSilence, progress, stop } = watch();
  for (let count = 0; count < 9; count += 1) {
    progress({ began: String(count), name: 'a test' });
    vi.advanceTimersByTime(limitMs - 1);
    progress({ ended: String(count) });
  }
  stop();
  vi.advanceTimersByTime(limitMs);
  expect(onSilence).not.toHaveBeenCalled();
});

test('starting a test isn’t progress', () => {
  const { onSilence, progress } = watch();
  vi.advanceTimersByTime(limitMs - 1);
  progress({ began: '1', name: 'a test' });
  vi.advanceTimersByTime(1);
  expect(onSilence).toHaveBeenCalledOnce();
});

test('a long test continues while its steps finish, and is named once they don’t', () => {
  const { onSilence, progress } = watch();
  progress({ began: '1', name: 'a whole day' });
  for (let step = 0; step < 3; step += 1) {
    vi.advanceTimersByTime(limitMs - 1);
    progress({ ended: null });
  }
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(limitMs);
  expect(onSilence).toHaveBeenCalledExactlyOnceWith(['a whole day']);
});
