import { fileURLToPath } from 'node:url';
import { playOnAllCores } from '#tests/support/browsers/players.ts';
import { type Run, titleOf } from '../queue/fault.ts';

const program = fileURLToPath(new URL('player.ts', import.meta.url));

interface Options {
  runs: Iterable<Run>;
  /** Called for each run with a fault, as soon as it ends. */
  onFault(run: Run, fault: string): void;
}

/** Plays runs on all cores. @returns the number of runs played */
export const playRuns = (options: Options): Promise<number> =>
  playOnAllCores({ ...options, program, titleOf, limitMs: 120_000 });
