import { describe, expect, test } from 'vitest';
import { foundRuns } from './found-seeds.ts';
import { faultOf, type Run } from './queue/fault.ts';

const count = 200;
const sessionCount = 100;
const chunk = 25;
const shownFaults = 5;

async function expectNoFault(runs: readonly Run[]): Promise<void> {
  const faults: string[] = [];
  for (const run of runs) {
    const fault = await faultOf(run);
    if (fault !== null) faults.push(fault);
    if (faults.length >= shownFaults) break;
  }
  expect(faults.join('\n\n')).toBe('');
}

describe('decisions arrive exactly once and in order', () => {
  test('in runs that once found a fault', () => expectNoFault(foundRuns()));

  const startsOf = (seeds: number) => Array.from({ length: seeds / chunk }, (_, i) => 1 + i * chunk);
  const runsFrom = (start: number, kinds: Run['kinds']) =>
    Array.from({ length: chunk }, (_, i) => ({ seed: start + i, kinds }));

  test.each(startsOf(count))(`${chunk} seeds from %i`, (start) => expectNoFault(runsFrom(start, 'all')));

  test.each(startsOf(sessionCount))(`${chunk} seeds of sessions with faults from %i`, (start) =>
    expectNoFault(runsFrom(start, 'sessions')),
  );
});
