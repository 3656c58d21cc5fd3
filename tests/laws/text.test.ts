import { describe, expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const textFiles = projectFiles(/\.(tsx?|mjs|css|md|json|html|ya?ml|sql|webmanifest)$|^run$/);
const sources = textFiles.filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.gen.ts'));

/** `file:line: text` of every matching line, except in the laws, which quote forbidden text. */
function linesWith(files: string[], pattern: RegExp): string[] {
  return files
    .filter((path) => !path.startsWith('tests/laws/'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
    );
}

describe('the files contain', () => {
  test('no machine-specific path', () => {
    const found = linesWith(textFiles, /(?<![\w.:/-])\/(work|home|root|Users)\/[\w.-]+\/|[A-Z]:\\Users\\/);
    expect(found, 'a path of one machine breaks on all others').toEqual([]);
  });

  test('no name of a package registry', () => {
    const found = linesWith(textFiles, /registry\.(npmjs|yarnpkg)\.|npm\.pkg\.github/);
    expect(found, 'each machine chooses its own package registry').toEqual([]);
  });

  test('no unfinished work, and no disabled checks', () => {
    const found = linesWith(sources, /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|eslint-disable/);
    expect(found, 'unfinished work belongs in an issue, and faults are fixed').toEqual([]);
  });

  test('only existing npm commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = textFiles.flatMap((path) =>
      [...read(path).matchAll(/\bnpm run (?:--silent )?([a-z]\w*(?:[:-]\w+)*)/g)].map(([, script = '']) => ({
        path,
        script,
      })),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  test('no installation-specific build settings in code', () => {
    const code = sources.filter((path) => /^(src|sw)\//.test(path) && path !== 'src/features/flags/queries.ts');
    const found = linesWith(code, /\bVITE_[A-Z]/).filter((line) => !line.startsWith('src/cli/fingerprint.mjs'));
    expect(found, 'one build serves every installation: see src/contract/calls/app-settings.ts').toEqual([]);
  });

  test('no lint suppression without a reason', () => {
    const found = linesWith(sources, /biome-ignore(-all|-start)?\s+[\w/]+:\s*(<explanation>|.{0,15})$/);
    expect(found, 'the next reader must know why the rule doesn’t apply').toEqual([]);
  });

  test('no :has() that makes the browser restyle the whole page for every inserted element', () => {
    const styles = textFiles.filter((path) => path.endsWith('.css'));
    const found = linesWith(
      styles,
      /(^|[\s,>])(:root|html|body|main|\*):has\(|:has\([^{]*:(nth|first|last|only|not)\b/,
    );
    expect(found, 'mark the element with a class or an attribute').toEqual([]);
  });

  test('no fixed delays in tests, which wait for what the user sees', () => {
    const tests = sources.filter((path) => /^tests\/(e2e|component|conformance|unit)\//.test(path));
    const found = linesWith(tests, /new Promise\(\s*\(?\w*\)?\s*=>\s*setTimeout\(|\b(sleep|delay)\(\s*\d/);
    expect(found, 'a fixed delay is too long on a fast machine and too short on a slow one').toEqual([]);
  });
});

describe('the length of files', () => {
  const limit = 400;

  test(`no source over ${limit} lines`, () => {
    const found = sources
      .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > limit)
      .map(({ path, lines }) => `${path} has ${lines} lines`);
    expect(found, 'a file has one subject: move the second one to its own file').toEqual([]);
  });
});
