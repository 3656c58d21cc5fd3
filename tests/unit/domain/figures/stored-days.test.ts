import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingDays } from '#domain/figures/stored-days.ts';
import { addDays, daysBetween, type Period } from '#domain/time/period.ts';

const march = { since: '2026-03-01', until: '2026-03-31' };
const at = (day: string, time = '10:00') => new Date(`${day}T${time}:00.000Z`);

test('days after the copy was stored are missing, and its own day is partial', () => {
  expect(missingDays(march, at('2026-03-12'), '2026-03-15')).toEqual({
    missing: { since: '2026-03-13', until: '2026-03-15' },
    partial: '2026-03-12',
  });
});

test('a network response, a copy of today and a period before the copy miss no days', () => {
  expect(missingDays(march, null, '2026-03-15')).toBeNull();
  expect(missingDays(march, at('2026-03-15', '00:00'), '2026-03-15')).toBeNull();
  expect(missingDays(march, at('2026-04-01'), '2026-04-20')).toBeNull();
});

test('future days are not missing', () => {
  const april = { since: '2026-04-01', until: '2026-04-30' };
  expect(missingDays(april, at('2026-03-12'), '2026-03-15')).toBeNull();
});

test('a period that begins after the copy was stored is missing entirely', () => {
  const week = { since: '2026-03-13', until: '2026-03-14' };
  expect(missingDays(week, at('2026-03-12'), '2026-03-15')).toEqual({ missing: week, partial: null });
});

test('a period that ends on the copy’s day has only that day partial', () => {
  const week = { since: '2026-03-06', until: '2026-03-12' };
  expect(missingDays(week, at('2026-03-12'), '2026-03-13')).toEqual({ missing: null, partial: '2026-03-12' });
});

test('no days are missing if the clock was set back', () => {
  expect(missingDays(march, at('2026-03-20'), '2026-03-15')).toBeNull();
});

test('every day of a period is stored, missing, partial or in the future', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((number) => addDays('2026-03-01', number));
  fc.assert(
    fc.property(day, fc.nat(20), day, day, (since, length, storedOn, today) => {
      const period: Period = { since, until: addDays(since, length) };
      const result = missingDays(period, at(storedOn), today);
      for (let i = 0; i <= daysBetween(period.since, period.until); i += 1) {
        const each = addDays(since, i);
        const { missing, partial } = result ?? { missing: null, partial: null };
        const isMissing = missing !== null && missing.since <= each && each <= missing.until;
        expect([each, isMissing]).toEqual([each, each > storedOn && each <= today]);
        expect([each, partial === each]).toEqual([each, each === storedOn && storedOn < today]);
      }
    }),
  );
});
