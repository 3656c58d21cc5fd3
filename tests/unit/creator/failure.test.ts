import { describe, expect, test } from 'vitest';
import { CallFailure, isNetwork, isRetryable, isUnreadable } from '#creator/data/failure.ts';

const own = (status: number, code = 'internal') => new CallFailure(status, { message: 'No', code });
const others = (status: number) => new CallFailure(status, '<html>');

describe('a creator’s failed call', () => {
  test.each([408, 425, 429, 500, 502, 503])('may still succeed after the server’s own %i', (status) => {
    expect(isRetryable(own(status))).toBe(true);
  });

  test.each([400, 401, 403, 404, 409, 410, 412, 422])('is settled by the server’s own %i', (status) => {
    expect(isRetryable(own(status, 'not_found'))).toBe(false);
  });

  test('may still succeed while the first attempt is in progress', () => {
    expect(isRetryable(own(409, 'idempotency_in_progress'))).toBe(true);
  });

  // An intermediary's 401 doesn't end a session: creators have a link instead of one.
  test.each([0, 302, 400, 401, 404, 502])('may still succeed after a %i from an intermediary', (status) => {
    expect(isRetryable(others(status))).toBe(true);
    expect(isNetwork(others(status))).toBe(true);
  });

  test('is unreadable if a different server version accepted it', () => {
    expect([isUnreadable(others(200)), isRetryable(others(204)), isUnreadable(own(400))]).toEqual([true, false, false]);
  });

  test('distinguishes a network failure from a server error', () => {
    expect([own(408), own(500), new Error()].map(isNetwork)).toEqual([true, false, false]);
  });
});
