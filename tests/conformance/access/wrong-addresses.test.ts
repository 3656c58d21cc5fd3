import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { makeSamples } from './samples.ts';

// Addresses, headers and bodies that none of our clients would send, written as raw text.

const { server, given } = await apiServer();
const { brandId, creatorOfferId, samples } = await makeSamples(given);
const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];

/**
 * Sends with a new session, since some requests end theirs, or with a creator's link. Returns `200 ok`, or the error's
 * status and code.
 */
async function send(method: string, path: string, init: RequestInit = {}): Promise<string> {
  const isCreators = path.startsWith('/creator/');
  // Requests by link are rate-limited, so move the clock past the limit.
  if (isCreators) server.clock.advance(15 * 60_000);
  const token = isCreators ? await server.linkOf(creatorOfferId) : (await server.sessionOf(brandId)).accessToken;
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': newKey(), ...init.headers };
  const response = await server.app.request(path, { ...init, method, headers });
  if (response.ok) {
    // A stream would stay open.
    await response.body?.cancel();
    return `${response.status} ok`;
  }
  const { code, message } = v.parse(errorBodySchema, await response.json());
  expect(message).not.toBe('');
  return `${response.status} ${code}`;
}

/** An endpoint's path with `id`, unescaped, as every parameter. */
const filled = ({ path }: Endpoint, id: string) => path.replace(/\{\w+\}/g, () => id);
const pathOfSample = (name: EndpointName) =>
  endpoints[name].path.replace(
    /\{(\w+)\}/g,
    (_, key: string) => (samples[name].params as Record<string, string>)[key] ?? '',
  );

const noIds = [
  ...['%00', 'off_%00', '%', '%zz', '%ff%fe', '%ED%A0%80', '%F0%9F', '%2e%2e%2f', '%2F', '%5C', '%0d%0aX:%201'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '0', '-1'],
  ...['*', "'", '"', ';--', '$1', '{id}'],
  ...['off_', 'off_01J', `off_${'0'.repeat(26)}`, 'x'.repeat(4_000), '%F0%9F%92%A9', encodeURIComponent('a b/c?d#e')],
];

describe.each(entries.filter(([, { path }]) => path.includes('{')))('a call of %s', (name, endpoint) => {
  test.each(noIds)('with the unknown id %s is refused', async (id) => {
    const { body } = samples[name] as { body?: unknown };
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const headers = { ...sent.headers, 'If-Match': '"ful_1"' };
    expect(await send(endpoint.method, filled(endpoint, id), { ...sent, headers })).toMatch(
      /^(400 invalid_request|404 not_found)$/,
    );
  });
});

const searches = [
  ...['%00', '%', '%ff', '&&&', '=', '=1', '%3D', 'page', 'page=', 'page=%00', 'page=%ff', 'page=0', 'page=-1'],
  ...['page=1.5', 'page=1e3', 'page=٣', 'page=+1', 'page=%201', 'page=9007199254740993', `page=${'9'.repeat(400)}`],
  ...['page=9007199254740991', 'page=2147483648&pageSize=100', 'pageSize=0', 'pageSize=101', 'pageSize=Infinity'],
  ...['page=1&page=x', 'page[]=1', 'page[a]=1', '__proto__=1', '__proto__[page]=2', 'constructor=1', 'unknown=1'],
  ...['offerStageType=', 'offerStageType=,', 'offerStageType=ONGOING,,', 'offerStageType=ongoing'],
  ...['offerStageType=__proto__', `offerStageType=${'ONGOING,'.repeat(2_000)}`, 'approvalStatus=toString'],
  ...['cpmWorkerStatus=%00', 'campaignStatus=ACTIVE%00', 'campaignId=%00', 'campaignId=%ff', 'campaignId=__proto__'],
  ...['timePeriodType=range', 'timePeriodType=x', 'timePeriodType=range&since=2026-03-10&until=2026-03-01'],
  ...['timePeriodType=preset&preset=constructor', 'timePeriodType=range&since=0000-01-01&until=0000-01-02'],
  ...[
    'timePeriodType=range&since=0001-01-01&until=9999-12-31',
    'timePeriodType=range&since=2026-02-29&until=2026-03-01',
  ],
  ...['timePeriodType=range&since=275760-09-13&until=275760-09-13', 'timePeriodType=range&since=-000001-01-01'],
  ...['since=2026-03-01', 'until=2026-03-01', 'since=2026-03-01T00:00:00Z&until=2026-03-02', 'since=%00&until=%00'],
  ...[
    'cursor=',
    'cursor=0',
    'cursor=-1',
    'cursor=%00',
    'cursor=e30',
    'cursor=bnVsbA',
    'cursor=W10',
    'cursor=__proto__',
  ],
  ...[`cursor=${Buffer.from('{"revision":1e999,"kind":"offers","id":"\\u0000"}').toString('base64url')}`],
  ...[`cursor=${'A'.repeat(6_000)}`, 'brandId=brd_1', 'brandId=%00'],
];

