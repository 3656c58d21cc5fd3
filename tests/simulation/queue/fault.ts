import { isDeepStrictEqual } from 'node:util';
import { noViolations } from '#tests/support/history/check.ts';
import { allKinds, decisionKinds } from './kinds.ts';
import { type Result, simulate } from './run.ts';

/** `sessions`: all kinds, with faults of storage and clocks that affect sessions. */
const kindsByName = { all: allKinds, decisions: decisionKinds, sessions: allKinds } as const;
export const kindsNames = ['all', 'decisions', 'sessions'] as const satisfies readonly (keyof typeof kindsByName)[];

/** A run of the simulation: its seed and the kinds of intents determine everything in it. */
export interface Run {
  seed: number;
  kinds: (typeof kindsNames)[number];
}

const nothing: Omit<Result, 'histories' | 'counts' | 'steps'> = {
  violations: { brd_1: noViolations, brd_2: noViolations },
  misplaced: [],
  waiting: [],
  differences: [],
  falseReports: [],
  reported: [],
};

/** A run as text, with the command that replays it. */
export const titleOf = ({ seed, kinds }: Run) =>
  `Seed ${seed}, kinds: ${kinds}. Replay: npm run test:simulation -- --seed ${seed}`;

/** The fault that a run finds, with its title and history; null if every law held. */
export async function faultOf(run: Run): Promise<string | null> {
  const title = titleOf(run);
  try {
    const {
      histories,
      counts: _,
      steps,
      ...found
    } = await simulate(run.seed, kindsByName[run.kinds], {
      hasSessionFaults: run.kinds === 'sessions',
    });
    if (isDeepStrictEqual(found, nothing)) return null;
    const lines = Object.values(histories).flatMap((events) => events.map((event) => JSON.stringify(event)));
    return [title, JSON.stringify(found, null, 1), ...steps, ...lines].join('\n');
  } catch (error) {
    return `${title}\nThe run broke off: ${error instanceof Error ? error.stack : error}`;
  }
}
