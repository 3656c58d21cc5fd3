import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const files = projectFiles(/./);
const all = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));
const pages = ['README.md', ...projectFiles(/\.md$/, 'docs')];

/** Excludes decision pages: they describe their day, and are never rewritten. */
const ofToday = pages.filter((path) => !path.startsWith('docs/decisions/'));

/** Folders that a page may omit at the start of a path. */
const shortened = ['', 'src/', 'src/server/', 'tests/'];
const firstFolders = new Set(
  [...all].flatMap((path) =>
    shortened.flatMap((front) => (path.startsWith(front) ? [path.slice(front.length).split('/')[0]] : [])),
  ),
);

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Names in backticks on a page that may be paths of this repository. */
function pathsIn(text: string): string[] {
  const prose = text.replace(/```.*?```/gs, '');
  return [...prose.matchAll(/`([\w.<>{}*,/-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => {
      const [first, second] = name.split('/');
      const isFile =
        !name.startsWith('/') && /\w\.(tsx?|mjs|css|sql|html|md|json)$/.test(name) && name !== 'Response.json';
      return isFile || (second !== undefined && firstFolders.has(first));
    });
}

/** True if a path exists; `<noun>` and `*` match any name, and a bare file name matches in any folder. */
function isThere(name: string): boolean {
  const escaped = name.replace(/\/$/, '').replace(/[.{}]/g, '\\$&');
  const pattern = escaped.replace(/<\w+>|\*+/g, '[\\w.-]+');
  const fronts = name.includes('/') ? `(${shortened.join('|')})` : '(.*/)?';
  const path = new RegExp(`^${fronts}${pattern}$`);
  return [...all].some((each) => path.test(each));
}

test('the search distinguishes paths from URLs, and existing paths from missing ones', () => {
  const text =
    'in `src/ui`, `domain/money/money.ts`, `/health`, `/app.json`, `DATA_DIR/mail`, `Map<A, B>`, `src/gone`, `gone.ts`, `services/gone/` and `sw`';
  const found = pathsIn(text);
  expect(found).toEqual(['src/ui', 'domain/money/money.ts', 'src/gone', 'gone.ts', 'services/gone/']);
  expect(found.filter(isThere)).toEqual(['src/ui', 'domain/money/money.ts']);
  expect(['src/contract/brand/<noun>.ts', 'src/contract/brand/<noun>.md'].map(isThere)).toEqual([true, false]);
});

test('every path on a current page exists', () => {
  const named = ofToday.flatMap((page) => pathsIn(read(page)).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(100);
  expect(
    named.filter(({ name }) => !isThere(name)),
    'a path on a page must exist',
  ).toEqual([]);
});

test('every path in a comment exists', () => {
  const sources = files.filter((path) => /^(src|sw|tests|\.ci)\/.*\.(tsx?|mjs|css)$/.test(path));
  const named = sources.flatMap((source) =>
    [...read(source).matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)].flatMap(([comment]) => [
      ...pathsIn(comment).map((name) => ({ source, name })),
      ...[...comment.matchAll(/(?<![\w/.`-])(?:src|sw|tests|docs)\/[\w./-]*\w/g)].map(([name]) => ({ source, name })),
    ]),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});

test('every link between pages leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))))
      .map((path) => ({ page, path })),
  );
  expect(broken).toEqual([]);
});
