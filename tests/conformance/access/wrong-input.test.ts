import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/calls/endpoints.ts';
import { maxJsonDepth } from '#contract/wire/bounds.ts';
import { type Endpoint, pathOf } from '#contract/wire/endpoint.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { makeSamples } from './samples.ts';

const { server, given } = await apiServer();
const { brandId, samples, creatorOfferId } = await makeSamples(given);
const link = await server.linkOf(creatorOfferId);
let token: string;

// Some requests end their session, and a creator's are limited per link.
beforeEach(async () => {
  server.clock.advance(15 * 60_000);
  token = (await server.sessionOf(brandId)).accessToken;
});

const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];
const withBody = entries.filter(([, { body }]) => body !== undefined);
const send = (path: string, init: RequestInit) => {
  const bearer = path.startsWith('/creator/') ? link : token;
  const headers = { Authorization: `Bearer ${bearer}`, 'Idempotency-Key': newKey(), ...init.headers };
  return server.app.request(path, { ...init, headers });
};

/** Expects 2xx, or a client error of the contract. Returns its code. */
async function expectHeld(response: Response): Promise<string> {
  expect(response.status).not.toBe(500);
  if (response.ok) {
    // A stream would stay open.
    await response.body?.cancel();
    return 'ok';
  }
  const body = v.parse(errorBodySchema, await response.json());
  expect(body.message).not.toMatch(/\bat .*:\d+|node_modules|Error:/);
  return body.code;
}

/** Escapes every byte, including those that aren't text. */
const percentEncoded = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const nasty = fc.constantFrom(
  ...['', '\u0000', 'a\u0000b', '\ud800', '%00', '%', '../../etc/passwd', "'; drop table brands; --", '__proto__'],
  ...['9'.repeat(400), '-1', '1e9', '0x10', 'NaN', '💥', 'brd_01J', '2026-02-30', '2026-13-01', '0000-00-00'],
);
const junkText = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }));
const junk = fc.oneof(
  junkText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 1.5, 1e308, [], {}, [[]], Number.MAX_SAFE_INTEGER),
);

describe.each(entries)('the endpoint %s', (name, endpoint) => {
  const path = () => pathOf(endpoint, (samples[name].params ?? {}) as Record<string, string>);

  test('handles any parameters and query', async () => {
    const query = fc.record(
      Object.fromEntries(
        [
          'page',
          'pageSize',
          'campaignId',
          'offerStageType',
          'approvalStatus',
          'since',
          'until',
          'preset',
          'cursor',
        ].map((key) => [key, junkText]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.option(junkText), query, async (param, given) => {
        const filled = endpoint.path.replace(/\{\w+\}/g, (whole) => (param === null ? whole : percentEncoded(param)));
        const search = new URLSearchParams(given as Record<string, string>);
        await expectHeld(await send(`${filled}?${search}`, { method: endpoint.method }));
      }),
      { numRuns: 25 },
    );
  });

  if (endpoint.body === undefined) return;

  test('handles any body', async () => {
    const sample = samples[name].body as Record<string, unknown> | undefined;
    const mutated = fc
      .dictionary(fc.constantFrom(...Object.keys(sample ?? { x: 1 }), 'extra', '__proto__'), junk)
      .map((changes) => ({ ...sample, ...changes }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(junk, mutated), async (body) => {
        const headers = { 'Content-Type': 'application/json' };
        await expectHeld(await send(path(), { method: endpoint.method, headers, body: JSON.stringify(body) }));
      }),
      { numRuns: 40 },
    );
  });
});

describe.each(withBody)('the body of %s', (name, { method, path: template, access, bodyBytes }) => {
  const headers = { 'Content-Type': 'application/json' };
  const path = () => pathOf({ path: template }, (samples[name].params ?? {}) as Record<string, string>);
  const codeOf = async (init: RequestInit) => {
    const response = await send(path(), { method, headers, ...init });
    return `${response.status} ${await expectHeld(response)}`;
  };

  test('is refused with 400 if it isn’t JSON', async () => {
    for (const body of ['{', '{"a":}', 'undefined', '\u0000', new Uint8Array([0xff, 0xfe, 0x7b])]) {
      expect(await codeOf({ body })).toBe('400 invalid_request');
    }
  });

  test('is refused with 415 if it has another content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect(await codeOf({ body: '{}', headers: { 'Content-Type': type } })).toBe('415 unsupported_media_type');
    }
  });

  test('is refused with 400 or 413 before it is parsed if it is deeply nested', async () => {
    const refused = { 400: '400 invalid_request', 413: '413 payload_too_large' };
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(await codeOf({ body: `{"x":${deep(maxJsonDepth)}}` })).toBe(refused[400]);
    const [large, small] = [400_000, 8_000].map((levels) => codeOf({ body: `{"x":${deep(levels)}}` }));
    expect(await small).toBe(refused[400]);
    expect(await large).toBe(bodyBytes < 800_000 || name === 'uploadFiles' ? refused[413] : refused[400]);
  });

  test('is accepted at the maximum nesting depth', async () => {
    const levels = maxJsonDepth - 1;
    const response = await send(path(), {
      ...{ method, headers },
      body: `{"x":${'['.repeat(levels)}"[[\\"[["${']'.repeat(levels)}}`,
    });
    expect(await response.text()).not.toMatch(/levels|Expected JSON/);
  });

  test('is refused with 413 above the size limit', async () => {
    if (name === 'uploadFiles') return;
    expect(await codeOf({ body: `{"x":"${'a'.repeat(bodyBytes)}"}` })).toBe('413 payload_too_large');
    if (access === 'public') expect(bodyBytes).toBeLessThanOrEqual(16_384);
  });
});

test('responses never repeat the values sent', async () => {
  const secret = 'hunter2-secret';
  const body = { email: secret, password: { deep: secret }, [secret]: secret };
  const response = await send(endpoints.login.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text).not.toContain(secret);
  expect(JSON.parse(text).message).toBe('Email: Invalid email address.');
  expect(JSON.parse(text).issues).toEqual(
    expect.arrayContaining([
      { path: 'body.email', message: 'Invalid email address.' },
      { path: 'body.password', message: 'Expected string.' },
    ]),
  );
});

test('an unknown path is 404 and an unsupported method 405, both with contract errors', async () => {
  for (const path of ['/brand/v1.0/nothing', '/v1.0', '/brand', '/brand/v1.0/offers/', '/nothing']) {
    const response = await send(path, { method: 'GET' });
    expect([path, await expectHeld(response)]).toEqual([path, 'not_found']);
  }
  const response = await send(endpoints.listOffers.path, { method: 'DELETE' });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  expect(await expectHeld(response)).toBe('method_not_allowed');
});

test('HEAD responds like GET, without the body', async () => {
  const response = await send(endpoints.getBrand.path, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('a page beyond the last one is empty', async () => {
  const { data } = await call(server, endpoints.listOffers, { token, query: { page: '1000000', pageSize: '100' } });
  expect(data.data).toEqual([]);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
