import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { noViolations } from '#tests/support/history/check.ts';
import { allKinds, decisionKinds, type SimulatedKind } from './queue/kinds.ts';
import { simulate } from './queue/run.ts';

const count = Number(process.env.SIMULATION_SEEDS ?? 200);
const base = process.env.SIMULATION_SEED;
/** Number of seeds that are the same on each run if no seed is given; the rest are random. */
const fixedCount = 175;
const chunk = 25;
const shownFaults = 5;

interface Range {
  first: number;
  count: number;
}

/** Random seeds; a failure prints its own seed, which replays it. */
const fresh = (seeds: number): Range => ({ first: Math.floor(Math.random() * 2 ** 31), count: seeds });

function rangesOf(): Range[] {
  if (base === 'random') return [fresh(count)];
  if (base !== undefined) return [{ first: Number(base), count }];
  return [{ first: 1, count: Math.min(fixedCount, count) }, fresh(Math.max(count - fixedCount, 0))];
}

const commandOf = (seed: number, seeds: number) =>
  `SIMULATION_SEED=${seed} SIMULATION_SEEDS=${seeds} npm run test:simulation -- queue.test`;

/** Seeds that once found a fault, with the present steps and with decisions alone. */
const regressions = [
  500_075, 500_587, 600_070, 600_263, 700_264, 900_270, 900_418, 2_001_374, 2_002_074, 2_002_411, 4_000_993, 5_001_535,
  5_001_894, 6_001_778, 9_000_449,
];

/** The fault and the history that led to it; null if every law held. */
async function faultOf(seed: number, kinds: readonly SimulatedKind[]): Promise<string | null> {
  const { histories, counts: _, steps, ...found } = await simulate(seed, kinds);
  const nothing: typeof found = {
    violations: { brd_1: noViolations, brd_2: noViolations },
    misplaced: [],
    waiting: [],
    differences: [],
    falselyTold: [],
    reported: [],
  };
  if (isDeepStrictEqual(found, nothing)) return null;
  const lines = Object.values(histories).flatMap((events) => events.map((event) => JSON.stringify(event)));
  return [commandOf(seed, 1), JSON.stringify(found, null, 1), ...steps, ...lines].join('\n');
}

async function expectNoFault(seeds: readonly number[], kinds: readonly SimulatedKind[]): Promise<void> {
  const faults: string[] = [];
  for (const seed of seeds) {
    const fault = await faultOf(seed, kinds);
    if (fault !== null) faults.push(fault);
    if (faults.length >= shownFaults) break;
  }
  expect(faults.join('\n\n')).toBe('');
}

describe('decisions arrive exactly once and in order, whatever happens', () => {
  test('in runs of decisions that once found a fault', () => expectNoFault(regressions, decisionKinds));

  const ranges = rangesOf().filter(({ count }) => count > 0);
  for (const range of ranges) process.stdout.write(`Seeds again: ${commandOf(range.first, range.count)}\n`);
  const chunks = ranges.flatMap(({ first, count }) =>
    Array.from({ length: Math.ceil(count / chunk) }, (_, i) => ({
      start: first + i * chunk,
      length: Math.min(chunk, count - i * chunk),
    })),
  );
  test.each(chunks)('$length seeds from $start', ({ start, length }) =>
    expectNoFault(
      Array.from({ length }, (_, i) => start + i),
      allKinds,
    ),
  );
});
