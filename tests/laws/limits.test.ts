import { expect, test } from 'vitest';
import { maxBriefLength } from '#contract/wire/bounds.ts';
import { limits } from '#domain/shared/limits.ts';
import { projectFiles, read } from './files.ts';

const texts = projectFiles(/\.tsx?$/, 'src', 'sw')
  .filter((path) => path !== 'src/domain/shared/limits.ts')
  .map(read)
  .filter((text) => /\/limits\.ts'/.test(text));

/** True if a source reads a member of the limits: by its name, or by destructuring the limits or its group. */
const reads = (text: string, path: readonly string[]) => {
  const name = path.at(-1) ?? '';
  const whole = ['limits', ...path.slice(0, -1)].join('\\.');
  const taken = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = ${whole}\\b`);
  const group = path.length > 1 ? new RegExp(`\\b${path[0]}\\.${name}\\b`) : null;
  return new RegExp(`\\b${whole}\\.${name}\\b`).test(text) || taken.test(text) || group?.test(text) === true;
};

/** Path to every number of the limits. */
const leaves = (value: object, path: readonly string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && !Array.isArray(member) ? leaves(member, [...path, name]) : [[...path, name]],
  );

test('the search distinguishes limits that are read', () => {
  const text = "import { limits } from '../domain/limits.ts';\nconst { a, b } = limits; x(limits.c, b.d);";
  expect([['a'], ['c'], ['b', 'd']].map((path) => reads(text, path))).toEqual([true, true, true]);
  expect([['e'], ['b', 'a']].map((path) => reads(text, path))).toEqual([false, false]);
});

test('every limit is read somewhere', () => {
  const idle = leaves(limits).filter((path) => !texts.some((text) => reads(text, path)));
  expect(idle, 'changing an unread limit has no effect').toEqual([]);
});

/** Patterns of each limit as a literal: a value beside the name of its use, or in words. */
const byHand: Record<string, RegExp> = {
  'pageSize.campaigns': /\bpageQuery\(\d|\bpageSize: (10|20)\b/,
  'pageSize.offers': /\bpageQuery\(\d|\bpageSize: (10|20)\b/,
  'pageSize.posts': /\bpageQuery\(\d|\bpageSize: (10|20)\b/,
  'pageSize.payments': /\bpageQuery\(\d|\bpageSize: (10|20)\b/,
  scrollTriggerPx: /\b(withinPx|triggerPx)\b\D{1,3}500\b/i,
  postsScrollDelayMs: /\b(waitMs|delayMs)\b\D{1,3}150\b/i,
  requestTimeoutMs: /\b(send|timeout|requestTimeout)Ms\b\D{1,3}3[02]_?000\b|\.timeout\(30_?000/i,
  networkRetryWaitsMs: /\[1_?000, 2_?000\]/,
  queryStaleMs: /\bstale(Time|Ms)\b\D{1,3}(300_?000|5 \* 60_?000)\b/,
  queryRetries: /\bfailures < \d/,
  mutationRetries: /\bfailures < \d/,
  gatePollMs: /\b(pollMs|refetchInterval)\b\D{1,3}15_?000\b/i,
  loginReloadMs: /setTimeout\(.*\b(reload|onVerified)\b.*, ?1_?000\)/,
  logoutRedirectMs: /setTimeout\(.*\b(assign|onDone)\b.*, ?100\)/,
  closableToastMs: /\b(durationMs|toastMs|withAgeMs)\b\D{1,3}10_?000\b/i,
  minFundsCents: /(amount|funds)\w*\b\D{1,3}10_?000\b|\$100\b/i,
  minBudgetCents: /budget\w*\b\D{1,3}10_?000\b|\$100\b/i,
  minProjectedViews: /views\w*\b\D{1,3}50_?000\b|\b50,000\b/i,
  'description.minLength': /description.*\b(minLength\(10\)|length < 10\b)/i,
  'description.maxLength': /\b129\b/,
  'upload.fileBytes': /\b1(0|50)_?000_?000\b|\b10 MB\b/,
  'upload.videoBytes': /\b100_?000_?000\b|\b100 MB\b/,
  'upload.files': /\bmostFiles\b\D{1,3}10\b/,
};

/** True for files that define limits, and for the demo, whose fictitious brands have their own values. */
const isHome = (path: string) =>
  ['src/domain/shared/limits.ts', 'src/contract/wire/bounds.ts'].includes(path) || path.startsWith('src/server/demo/');

/** Removes comments, which may name a limit's value. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=\s)\/\/ .*$/gm, '');

test('every limit has a pattern of its literal', () => {
  expect(Object.keys(byHand).sort()).toEqual(
    leaves(limits)
      .map((path) => path.join('.'))
      .map((path) => path.replace(/^networkRetryWaitsMs\..*/, 'networkRetryWaitsMs'))
      .sort(),
  );
});

test.each([
  ['upload.fileBytes', 'const maxBytes = 10_000_000;'],
  ['minFundsCents', "'Amount must be at least $100'"],
  ['requestTimeoutMs', 'const sendMs = 30_000;'],
  ['requestTimeoutMs', 'const timeoutMs = 32_000;'],
  ['upload.fileBytes', 'const maxBodyBytes = 150_000_000;'],
  ['pageSize.offers', '...pageQuery(10),'],
  ['closableToastMs', 'durationMs: 10_000,'],
])('%s is found as a literal: %s', (name, line) => {
  expect(byHand[name]?.test(line)).toBe(true);
});

test('no limit is repeated as a literal', () => {
  const sources = projectFiles(/\.tsx?$/, 'src', 'sw').filter((path) => !isHome(path));
  const found = sources.flatMap((path) =>
    code(read(path))
      .split('\n')
      .filter((line) => Object.values(byHand).some((pattern) => pattern.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found, 'a limit that is repeated can be changed in only one place').toEqual([]);
});

test('the lengths of a brief are defined only by the contract', () => {
  const rules = code(read('src/features/wizard/creation/problems.ts'));
  const byValue = Object.values(maxBriefLength).filter((max) => new RegExp(`\\b${max}\\b`).test(rules));
  expect(byValue, 'the wizard and the server must accept the same lengths').toEqual([]);
});
