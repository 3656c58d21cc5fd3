import { describe, expect, test } from 'vitest';
import { attemptStatus, classifyResponse } from '#domain/intents/classify-response.ts';

const own = (status: number, code: string | null = null) => classifyResponse({ status, isOfContract: true, code });
const others = (status: number) => classifyResponse({ status, isOfContract: false, code: null });

describe('a response to a change', () => {
  test('means done only if it is the server’s own 2xx', () => {
    expect(own(200)).toBe('done');
    expect(others(200)).toBe('unknown');
  });

  test.each([400, 402, 403, 404, 409, 412, 422])('means refused for good if it is the server’s own %i', (status) => {
    expect(own(status, 'some_code')).toBe('refused');
  });

  test.each([400, 403, 404, 429, 500, 502, 503])('means retry later if it is a %i from an intermediary', (status) => {
    expect(others(status)).toBe('later');
  });

  test.each([429, 503])('means retry later if it is the server’s own %i', (status) => {
    expect(own(status, 'too_many_requests')).toBe('later');
  });

  test.each([0, 408, 425, 500, 504])('leaves the outcome unknown if it is %i', (status) => {
    expect(own(status, 'internal')).toBe('unknown');
  });

  test('leaves the outcome unknown while the first attempt is in progress', () => {
    expect(own(409, 'idempotency_in_progress')).toBe('unknown');
  });

  test('ends the session if it is a 401 from any source', () => {
    expect([own(401), others(401)]).toEqual(['session-over', 'session-over']);
  });
});

describe('a failed attempt', () => {
  const statusOf = (status: number, code: string, isOfContract = true) => attemptStatus({ status, code, isOfContract });

  test.each([
    [400, 'invalid_request'],
    [402, 'card_declined'],
    [404, 'not_found'],
    [409, 'campaign_archived'],
    [409, 'campaign_ended'],
    [409, 'proposal_changed'],
    [413, 'payload_too_large'],
    [422, 'invalid_request'],
  ])('with %i %s settles all attempts under its key', (status, code) => {
    expect(statusOf(status, code)).toBe('settled');
  });

  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [415, 'unsupported_media_type'],
    [429, 'too_many_requests'],
    [501, 'not_supported'],
    [503, 'payments_unavailable'],
  ])('with %i %s had no effect, though an earlier attempt may have', (status, code) => {
    expect(statusOf(status, code)).toBe('not-begun');
  });

  test.each([
    [0, 'network'],
    [408, 'timeout'],
    [409, 'idempotency_in_progress'],
    [409, 'a_code_of_a_newer_server'],
    [422, 'idempotency_key_reused'],
    [500, 'internal'],
    [503, 'unavailable'],
    [503, 'not_available_offline'],
    [504, 'unknown'],
  ])('with %i %s leaves the outcome open', (status, code) => {
    expect(statusOf(status, code)).toBe('open');
  });

  test.each([400, 402, 404, 429, 503])('with a %i from an intermediary leaves the outcome open', (status) => {
    expect(statusOf(status, 'unavailable', false)).toBe('open');
  });
});
