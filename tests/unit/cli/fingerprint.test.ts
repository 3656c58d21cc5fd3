import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildFingerprint } from '#cli/fingerprint.mjs';

let root = '';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'afield-fingerprint-'));
  write('src/main.tsx', 'main');
  write('sw/service-worker.ts', 'worker');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['a changed source', () => write('src/main.tsx', 'main, changed')],
  ['a new source', () => write('src/features/new.ts', '')],
  ['a changed worker', () => write('sw/service-worker.ts', 'worker, changed')],
  ['other packages', () => write('package-lock.json', '{"lockfileVersion":3}')],
  ['a changed page', () => write('index.html', '<!doctype html>')],
  ['settings in a file', () => write('.env.local', 'VITE_API_URL=https://api.example')],
])('%s makes the build stale', (_what, change) => {
  const before = buildFingerprint(root, {});
  change();
  expect(buildFingerprint(root, {})).not.toBe(before);
});

test.each([
  ['nothing', () => undefined],
  ['a test', () => write('tests/unit/a.test.ts', '')],
  ['the docs', () => write('docs/architecture.md', '')],
  ['generated files', () => write('src/route-tree.gen.ts', 'generated')],
])('%s leaves the build fresh', (_what, change) => {
  const before = buildFingerprint(root, {});
  change();
  expect(buildFingerprint(root, {})).toBe(before);
});

test('moving text from one file to the next counts as a change', () => {
  write('src/a.ts', 'x');
  write('src/b.ts', '');
  const before = buildFingerprint(root, {});
  write('src/a.ts', '');
  write('src/b.ts', 'x');
  expect(buildFingerprint(root, {})).not.toBe(before);
});

test('only settings that the bundle contains are counted', () => {
  const plain = buildFingerprint(root, {});
  expect(buildFingerprint(root, { VITE_API_URL: 'https://api.example' })).not.toBe(plain);
  expect(buildFingerprint(root, { PORT: '4000' })).toBe(plain);
});
