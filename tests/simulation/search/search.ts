import { addFoundRun, foundFile } from '../found-seeds.ts';
import { kindsNames, type Run } from '../queue/fault.ts';
import { playRuns } from './play-runs.ts';

/** One fault usually shows in many runs, so the search ends after a few. */
const maxFaults = 5;

interface Options {
  /** The first seed; later ones are consecutive. */
  first: number;
  say(text: string): void;
}

interface Played extends Options {
  goesOn(seeds: number): boolean;
  onFault?(run: Run): void;
}

/** Plays each seed with every set of kinds. @returns the number of runs with a fault */
async function playFrom({ first, goesOn, onFault, say }: Played): Promise<number> {
  let faults = 0;
  function* runs(): Generator<Run> {
    for (let i = 0; goesOn(i); i += 1) {
      for (const kinds of kindsNames) {
        if (faults >= maxFaults) return;
        yield { seed: first + i, kinds };
      }
    }
  }
  say(`First seed: ${first}.`);
  const played = await playRuns({
    runs: runs(),
    onFault(run, fault) {
      faults += 1;
      say(`\n${fault}`);
      onFault?.(run);
    },
  });
  say(`\n${played} runs, ${faults} with a fault.`);
  if (faults >= maxFaults) say(`Stopped at ${maxFaults} faults.`);
  return faults;
}

/** Plays new seeds for some minutes, and adds each that finds a fault to the tests. @returns the number of faults */
export function search({ minutes, ...options }: Options & { minutes: number }): Promise<number> {
  const deadline = Date.now() + minutes * 60_000;
  return playFrom({
    ...options,
    goesOn: () => Date.now() < deadline,
    onFault(run) {
      const isNew = addFoundRun(run);
      if (isNew) options.say(`Added seed ${run.seed} (${run.kinds}) to ${foundFile}: commit it with the fix.`);
    },
  });
}

/** Replays some seeds. @returns the number of faults */
export function replay({ count, ...options }: Options & { count: number }): Promise<number> {
  return playFrom({ ...options, goesOn: (seeds) => seeds < count });
}
