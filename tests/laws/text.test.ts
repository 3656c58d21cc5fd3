import { describe, expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const textFiles = projectFiles(/\.(tsx?|mjs|css|md|json|html|ya?ml|sql|webmanifest)$|^run$/);
const sources = textFiles.filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.gen.ts'));

/** `file:line: text` of every line that matches, but for those of the laws, which quote what they forbid. */
function linesWith(files: string[], pattern: RegExp): string[] {
  return files
    .filter((path) => !path.startsWith('tests/laws/'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
    );
}

describe('what the files say', () => {
  test('no path of one machine', () => {
    const found = linesWith(textFiles, /(?<![\w.:/-])\/(work|home|root|Users)\/[\w.-]+\/|[A-Z]:\\Users\\/);
    expect(found, 'a path that exists on one machine only breaks everywhere else').toEqual([]);
  });

  test('no package registry by name', () => {
    const found = linesWith(textFiles, /registry\.(npmjs|yarnpkg)\.|npm\.pkg\.github/);
    expect(found, 'where packages come from is for each machine to say').toEqual([]);
  });

  test('no work left for later, and no check turned off', () => {
    const found = linesWith(sources, /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|eslint-disable/);
    expect(found, 'what is not done belongs in an issue; what is wrong is mended').toEqual([]);
  });

  test('every command that is named is there', () => {
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

  test('no code takes a setting of one installation from its build', () => {
    const code = sources.filter((path) => /^(src|sw)\//.test(path) && path !== 'src/features/flags/queries.ts');
    const found = linesWith(code, /\bVITE_[A-Z]/).filter((line) => !line.startsWith('src/cli/fingerprint.mjs'));
    expect(found, 'one build serves every installation: see src/contract/calls/app-settings.ts').toEqual([]);
  });

  test('a lint rule is set aside only with a reason', () => {
    const found = linesWith(sources, /biome-ignore(-all|-start)?\s+[\w/]+:\s*(<explanation>|.{0,15})$/);
    expect(found, 'the next reader has to know why the rule does not hold there').toEqual([]);
  });

  test('no :has() makes the browser style the whole page again for every element that comes', () => {
    const styles = textFiles.filter((path) => path.endsWith('.css'));
    const found = linesWith(
      styles,
      /(^|[\s,>])(:root|html|body|main|\*):has\(|:has\([^{]*:(nth|first|last|only|not)\b/,
    );
    expect(found, 'mark what is meant with a class or an attribute').toEqual([]);
  });

  test('tests wait for what the user sees, not for time to pass', () => {
    const tests = sources.filter((path) => /^tests\/(e2e|component|conformance|unit)\//.test(path));
    const found = linesWith(tests, /new Promise\(\s*\(?\w*\)?\s*=>\s*setTimeout\(|\b(sleep|delay)\(\s*\d/);
    expect(found, 'a fixed wait is too long on a fast machine and too short on a slow one').toEqual([]);
  });
});

describe('how long files are', () => {
  const limit = 400;

  test(`no source over ${limit} lines`, () => {
    const found = sources
      .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > limit)
      .map(({ path, lines }) => `${path} has ${lines} lines`);
    expect(found, 'a file has one subject; a second one wants a file of its own').toEqual([]);
  });
});
