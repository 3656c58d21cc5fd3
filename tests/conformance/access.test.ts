import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { accessTokens } from '../../src/server/services/access-tokens.ts';
import { call } from '../support/call.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { world } from '../support/world.ts';
import { makeSamples, type Samples } from './samples.ts';

let server: TestServer;
let samples: Samples;
const tokens: Record<'own' | 'expired' | 'forged' | 'otherBrand' | 'unverified' | 'unapproved' | 'rejected', string> = {
  own: '',
  expired: '',
  forged: '',
  otherBrand: '',
  unverified: '',
  unapproved: '',
  rejected: '',
};

beforeAll(async () => {
  server = await startTestServer();
  const given = world(server.db);
  const made = await makeSamples(given);
  samples = made.samples;
  const tokenOf = async (brandId: string) => (await server.sessionOf(brandId)).accessToken;
  tokens.expired = await tokenOf(made.brandId);
  server.clock.advance(15 * 60_000);
  tokens.own = await tokenOf(made.brandId);
  const claims = { brandId: made.brandId, sessionId: 'ses_1' };
  tokens.forged = (await accessTokens('a secret of somebody else, long').sign(claims, server.clock.now())).accessToken;
  tokens.otherBrand = await tokenOf(await given.brand());
  tokens.unverified = await tokenOf(await given.brand({ emailVerified: false, approvalStatus: 'PENDING' }));
  tokens.unapproved = await tokenOf(await given.brand({ approvalStatus: 'PENDING' }));
  tokens.rejected = await tokenOf(await given.brand({ approvalStatus: 'REJECTED' }));
});
afterAll(() => server?.close());

const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];
const named = (wanted: (endpoint: Endpoint) => boolean) => entries.filter(([, endpoint]) => wanted(endpoint));
async function codeFor(name: EndpointName, token?: string): Promise<string> {
  const { status, error } = await call(server, endpoints[name] as Endpoint, { ...samples[name], token });
  return `${status} ${error?.code ?? 'ok'}`;
}

describe.each(named(({ access }) => access !== 'public'))('%s', (name, { access, params, query }) => {
  test.each([
    ['no session', undefined],
    ['a word for a session', 'word'],
    ['an expired session', 'expired'],
    ["another server's session", 'forged'],
  ] as const)('%s: 401', async (_, who) => {
    const token = who === undefined || who === 'word' ? who : tokens[who];
    expect(await codeFor(name, token)).toBe('401 unauthorized');
  });

  test('a brand that is not verified or approved', async () => {
    const codes = [
      await codeFor(name, tokens.unverified),
      await codeFor(name, tokens.unapproved),
      await codeFor(name, tokens.rejected),
    ];
    if (access === 'approved') {
      expect(codes).toEqual(['403 email_not_verified', '403 not_approved', '403 not_approved']);
    } else {
      expect(codes.filter((code) => code.startsWith('401') || code.startsWith('403'))).toEqual([]);
    }
  });

  test("another brand's ids are not there", async () => {
    const code = await codeFor(name, tokens.otherBrand);
    if (params) expect(code).toBe('404 not_found');
    else if (!query) expect(code).toMatch(/^(200 ok|501 not_supported)$/);
  });

  test('the sample itself is answered', async () => {
    expect(await codeFor(name, tokens.own)).toMatch(/^(200 ok|501 not_supported|412 offer_changed)$/);
  });
});

test.each(named(({ access }) => access === 'public'))('%s: needs no session', async (name) => {
  expect(await codeFor(name)).toMatch(/^(200 ok|501 not_supported|401 invalid_refresh_token)$/);
});

describe.each(named(({ idempotent }) => idempotent))('%s', (name, endpoint) => {
  test.each([
    ['without a key', undefined],
    ['with a word for a key', 'word'],
  ])('%s: 400', async (_, key) => {
    const { key: _own, ...sample } = samples[name];
    const { error } = await call(server, endpoint, { ...sample, ...(key ? { key } : {}), token: tokens.own });
    expect(error?.code).toBe('idempotency_key_required');
  });
});

test('nothing was logged as a failure', () => {
  expect(server.errors).toEqual([]);
});
