import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDeferredChoice } from '#app/queries/ready-choice.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function choosing() {
  const ready = new Map<string, () => void>();
  const taken: string[] = [];
  const prepare = (choice: string) => new Promise<void>((resolve) => ready.set(choice, resolve));
  const { result, unmount } = renderHook(() => useDeferredChoice(prepare, (choice: string) => taken.push(choice)));
  const arrive = async (choice: string) => {
    ready.get(choice)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { choose: (choice: string) => result.current(choice), arrive, taken, unmount };
}

test('a choice is applied once, as soon as its data has arrived', async () => {
  const { choose, arrive, taken } = choosing();
  choose('last week');
  expect(taken).toEqual([]);
  await arrive('last week');
  expect(taken).toEqual(['last week']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toEqual(['last week']);
});

test('a choice is applied after 100 ms if its data is slow', async () => {
  const { choose, arrive, taken } = choosing();
  choose('last year');
  await vi.advanceTimersByTimeAsync(100);
  expect(taken).toEqual(['last year']);
  await arrive('last year');
  expect(taken).toEqual(['last year']);
});

test('only the last of several choices is applied, however late the others arrive', async () => {
  const { choose, arrive, taken } = choosing();
  choose('last week');
  choose('last month');
  await arrive('last week');
  expect(taken).toEqual([]);
  await arrive('last month');
  await vi.advanceTimersByTimeAsync(100);
  expect(taken).toEqual(['last month']);
});

test('nothing is applied after the component unmounts', async () => {
  const { choose, arrive, taken, unmount } = choosing();
  choose('last week');
  unmount();
  await arrive('last week');
  await vi.advanceTimersByTimeAsync(100);
  expect(taken).toEqual([]);
});
