import { expect, test } from 'vitest';
import { amountProblem, readAmount } from '#domain/money/typed-amount.ts';

test.each([
  ['100', 10_000],
  ['100.', 10_000],
  ['100.5', 10_050],
  ['100.05', 10_005],
  ['.5', 50],
  ['1,250', 125_000],
  ['$1,250,000.99', 125_000_099],
  [' $ 1 250 ', 125_000],
  ['0.07', 7],
  ['1.15', 115],
])('%s is %i cents', (typed, cents) => {
  expect(readAmount(typed)).toEqual({ cents });
});

test.each([
  ['', 'empty'],
  [' $ ', 'empty'],
  ['.', 'not-a-number'],
  ['ten', 'not-a-number'],
  ['1e3', 'not-a-number'],
  ['-5', 'not-a-number'],
  ['100,50', 'not-a-number'],
  ['100,5', 'not-a-number'],
  ['1.250,00', 'not-a-number'],
  ['1.2.3', 'not-a-number'],
  ['100.005', 'too-precise'],
  ['100.500', 'too-precise'],
])('%s is %s', (typed, problem) => {
  expect(readAmount(typed)).toEqual({ problem });
});

test('a fraction of a cent is refused as one, and not rounded', () => {
  expect(amountProblem('Amount', { problem: 'too-precise' })).toBe('Amount can have at most two decimals');
});
