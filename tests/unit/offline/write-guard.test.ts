import { expect, test } from 'vitest';
import { createWriteGuard } from '../../../src/offline/write-guard.ts';

test('an answer is overtaken by what was written after its request, not by what was before', () => {
  const guard = createWriteGuard();
  const early = guard.begin();
  guard.wrote('offers off_1');
  const late = guard.begin();
  expect(guard.isOvertaken(early, 'offers off_1')).toBe(true);
  expect(guard.isOvertaken(early, 'offers off_2')).toBe(false);
  expect(guard.isOvertaken(late, 'offers off_1')).toBe(false);
});

test('nothing is remembered once no request is on its way', () => {
  const guard = createWriteGuard();
  const reading = guard.begin();
  guard.wrote('offers off_1');
  guard.end(reading);
  expect(guard.isOvertaken(guard.begin(), 'offers off_1')).toBe(false);
});

test('who has left is not admitted, and requests of before count no more; until then everybody is', () => {
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
