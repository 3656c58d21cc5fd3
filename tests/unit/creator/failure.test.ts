import { describe, expect, test } from 'vitest';
import { CallFailure, isNetwork, isUnreadable, mayComeBy } from '#creator/data/failure.ts';

const own = (status: number, code = 'internal') => new CallFailure(status, { message: 'No', code });
const others = (status: number) => new CallFailure(status, '<html>');

describe('a creator’s call that failed', () => {
  test.each([408, 425, 429, 500, 502, 503])('with the server’s own %i may yet be answered', (status) => {
    expect(mayComeBy(own(status))).toBe(true);
  });

  test.each([400, 401, 403, 404, 409, 410, 412, 422])('with the server’s own %i is answered', (status) => {
    expect(mayComeBy(own(status, 'not_found'))).toBe(false);
  });

  test('waits for the first try of the same move', () => {
    expect(mayComeBy(own(409, 'idempotency_in_progress'))).toBe(true);
  });

  // A portal's 401 ends nothing: the link is no session.
  test.each([0, 302, 400, 401, 404, 502])('with a %i of something on the way may yet be answered', (status) => {
    expect(mayComeBy(others(status))).toBe(true);
    expect(isNetwork(others(status))).toBe(true);
  });

  test('can’t be read where the server did it in another version’s words', () => {
    expect([isUnreadable(others(200)), mayComeBy(others(204)), isUnreadable(own(400))]).toEqual([true, false, false]);
  });

  test('tells a network from a server in trouble', () => {
    expect([own(408), own(500), new Error()].map(isNetwork)).toEqual([true, false, false]);
  });
});
