import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** The first line of each comment, with the number of its line. Consecutive `//` lines are one comment. */
function beginnings(source: string): { line: number; text: string }[] {
  const lines = source.split('\n');
  return lines.flatMap((text, i) => {
    const comment = /^\s*(?:\/\*\*?|\/\/)\s*(.*)$/.exec(text);
    const goesOn = /^\s*\/\//.test(text) && /^\s*\/\//.test(lines[i - 1] ?? '');
    if (comment === null || goesOn) return [];
    const first = comment[1] === '' ? (/^\s*\*\s*(.*)$/.exec(lines[i + 1] ?? '')?.[1] ?? '') : (comment[1] ?? '');
    return [{ line: i + 1, text: first }];
  });
}

const questions = /^(What|Where|Whether|Whose|Who|Whoever|How|Which)\b/;

test('the search finds the beginnings of comments', () => {
  const source = ['/** One. */', 'a;', '// Two,', '// What goes on.', '/**', ' * What three is.', ' */'].join('\n');
  expect(beginnings(source)).toEqual([
    { line: 1, text: 'One. */' },
    { line: 3, text: 'Two,' },
    { line: 5, text: 'What three is.' },
  ]);
});

test('comments are sentences with a subject', () => {
  const wrong = projectFiles(/\.(ts|tsx|mjs)$/, 'src', 'sw', 'tests').flatMap((file) =>
    beginnings(read(file))
      .filter(({ text }) => questions.test(text))
      .map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(wrong, 'a comment that begins with a question word names its subject late or never').toEqual([]);
});

const fragments = /^(Of|So many|As many|Behind|Around|In place|From here on)\b/;

test('comments of src and sw begin with their subject', () => {
  const wrong = projectFiles(/\.(ts|tsx|mjs)$/, 'src', 'sw').flatMap((file) =>
    beginnings(read(file))
      .filter(({ text }) => fragments.test(text))
      .map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(wrong, 'a fragment without a subject makes the reader guess from the code below').toEqual([]);
});

const privateWords = /\b(anew|whoever|of before|reckon(s|ed|ing)?)\b/gi;
const comments = (source: string) => source.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];

test('comments and pages use common words', () => {
  const texts = [
    ...projectFiles(/\.(ts|tsx|mjs|css)$/, 'src', 'sw').flatMap((file) =>
      comments(read(file)).map((text) => ({ file, text })),
    ),
    ...projectFiles(/\.md$/, 'docs').flatMap((file) =>
      file.startsWith('docs/decisions/') ? [] : [{ file, text: read(file) }],
    ),
  ];
  const wrong = texts.flatMap(({ file, text }) => (text.match(privateWords) ?? []).map((word) => `${file}: ${word}`));
  expect(wrong, 'a reader must not need our dictionary').toEqual([]);
});
