import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { read } from './files.ts';

test('each attack in docs/security.md has an existing test', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| (?!attack|-)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const untested = rows.filter((row) => {
    const files = [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => `tests/${file}`);
    return files.length === 0 || !files.every((file) => existsSync(file));
  });
  expect(untested, 'every promise needs a test').toEqual([]);
});

test('each attack names its ASVS requirement', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| (?!attack|-)/.test(line));
  const unnumbered = rows.filter((row) => !/^\d+\.\d+\.\d+\b/.test(row.split('|').at(-3)?.trim() ?? ''));
  expect(unnumbered).toEqual([]);
});
