import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const files = projectFiles(/\.tsx?$/, 'src');
const calling = (name: string) =>
  files.filter((file) => new RegExp(`(?<!function )\\b${name}\\(`).test(read(file)) && !file.startsWith('src/domain/'));

test('one file lists the platforms’ hosts and the forms of their links', () => {
  const hosts = /\b(?:tiktok|instagram|youtube|facebook|snapchat|twitter|x)\.com\b|\byoutu\.be\b|\bfb\.watch\b/;
  const isNamed = (file: string) =>
    read(file)
      .split('\n')
      .some((line) => hosts.test(line) && !/^\s*(?:\*|\/\*|\/\/)/.test(line));
  expect(files.filter(isNamed), 'read the tables of src/domain/posts/platforms.ts').toEqual([
    'src/domain/posts/platforms.ts',
    // Generates links of posts that don't exist.
    'src/server/demo/brand/links.ts',
  ]);
});

test('every entry point of a post’s link uses the same check', () => {
  expect(
    calling('(?:readPostLink|checkPostLink)'),
    'forms, platform, scheme and invisible characters are checked there',
  ).toEqual([
    'src/creator/steps/forms/LinkForm.tsx',
    'src/server/services/figures/metrics-import/posts/resolve-links.ts',
    'src/server/services/figures/metrics-import/rows/metric-row.ts',
    'src/server/services/moves/links/submitted-link.ts',
  ]);
  expect(calling('(?:submittedPost|checkPostLink|otherAccount)'), 'the account is checked there').toEqual([
    'src/creator/steps/forms/LinkForm.tsx',
    'src/server/services/figures/metrics-import/posts/check-accounts.ts',
    'src/server/services/moves/links/look-up-submitted-link.ts',
    'src/server/services/moves/links/submitted-link.ts',
  ]);
});

test('every file that stores posts registers them', () => {
  const stores = /insert\(posts\)|insert into \$\{posts\}|insertRows\(db, posts,/;
  expect(
    files.filter((file) => stores.test(read(file))),
    'a post counts for one offer: claim it with claimPosts',
  ).toEqual([
    'src/server/demo/seed.ts',
    // The approved link was claimed by its move.
    'src/server/demo/simulation/publications.ts',
    'src/server/services/figures/metrics-import/posts/missing-rows.ts',
  ]);
  expect(calling('claimPosts')).toEqual([
    'src/server/services/figures/metrics-import/posts/missing-rows.ts',
    'src/server/services/figures/metrics-import/store-part.ts',
    'src/server/services/moves/links/submitted-link.ts',
  ]);
});
