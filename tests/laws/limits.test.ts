import { expect, test } from 'vitest';
import { limits } from '../../src/domain/limits.ts';
import { projectFiles, read } from './files.ts';

const texts = projectFiles(/\.tsx?$/, 'src', 'sw')
  .filter((path) => path !== 'src/domain/limits.ts')
  .map(read)
  .filter((text) => /\/limits\.ts'/.test(text));

/** Whether a source takes a member of the limits: by its name, or out of the whole or of the group it is in. */
const reads = (text: string, path: readonly string[]) => {
  const name = path.at(-1) ?? '';
  const whole = ['limits', ...path.slice(0, -1)].join('\\.');
  const taken = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = ${whole}\\b`);
  const group = path.length > 1 ? new RegExp(`\\b${path[0]}\\.${name}\\b`) : null;
  return new RegExp(`\\b${whole}\\.${name}\\b`).test(text) || taken.test(text) || group?.test(text) === true;
};

/** Every number of the limits, as the way to it. */
const leaves = (value: object, path: readonly string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && !Array.isArray(member) ? leaves(member, [...path, name]) : [[...path, name]],
  );

test('the search tells what is read from what is not', () => {
  const text = "import { limits } from '../domain/limits.ts';\nconst { a, b } = limits; x(limits.c, b.d);";
  expect([['a'], ['c'], ['b', 'd']].map((path) => reads(text, path))).toEqual([true, true, true]);
  expect([['e'], ['b', 'a']].map((path) => reads(text, path))).toEqual([false, false]);
});

test('every limit is read somewhere', () => {
  const idle = leaves(limits).filter((path) => !texts.some((text) => reads(text, path)));
  expect(idle, 'a number that nobody reads is changed there, and nothing changes').toEqual([]);
});
