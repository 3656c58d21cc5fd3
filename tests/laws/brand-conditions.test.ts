import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Files and folders with statements that find rows of all brands, each with its purpose. */
const acrossBrands: Readonly<Record<string, string>> = {
  'src/server/backup/brand/load-brand.ts': 'ids of offers are new in the whole database',
  'src/server/http/requests/idempotency.ts': 'old keys are deleted every hour',
  'src/server/services/admin/': 'the team names a campaign, an offer or a creator, whichever the brand',
  'src/server/services/campaigns/settle.ts': 'a clock finds campaigns that are due',
  'src/server/services/creators/request-link.ts': 'a creator’s link names the offer alone',
  'src/server/services/creators/use-link.ts': 'a creator’s link names the offer alone',
  'src/server/services/feed/changes.ts': 'old removals are deleted every hour',
  'src/server/services/figures/metrics-import/import-metrics.ts': 'the command names a campaign',
  'src/server/services/files/collect.ts': 'unused files are deleted every hour',
  'src/server/services/files/kept-files.ts': 'files of a creator may be named by several brands',
  'src/server/services/ledger/payments/reversals/reconcile-reversals.ts':
    'the command asks about open refunds and disputes',
  'src/server/services/moves/delivery.ts': 'old addresses are forgotten every hour',
  'src/server/services/notices/team/brands-in-debt.ts': 'the team’s email lists brands',
  'src/server/services/posts/registry/shared-posts.ts': 'the log lists them at each start',
};

/** Tables whose rows are on their brand's server, by their constants' names in the code. */
const distributed = [...read('docs/distribute.sql').matchAll(/create_distributed_table\('(\w+)', 'brand_id'/g)].map(
  ([, name = '']) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
);
const tables = distributed.join('|');

/** Places that find rows of such a table. */
const use = new RegExp(
  `\\.(?:from|update|delete)\\((?:${tables})\\)|\\b(?:from|update|join|using) \\$\\{(?:${tables})\\}`,
  'g',
);
/** Condition on the brand of rows: with drizzle, or in a template, where it may compare with another row's brand. */
const condition = new RegExp(
  `\\bown\\(|\\b(?:eq|inArray)\\(\\s*\\w+\\.brandId,\\s*(?!(?:${tables}|brands)\\.)|brand_?id\\}?\\)? *(?:=|in)|using \\(brand_id`,
  'i',
);

/** The statement around an offset in a file, up to the semicolons or braces on both sides. */
function statementAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf(';\n', at), text.lastIndexOf('{\n', at), text.lastIndexOf('\n\n', at));
  return text.slice(start + 1, text.indexOf(';\n', at));
}

/** Definitions of the names in a statement's condition: the last ones before it, or elsewhere in its file. */
const namedIn = (statement: string, text: string, at: number): string[] => {
  const names =
    statement
      .split('.where(')
      .slice(1)
      .join()
      .match(/\b[a-z]\w+\b/gi) ?? [];
  return [...new Set(names)].flatMap((name) => {
    const starts = [...text.matchAll(new RegExp(`(?:const|function) ${name}\\b`, 'g'))].map(({ index }) => index);
    const start = starts.findLast((each) => each < at) ?? starts[0];
    return start === undefined ? [] : [text.slice(start, text.indexOf(';\n', start))];
  });
};

/** Lines of statements that find rows without a condition on their brand. */
const without = (file: string): string[] => {
  const text = read(file);
  return [...text.matchAll(use)]
    .filter(({ index }) => {
      const statement = statementAround(text, index);
      return ![statement, ...namedIn(statement, text, index)].some((each) => condition.test(each));
    })
    .map(({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length} ${found}`);
};

const found = projectFiles(/\.ts$/, 'src/server').flatMap(without);

test('statements find rows of one brand, except in the listed files', () => {
  expect(distributed.length).toBeGreaterThan(20);
  const listed = Object.keys(acrossBrands);
  const wrong = found.filter((place) => !listed.some((path) => place.startsWith(path)));
  expect(wrong, 'a statement without a brand queries every server of distributed tables').toEqual([]);
});

test('every listed file has a statement without a brand', () => {
  expect(Object.keys(acrossBrands).filter((path) => !found.some((place) => place.startsWith(path)))).toEqual([]);
});
