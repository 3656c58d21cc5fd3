// npm run mutants plants faults in queue, copy, sync and device, one at a time per tree, and checks that a test notices
// each.
//   npm run mutants -- --only name   only this one; may be given several times
//   npm run mutants -- --jobs 1      number of trees tested at the same time (2)
import { parseArgs } from 'node:util';
import { mutants } from './all.ts';
import { type Caught, runAndCatch, stopTests } from './catch.ts';
import { copyTree, type Tree } from './tree.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, jobs: { type: 'string', default: '2' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const wanted = values.only ?? mutants.map(({ name }) => name);
const unknown = wanted.filter((name) => mutants.every((mutant) => mutant.name !== name));
if (unknown.length > 0) {
  print(`No such fault: ${unknown.join(', ')}. There are: ${mutants.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const left = mutants.filter(({ name }) => wanted.includes(name));
const total = left.length;

const trees: Tree[] = [];
function cleanUp(): void {
  stopTests();
  for (const tree of trees.splice(0)) tree.remove();
}
process.once('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const width = Math.max(...mutants.map(({ name }) => name.length));
const words = (caught: Caught) => (caught.kind === 'caught' ? caught.by.join(', ') : caught.kind.toUpperCase());
const missed: string[] = [];

async function work(tree: Tree): Promise<void> {
  for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
    const takeOut = tree.plant(mutant);
    const caught = await runAndCatch(tree.path, mutant.tests).finally(takeOut);
    print(`${mutant.name.padEnd(width)}  ${words(caught)}`);
    if (caught.kind !== 'caught') missed.push(`${mutant.name}: ${mutant.harm}`);
  }
}

for (let i = 0; i < Math.min(Number(values.jobs), total); i += 1) trees.push(copyTree());
const [first] = trees;
// If the tests failed without a fault, every fault would seem to be caught.
const sound = first ? await runAndCatch(first.path) : null;
if (sound?.kind !== 'survived') {
  print(`Without any fault the tests fail already${sound ? `: ${words(sound)}` : ''}.`);
  process.exit(1);
}
await Promise.all(trees.map(work));
print(`\n${total - missed.length} of ${total} faults caught.`);
if (missed.length > 0) print(`\nNot caught:\n${missed.join('\n')}`);
process.exit(missed.length > 0 ? 1 : 0);
