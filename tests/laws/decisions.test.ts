import { describe, expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const index = read('docs/decisions/README.md');
const pages = projectFiles(/^\d{4}-.*\.md$/, 'docs/decisions').map((path) => ({
  path,
  number: path.slice('docs/decisions/'.length).slice(0, 4),
  text: read(path),
}));

/** A later page, or the one that states all current rules. */
const status =
  /(proposed|accepted|superseded (in part )?by (\[\d{4}\]\((?<file>[\w-]+\.md)\)|\[architecture\]\(\.\.\/architecture\.md\)))/;
const head = new RegExp(
  `^# (?<number>\\d{4}) \\S.*\\n\\nDate: \\d{4}-\\d\\d-\\d\\d · Status: ${status.source}\\n\\n\\S`,
);

describe('decision pages', () => {
  test('a page has its number, title, date and status in one form', () => {
    expect(pages.length).toBeGreaterThan(10);
    const wrong = pages.filter(({ number, text }) => head.exec(text)?.groups?.number !== number);
    expect(
      wrong.map(({ path }) => path),
      'see docs/decisions/README.md',
    ).toEqual([]);
  });

  test('numbers are consecutive and unique', () => {
    expect(pages.map(({ number }) => Number(number))).toEqual(pages.map((_, place) => place + 1));
  });

  test('a superseded page links to a later one that exists', () => {
    const lost = pages.filter(({ number, text }) => {
      const by = status.exec(text.split('\n')[2] ?? '')?.groups;
      return (
        by?.file !== undefined &&
        (by.file.slice(0, 4) <= number || !pages.some(({ path }) => path.endsWith(`/${by.file}`)))
      );
    });
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  test('the index lists every page by its title', () => {
    const missing = pages.filter(({ path, number, text }) => {
      const row = new RegExp(`^\\| \\[${number}\\]\\(${path.split('/').at(-1)}\\) +\\| (?<title>.*?) +\\|$`, 'm').exec(
        index,
      );
      return row?.groups?.title !== /^# \d{4} (.*)$/m.exec(text)?.[1];
    });
    expect(
      missing.map(({ path }) => path),
      'docs/decisions/README.md has a row for each',
    ).toEqual([]);
  });
});
