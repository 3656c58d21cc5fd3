import { describe, expect, test } from 'vitest';
import { redactSecrets } from '#app/reports/scrub.ts';

describe('scrubbed from a report', () => {
  test.each([
    ['an emailed code', '/reset/password?brandId=brd_1&code=abc', '/reset/password?brandId=brd_1&code=[removed]'],
    [
      'a code before other parameters',
      'https://a.test/verify/email?code=abc&brand_id=b#x',
      'https://a.test/verify/email?code=[removed]&brand_id=b#x',
    ],
    ['a code without its question mark', 'code=abc&brand_id=b', 'code=[removed]&brand_id=b'],
    ['a code in JSON', '{"href":"/x?code=abc","q":"code=abc"}', '{"href":"/x?code=[removed]","q":"code=[removed]"}'],
    ["a provider's secret", '/x?setup_intent_client_secret=seti_1_secret_2', '/x?setup_intent_client_secret=[removed]'],
    ['a PayPal order’s token', '/x?token=EC-1&PayerID=P', '/x?token=[removed]&PayerID=P'],
    ['an authorization header', 'Authorization: Bearer abc.def-1', 'Authorization: Bearer [removed]'],
    ['a creator’s link', 'https://a.test/c/off_1.1.mac-x?a=b', 'https://a.test/c/[removed]?a=b'],
    ['a creator’s token elsewhere', '{"token":"off_01J00000000000000000000000.1.k-_8"}', '{"token":"[removed]"}'],
    ['a session', 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln was refused', 'token [removed] was refused'],
  ])('%s', (_, given, expected) => {
    expect(redactSecrets(given)).toBe(expected);
  });

  test('nested values', () => {
    const envelope = [{ sent_at: 1 }, [[{ type: 'event' }, { breadcrumbs: [{ data: { to: '/x?code=abc' } }] }]]];
    expect(JSON.stringify(redactSecrets(envelope))).not.toContain('abc');
  });
});

describe('kept in a report', () => {
  test.each([
    '/brand/v1.0/offers?page=2&pageSize=10&campaignId=cmp_1',
    'Error fetching analytics: the code is wrong',
    'API responded with status: 500',
    'https://a.test/c/assets/page-abc.js',
    'off_01J00000000000000000000000 is not there',
  ])('%s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  test('numbers, null, bytes and dates', () => {
    const given = { n: 1, none: null, bytes: new Uint8Array([1, 2]), at: new Date(0) };
    expect(redactSecrets(given)).toEqual(given);
  });
});
