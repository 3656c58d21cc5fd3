import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Files that read two or more statuses, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/domain/intents/classify-response.ts': 'the one place for them',
  'src/domain/campaigns/mark-read.ts': 'one rule of one kind of intent, which page and worker share',
  'src/uploads/send-file.ts': 'tus is a protocol of its own, in which a 409 says that an upload goes on',
  'src/server/services/push/send.ts': 'push services speak another protocol (RFC 8030)',
  'src/server/services/posts/lookups/follow.ts': 'platforms say by them if a post is there',
  'sw/media/byte-range.ts': 'a file is whole or a part',
  'sw/drafts/fetch-part.ts': 'a file is whole, a part, another one or not there',
  'sw/sync/sync-down-feed.ts': 'names the refusals that the call for changes may give',
  'sw/sync/sync-down-walk.ts': 'names the refusals that a call for extras may give',
};

const compared = /status(?:Code)?\b(?:\(\))?\s*(?:[!=]==?|[<>]=?)\s*([1-5]\d\d)\b|\bcase ([1-5]\d\d):/gi;
const listed = /\[(?:\s*[45]\d\d\s*,)+\s*[45]\d\d\s*,?\s*\]/g;

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, '')).replace(/^\s*\/\/.*$/gm, '');

/** Distance in lines within which two statuses count as one list. */
const nearLines = 5;

/** True if a source compares with two statuses near each other, or contains a list of them. */
function readsStatuses(source: string): boolean {
  const text = withoutComments(source);
  const found = [...text.matchAll(compared)].map((match) => ({
    status: match[1] ?? match[2],
    line: text.slice(0, match.index).split('\n').length,
  }));
  const isNear = (a: (typeof found)[number], b: (typeof found)[number]) =>
    a.status !== b.status && Math.abs(a.line - b.line) < nearLines;
  return text.match(listed) !== null || found.some((a) => found.some((b) => isNear(a, b)));
}

const reading = projectFiles(/\.(tsx?|mjs)$/, 'src', 'sw')
  .filter((path) => !path.startsWith('src/server/demo/'))
  .filter((path) => readsStatuses(read(path)));

test.each([
  'const isGone = status === 404 || status === 410;',
  'if (status === 404) return gone;\n// Or\nif (status >= 500) return later;',
  'const isOk = answer.status >= 200 && answer.status < 300;',
  'const passing = new Set([408, 425, 429]);',
  'switch (status) {\n  case 404:\n  case 410:\n}',
])('the search finds a list: %j', (source) => {
  expect(readsStatuses(source)).toBe(true);
});

test.each([
  'if (status === 404 || (isLate && status === 404)) return;',
  'const isUnreached = status === 0 || answer.status === 408;',
  '/** 404 or 410: status === 404, status === 410. */\nconst expected = [404];',
  `if (status === 401) refresh();${'\n'.repeat(nearLines)}if (status === 202) queued();`,
  'const steps = [100, 450, 1500];',
])('the search ignores: %j', (source) => {
  expect(readsStatuses(source)).toBe(false);
});

test('one file defines the meaning of statuses', () => {
  const wrong = reading.filter((path) => !(path in allowed));
  expect(wrong, 'equal lists drift apart: name a new one in src/domain/intents/classify-response.ts').toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(allowed).filter((path) => !reading.includes(path))).toEqual([]);
});
