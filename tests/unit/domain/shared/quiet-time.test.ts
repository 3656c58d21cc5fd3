import { expect, test } from 'vitest';
import { quietEnd } from '#domain/time/quiet-time.ts';

const at = (text: string) => new Date(text);
const night = { fromMinute: 22 * 60, toMinute: 7 * 60, zone: 'Europe/Berlin' };

test.each([
  ['before it begins', '2026-01-10T20:59:59.999Z', null],
  ['as it begins', '2026-01-10T21:00:00.000Z', '2026-01-11T06:00:00.000Z'],
  ['before midnight', '2026-01-10T22:30:10.000Z', '2026-01-11T06:00:00.000Z'],
  ['after midnight', '2026-01-11T03:00:00.000Z', '2026-01-11T06:00:00.000Z'],
  ['in its last minute', '2026-01-11T05:59:59.999Z', '2026-01-11T06:00:00.000Z'],
  ['as it ends', '2026-01-11T06:00:00.000Z', null],
])('quiet time is recognized over midnight %s', (_, now, end) => {
  expect(quietEnd(night, at(now))).toEqual(end === null ? null : at(end));
});

test('quiet time can be within a day, at odd minutes', () => {
  const noon = { fromMinute: 721, toMinute: 788, zone: 'Asia/Kathmandu' };
  expect(quietEnd(noon, at('2026-01-10T06:15:59Z'))).toBeNull();
  expect(quietEnd(noon, at('2026-01-10T06:16:00Z'))).toEqual(at('2026-01-10T07:23:00Z'));
});

test('a night ends an hour earlier when clocks go forward, an hour later when they go back', () => {
  expect(quietEnd(night, at('2026-03-28T21:30:00Z'))).toEqual(at('2026-03-29T05:00:00Z'));
  expect(quietEnd(night, at('2026-10-24T20:30:00Z'))).toEqual(at('2026-10-25T06:00:00Z'));
});

test('a skipped end time moves to the end of the gap, and a repeated one is its first occurrence', () => {
  const early = { fromMinute: 22 * 60, toMinute: 150, zone: 'Europe/Berlin' };
  expect(quietEnd(early, at('2026-03-29T00:30:00Z'))).toEqual(at('2026-03-29T01:00:00Z'));
  expect(quietEnd(early, at('2026-10-24T23:00:00Z'))).toEqual(at('2026-10-25T00:30:00Z'));
  expect(quietEnd(early, at('2026-10-25T01:10:00Z'))).toEqual(at('2026-10-25T01:30:00Z'));
});

test('an unknown time zone, as a newer browser may send, is never quiet', () => {
  expect(quietEnd({ ...night, zone: 'Mars/Olympus' }, at('2026-01-10T23:00:00Z'))).toBeNull();
});

test('quiet time can cover all but a minute of the day', () => {
  const max = { fromMinute: 1, toMinute: 0, zone: 'UTC' };
  expect(quietEnd(max, at('2026-01-10T00:01:00Z'))).toEqual(at('2026-01-11T00:00:00Z'));
});
