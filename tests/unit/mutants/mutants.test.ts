import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutants } from '#tests/mutants/all.ts';
import { plant } from '#tests/mutants/mutant.ts';

test.each(mutants)('$name applies to $file', (mutant) => {
  const source = readFileSync(mutant.file, 'utf8');
  expect(plant(mutant, source)).not.toBe(source);
  expect(mutant.harm).toMatch(/^[A-Z].*\.$/);
});

test('a fault whose text is missing or ambiguous is refused', () => {
  const mutant = { name: 'one', file: 'a.ts', find: 'if (b)', replace: '' };
  expect(() => plant(mutant, 'if (c) d();')).toThrow('one: its text is 0 times in a.ts');
  expect(() => plant(mutant, 'if (b) c(); if (b) d();')).toThrow('2 times');
  expect(plant({ ...mutant, replace: '$&' }, 'if (b) c();')).toBe('$& c();');
});

test('names are unique', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
