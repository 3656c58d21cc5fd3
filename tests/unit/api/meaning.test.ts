import { expect, test } from 'vitest';
import { ApiError } from '#api/error.ts';
import { classifyError, type Meaning } from '#api/meaning.ts';

const cases: [number, ApiError['code'], Meaning][] = [
  [0, 'network', 'passing'],
  [408, 'timeout', 'passing'],
  [429, 'too_many_requests', 'passing'],
  [503, 'unavailable', 'passing'],
  [502, 'unknown', 'passing'],
  [504, 'unknown', 'passing'],
  [409, 'idempotency_in_progress', 'passing'],
  [500, 'internal', 'broken'],
  [501, 'not_supported', 'broken'],
  [503, 'not_available_offline', 'unusable'],
  [503, 'storage_unavailable', 'unusable'],
  [200, 'unreadable_answer', 'unusable'],
  [401, 'session_ended', 'session'],
  [401, 'unknown', 'session'],
  [403, 'unknown', 'no'],
  [404, 'not_found', 'no'],
  [412, 'offer_changed', 'no'],
];

test.each(cases)('%s %s is %s', (status, code, meaning) => {
  expect(classifyError(new ApiError(status, code, ''))).toBe(meaning);
});

test('an error that isn’t a failed call has no meaning', () => {
  expect(classifyError(new TypeError('x is undefined'))).toBeNull();
});
