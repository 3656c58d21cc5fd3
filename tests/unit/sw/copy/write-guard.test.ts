import { expect, test } from 'vitest';
import { createWriteGuard } from '#sw/database/write-guard.ts';

test('a response is overtaken by writes after its request, not by earlier ones', () => {
  const guard = createWriteGuard();
  const early = guard.begin();
  guard.wrote('offers off_1');
  const late = guard.begin();
  expect(guard.isOvertaken(early, 'offers off_1')).toBe(true);
  expect(guard.isOvertaken(early, 'offers off_2')).toBe(false);
  expect(guard.isOvertaken(late, 'offers off_1')).toBe(false);
});

test('a forgotten write counts as newer, so that memory stays bounded', () => {
  const guard = createWriteGuard();
  const early = guard.begin();
  for (let n = 0; n <= 10_000; n += 1) guard.wrote(`offers off_${n}`);
  // Changes are forgotten only when a request begins, so a long page of records is not overtaken by its own writes.
  expect(guard.isOvertaken(early, 'offers off_x')).toBe(false);
  const late = guard.begin();
  expect([guard.isOvertaken(early, 'offers off_x'), guard.isOvertaken(late, 'offers off_1')]).toEqual([true, false]);
});

test('a brand that left can’t write, even for earlier requests, and any brand can before the first login', () => {
  const guard = createWriteGuard();
  const before = guard.begin();
  expect(guard.isAdmitted('brd_1')).toBe(true);
  guard.admit('brd_1');
  guard.admit('brd_1');
  expect([guard.isAdmitted('brd_1'), guard.isAdmitted('brd_2'), guard.isCurrent(before)]).toEqual([true, false, false]);
  const during = guard.begin();
  guard.admit('brd_1');
  expect(guard.isCurrent(during)).toBe(true);
  guard.admit(null);
  expect([guard.isAdmitted('brd_1'), guard.isCurrent(during)]).toEqual([false, false]);
});
