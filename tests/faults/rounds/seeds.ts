import { fileURLToPath } from 'node:url';
import { addLine, linesOf } from '#tests/support/servers/seed-file.ts';

/** Path of the file with one seed per line, relative to the project's root. */
export const foundFile = 'tests/faults/found-seeds.txt';
const file = fileURLToPath(new URL('../found-seeds.txt', import.meta.url));

/** Seeds that once found a fault. @throws if a line of the file isn't a seed */
export const foundSeeds = (): number[] =>
  linesOf(file).map((line) => {
    if (!/^[1-9]\d*$/.test(line)) throw new Error(`${foundFile}: a line is a seed; found "${line}".`);
    return Number(line);
  });

/** Adds a seed to those that CI always plays. @returns false if it was already there */
export const addFoundSeed = (seed: number): boolean => addLine(file, String(seed));

/** Consecutive seeds, until the rounds or the minutes are over; null means no limit. */
export interface Series {
  first: number;
  rounds: number | null;
  minutes: number | null;
}

/** Command-line options; null if not given. */
interface Asked {
  seed: number | null;
  rounds: number | null;
  minutes: number | null;
}

const usualRounds = 3;

/** The seeds to play: only new ones for a search, and those that once found a fault by default. */
export function seedsAsked({ seed, rounds, minutes }: Asked, newSeed: () => number) {
  const isSearch = minutes !== null && seed === null;
  const isAnyAsked = seed !== null || rounds !== null || minutes !== null;
  const series: Series = {
    first: seed ?? (isSearch ? newSeed() : 1),
    rounds: rounds ?? (minutes === null ? usualRounds : null),
    minutes,
  };
  return { isSearch, seeds: isAnyAsked ? series : foundSeeds() };
}

/** Seeds of the rounds in one of several engines, each of which gets an equal share of the minutes. */
export function* seedsIn(seeds: readonly number[] | Series, engines: number): Generator<number> {
  if (!('first' in seeds)) return yield* seeds;
  const { first, rounds, minutes } = seeds;
  const deadline = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + (minutes * 60_000) / engines;
  for (let i = 0; i < (rounds ?? Number.POSITIVE_INFINITY) && Date.now() < deadline; i += 1) yield first + i;
}
