import { expect, test } from 'vitest';
import {
  failingIntentBackoff,
  foregroundBackoff,
  intentBackoff,
  mailBackoff,
  posterBackoff,
} from '#domain/time/backoff.ts';

const delays = (policy: (failures: number) => number | undefined, count: number) =>
  Array.from({ length: count }, (_, at) => policy(at + 1));

test('delays double with each failure, up to a maximum', () => {
  expect(delays(foregroundBackoff, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(intentBackoff(5_000)).toBe(2_000);
});

test('an intent that fails by itself is retried every five minutes in the end', () => {
  expect(delays(failingIntentBackoff, 8)).toEqual([4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000]);
});

test('limited policies end', () => {
  expect(delays(posterBackoff, 3)).toEqual([1_000, 4_000, undefined]);
  const mails = delays(mailBackoff, 8);
  expect(mails.at(-1)).toBeUndefined();
  expect(mails.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)).toBe(79_950_000);
});
