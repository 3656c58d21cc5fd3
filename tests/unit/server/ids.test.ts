import { expect, test } from 'vitest';
import { idsInOrder } from '#server/ids.ts';

test('ids contain their timestamp and are strictly increasing', () => {
  const next = idsInOrder('pst', new Date('2026-03-01T00:00:00.000Z'));
  const ids = Array.from({ length: 3_000 }, next);
  expect(ids.every((id) => /^pst_[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
  expect(new Set(ids.map((id) => id.slice(0, 'pst_'.length + 10))).size).toBe(1);
  expect([...new Set(ids)].sort()).toEqual(ids);
});
