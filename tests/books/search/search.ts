import { fileURLToPath } from 'node:url';
import { playOnAllCores } from '#tests/support/browsers/players.ts';
import { titleOf } from '../fault.ts';

const program = fileURLToPath(new URL('player.ts', import.meta.url));
/** One fault usually shows in many lives, so the search ends after a few. */
const maxFaults = 5;
const reportEvery = 50;

interface Options {
  /** The first seed; later ones are consecutive. */
  first: number;
  lives: number;
  say(text: string): void;
}

/** Plays lives. @returns the number of those with a fault */
export async function search({ first, lives, say }: Options): Promise<number> {
  let faults = 0;
  function* runs(): Generator<{ seed: number }> {
    for (let seed = first; seed < first + lives && faults < maxFaults; seed += 1) yield { seed };
  }
  say(`First seed: ${first}.`);
  const played = await playOnAllCores({
    ...{ program, runs: runs(), titleOf: ({ seed }: { seed: number }) => titleOf(seed), limitMs: 600_000 },
    onFault(_, fault) {
      faults += 1;
      say(`\n${fault}\n`);
    },
    onPlayed: (count) => count % reportEvery === 0 && say(`${count} of ${lives} lives, ${faults} with a fault.`),
  });
  say(`${played} lives, ${faults} with a fault.`);
  if (faults >= maxFaults) say(`Stopped at ${maxFaults} faults.`);
  return faults;
}
