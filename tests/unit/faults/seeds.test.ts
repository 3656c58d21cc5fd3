import { expect, test } from 'vitest';
import { foundSeeds, seedsAsked, seedsIn } from '#tests/faults/rounds/seeds.ts';

const nothing = { seed: null, rounds: null, minutes: null };
const noSearch = () => {
  throw new Error('A new seed was taken without a search.');
};

test('the seeds that once found a fault run if there are no options', () => {
  expect(seedsAsked(nothing, noSearch)).toEqual({ isSearch: false, seeds: foundSeeds() });
  expect(foundSeeds()).toContain(322_112);
  expect([...seedsIn([5, 9], 3)]).toEqual([5, 9]);
});

test.each([
  [{ rounds: 2 }, [1, 2]],
  [{ seed: 7 }, [7, 8, 9]],
  [{ seed: 7, rounds: 1 }, [7]],
])('%j runs the seeds %j', (given, expected) => {
  const { isSearch, seeds } = seedsAsked({ ...nothing, ...given }, noSearch);
  expect(isSearch).toBe(false);
  expect([...seedsIn(seeds, 3)]).toEqual(expected);
});

test('minutes search with new seeds, or continue from a given seed', () => {
  expect(seedsAsked({ ...nothing, minutes: 3 }, () => 42)).toEqual({
    isSearch: true,
    seeds: { first: 42, rounds: null, minutes: 3 },
  });
  expect(seedsAsked({ ...nothing, minutes: 3, seed: 7 }, noSearch)).toEqual({
    isSearch: false,
    seeds: { first: 7, rounds: null, minutes: 3 },
  });
});
