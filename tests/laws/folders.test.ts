import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { arrowsOf, importsOf, inCycles, projectFiles, read, targetOf } from './files.ts';

const maxSubjects = 14;
/** Folders with more subjects, each with its reason. */
const larger: Record<string, string> = {
  'src/cli': 'a build step finds the project’s root by its own place',
  'src/server/database/migrations': 'migrations are only ever added',
};

const sources = projectFiles(/\.(ts|tsx|mjs|css)$/, 'src', 'sw');
/** A component and its styles are one subject. */
const subjectOf = (path: string) => path.replace(/(\.module)?\.(tsx?|mjs|css)$/, '');

const edges = sources
  .filter((file) => !file.endsWith('.gen.ts') && !file.endsWith('.css'))
  .flatMap((file) =>
    importsOf(read(file)).flatMap((specifier) => {
      const target = targetOf(file, specifier);
      return target === null ? [] : [{ file, target }];
    }),
  );

/** The two folders of one parent that an import goes between; none if one of the files is in the parent itself. */
function siblingsOf({ file, target }: { file: string; target: string }): { from: string; to: string }[] {
  const [from, to] = [file.split('/'), target.split('/')];
  const depth = from.findIndex((name, i) => name !== to[i]);
  if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) return [];
  return [{ from: from.slice(0, depth + 1).join('/'), to: to.slice(0, depth + 1).join('/') }];
}

/** Folders that import themselves through siblings. */
const circlesIn = (imports: readonly { file: string; target: string }[]) =>
  inCycles(arrowsOf(imports.flatMap(siblingsOf)));

describe('folders', () => {
  test('the search finds a cycle, and only a real one', () => {
    const oneWay = [
      { file: 'src/a/x/one.ts', target: 'src/a/y/two.ts' },
      { file: 'src/a/y/two.ts', target: 'src/a/three.ts' },
      { file: 'src/a/three.ts', target: 'src/a/x/one.ts' },
    ];
    expect(circlesIn(oneWay)).toEqual([]);
    expect(circlesIn([...oneWay, { file: 'src/a/y/deep/four.ts', target: 'src/a/x/one.ts' }])).toEqual([
      'src/a/x',
      'src/a/y',
    ]);
  });

  test('don’t import each other in cycles', () => {
    expect(edges.length).toBeGreaterThan(1000);
    expect(circlesIn(edges), 'move the file that both need, or its dependency, to the lower folder').toEqual([]);
  });

  test(`hold at most ${maxSubjects} subjects`, () => {
    const subjects = new Map<string, Set<string>>();
    for (const path of sources) {
      const folder = posix.dirname(path);
      subjects.set(folder, (subjects.get(folder) ?? new Set()).add(subjectOf(path)));
    }
    const crowded = [...subjects].filter(([, { size }]) => size > maxSubjects).map(([folder]) => folder);
    expect(crowded.filter((folder) => larger[folder] === undefined).sort(), 'split it by subject').toEqual([]);
    expect(Object.keys(larger).filter((folder) => !/\/migrations$/.test(folder) && !crowded.includes(folder))).toEqual(
      [],
    );
  });
});