describe.each(entries.filter(([, { method }]) => method === 'GET'))('a query of %s', (name) => {
  test('is accepted or refused, but never fails', async () => {
    for (const search of searches) {
      expect([search, await send('GET', `${pathOfSample(name)}?${search}`)]).toEqual([
        search,
        expect.stringMatching(/^(200 ok|400 invalid_request|404 not_found)$/),
      ]);
    }
  });
});

const bodies = [
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":2}', '[]', 'null', '0'],
  ...['""', 'true', '{"":""}', '{"x":1e400}', '{"x":-0}', '{"toString":null,"valueOf":null,"hasOwnProperty":1}'],
  ...['{"email":"\\ud800","name":"\\udfff","password":"\\u0000"}', '\ufeff{}', '{}garbage', "{'a':1}", '{a:1}', '[1,]'],
  ...[`{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`, `[${'{},'.repeat(50_000)}{}]`],
];

describe.each(entries.filter(([, { body }]) => body !== undefined))('a body for %s', (name, { method }) => {
  test('is accepted or refused, but never fails', async () => {
    for (const body of bodies) {
      const answer = await send(method, pathOfSample(name), { body, headers: { 'Content-Type': 'application/json' } });
      expect([body.slice(0, 80), answer]).toEqual([
        body.slice(0, 80),
        expect.stringMatching(/^(200 ok|4\d\d [a-z_]+|501 not_supported)$/),
      ]);
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});

describe.each(entries.filter(([, { conditional }]) => conditional))('a conditional call of %s', (name, { method }) => {
  test.each(['*', '""', '"', 'ful_1', 'W/"ful_1"', '"a", "b"', '"__proto__"', `"${'x'.repeat(5_000)}"`, '"%00"'])(
    'decides nothing with the If-Match %s',
    async (seen) => {
      const body = (samples[name] as { body?: unknown }).body ?? {};
      const headers = { 'Content-Type': 'application/json', 'If-Match': seen };
      expect(await send(method, pathOfSample(name), { headers, body: JSON.stringify(body) })).toMatch(
        /^4\d\d [a-z_]+$/,
      );
    },
  );
});

describe.each(entries.filter(([, { idempotent }]) => idempotent))('an idempotent call of %s', (name, { method }) => {
  test.each(['x', '__proto__', 'x'.repeat(300), '01ARZ3NDEKTSV4RRFFQ69G5FAU!', '""'])(
    'is refused with the invalid key %s',
    async (key) => {
      const body = (samples[name] as { body?: unknown }).body ?? {};
      const headers = { 'Content-Type': 'application/json', 'If-Match': '"ful_1"', 'Idempotency-Key': key };
      expect(await send(method, pathOfSample(name), { headers, body: JSON.stringify(body) })).toMatch(
        /^4\d\d [a-z_]+$/,
      );
    },
  );
});

test.each(['', 'Bearer', 'Bearer ', 'Bearer a.b', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${'x'.repeat(9_000)}`, 'null'])(
  'the Authorization header “%s” isn’t a session',
  async (authorization) => {
    expect(await send('GET', endpoints.getBrand.path, { headers: { Authorization: authorization } })).toBe(
      '401 unauthorized',
    );
  },
);

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
