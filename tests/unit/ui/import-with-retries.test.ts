import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importWithRetries } from '#ui/loading/import-with-retries.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a chunk lost on a bad network is fetched again, with growing delays, until it arrives', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce('cut').mockRejectedValueOnce('cut');
  load.mockResolvedValue('part');
  const onFailure = vi.fn();
  const loaded = importWithRetries(load, onFailure);
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  expect(onFailure).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
  expect(onFailure).toHaveBeenCalledTimes(2);
});

test('the network’s return ends the delay', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce('cut').mockResolvedValue('part');
  const loaded = importWithRetries(load);
  await vi.advanceTimersByTimeAsync(1);
  page.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test('a chunk that never arrives fails in the end, with the reason', async () => {
  const load = vi.fn(() => Promise.reject(new Error('no such file')));
  const failed = expect(importWithRetries(load)).rejects.toThrow('no such file');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await failed;
  expect(load).toHaveBeenCalledTimes(10);
});
