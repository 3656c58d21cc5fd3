import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Files that write to the query cache themselves, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/app/queries/write-queries.ts': 'the one place for it',
  'src/creator/moves/use-moves.ts': 'the creator’s page has one query, which only whole answers of the server replace',
  'src/creator/use-drop-upload.ts': 'the same query',
  'src/creator/money/use-payment-reference.ts': 'the same query',
  'src/creator/hold/use-answer.ts': 'the same query, which is then fetched again',
};

const writing = projectFiles(/\.tsx?$/, 'src').filter((path) => /\.set(Query|Queries)Data\b/.test(read(path)));

test('only src/app/queries/write-queries.ts writes query data', () => {
  const wrong = writing.filter((path) => !(path in allowed));
  expect(wrong, 'setQueryData and setQueriesData reset an invalidation, so stale data counts as fresh').toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(allowed).filter((path) => !writing.includes(path))).toEqual([]);
});
