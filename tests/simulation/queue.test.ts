import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { noViolations } from '../support/history/check.ts';
import { simulate } from './queue/run.ts';

const first = Number(process.env.SIMULATION_SEED ?? 1);
const count = Number(process.env.SIMULATION_SEEDS ?? 200);
const chunk = 25;

/** Seeds in which a decision that may have arrived is taken back: run also where others are asked for. */
const regressions = [33, 40];

/** What broke, and the history it broke in; null where all held. */
async function faultOf(seed: number): Promise<string | null> {
  const { histories, violations, strangers, waiting, differences, reported } = await simulate(seed);
  const found = { violations, strangers, waiting, differences, reported };
  const nothing = {
    violations: { brd_1: noViolations, brd_2: noViolations },
    strangers: [],
    waiting: [],
    differences: [],
    reported: [],
  };
  if (isDeepStrictEqual(found, nothing)) return null;
  const lines = Object.values(histories).flatMap((events) => events.map((event) => JSON.stringify(event)));
  return `SIMULATION_SEED=${seed} SIMULATION_SEEDS=1\n${JSON.stringify(found, null, 1)}\n${lines.join('\n')}`;
}

async function expectNoFault(seeds: readonly number[]): Promise<void> {
  const faults: string[] = [];
  for (const seed of seeds) {
    const fault = await faultOf(seed);
    if (fault !== null) faults.push(fault);
    if (faults.length >= 5) break;
  }
  expect(faults.join('\n\n')).toBe('');
}

describe('decisions arrive exactly once and in order, whatever happens', () => {
  test('where taking back is what could go wrong', () => expectNoFault(regressions));

  const starts = Array.from({ length: Math.ceil(count / chunk) }, (_, i) => first + i * chunk);
  test.each(starts)(`seeds %i and ${chunk - 1} more`, (start) => {
    const length = Math.min(chunk, first + count - start);
    return expectNoFault(Array.from({ length }, (_, i) => start + i));
  });
});
