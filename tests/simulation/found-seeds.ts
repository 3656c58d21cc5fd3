import { fileURLToPath } from 'node:url';
import { addLine, linesOf } from '#tests/support/servers/seed-file.ts';
import { kindsNames, type Run } from './queue/fault.ts';

/** Path of the file from the project's root. Each line is one run: its seed and its kinds. */
export const foundFile = 'tests/simulation/found-seeds.txt';
const file = fileURLToPath(new URL('found-seeds.txt', import.meta.url));

/** Runs that once found a fault. @throws if a line of the file isn't a run */
export function foundRuns(): Run[] {
  return linesOf(file).map((line) => {
    const [seed, name, ...rest] = line.split(' ');
    const kinds = kindsNames.find((each) => each === name);
    if (!/^\d+$/.test(seed ?? '') || kinds === undefined || rest.length > 0) {
      throw new Error(`${foundFile}: a line is a seed and ${kindsNames.join(' or ')}; found "${line}".`);
    }
    return { seed: Number(seed), kinds };
  });
}

/** Adds a run to those that the tests always play. @returns false if it is already there */
export function addFoundRun({ seed, kinds }: Run): boolean {
  return addLine(file, `${seed} ${kinds}`);
}
