import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addLine, linesOf } from '#tests/support/servers/seed-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afield-seeds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a seed is appended once', () => {
  const file = join(folder, 'seeds.txt');
  writeFileSync(file, '12 all\n');
  expect([addLine(file, '2 all'), addLine(file, '2 all'), addLine(file, '12 all')]).toEqual([true, false, false]);
  expect(readFileSync(file, 'utf8')).toBe('12 all\n2 all\n');
  expect(linesOf(file)).toEqual(['12 all', '2 all']);
});
