import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { offers } from '#server/database/tables/tables.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { call, newKey, outcomeOf } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { type Caller, callers, matrix } from './access-matrix.ts';
import { makeSamples } from './samples.ts';

const { server, given } = await apiServer();
const { brandId: own, creatorOfferId: ownOffer, samples } = await makeSamples(given);
const expired = (await server.sessionOf(own)).accessToken;
server.clock.advance(15 * 60_000);
const brands: Partial<Record<Caller, string>> = {
  unverified: await given.brand({ emailVerified: false, approvalStatus: 'PENDING' }),
  unapproved: await given.brand({ approvalStatus: 'PENDING' }),
  rejected: await given.brand({ approvalStatus: 'REJECTED' }),
  suspended: await given.brand({ approvalStatus: 'REJECTED', suspendedAt: new Date() }),
  other: await given.brand({ tikTokHandle: 'southwind' }),
};

/** A link to another brand's offer that no longer works. */
async function deadLink(caller: 'endedLink' | 'replacedLink'): Promise<string> {
  const { creatorOfferId } = await makeSamples(given);
  const token = await server.linkOf(creatorOfferId);
  const linkGeneration = caller === 'endedLink' ? 1 : 2;
  await server.db.update(offers).set({ linkGeneration, linkSince: 2 }).where(eq(offers.id, creatorOfferId));
  return token;
}
const deadLinks = { endedLink: await deadLink('endedLink'), replacedLink: await deadLink('replacedLink') };
const otherOffer = (await makeSamples(given)).creatorOfferId;

/** A new session for each request, since some requests end theirs. */
async function tokenOf(caller: Caller): Promise<string | undefined> {
  if (caller === 'anonymous') return undefined;
  if (caller === 'junk') return 'word';
  if (caller === 'expired') return expired;
  const claims = { ownerId: own, sessionId: 'ses_1' };
  if (caller === 'forged') {
    return (await accessTokens('a secret of somebody else, long').sign(claims, server.clock.now())).accessToken;
  }
  if (caller === 'member') return (await server.adminSession('team@afield.test')).accessToken;
  if (caller === 'creator') return server.linkOf(ownOffer);
  if (caller === 'otherCreator') return server.linkOf(otherOffer);
  if (caller === 'endedLink' || caller === 'replacedLink') return deadLinks[caller];
  return (await server.sessionOf(brands[caller] ?? own)).accessToken;
}

const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];

async function codeFor(name: EndpointName, caller: Caller): Promise<string> {
  // Attempts are counted across all callers, so move the clock past the limit.
  if (name === 'resetPassword') server.clock.advance(15 * 60_000);
  let sample = samples[name];
  let token = await tokenOf(caller);
  const { method, access } = endpoints[name];
  const isLink = caller === 'creator' || caller === 'otherCreator';
  if (method !== 'GET' && (caller === 'own' || (isLink && access === 'creator'))) {
    // A request with an effect needs records in their initial state.
    const made = await makeSamples(given);
    if (caller !== 'otherCreator') sample = made.samples[name];
    token = isLink ? await server.linkOf(made.creatorOfferId) : (await server.sessionOf(made.brandId)).accessToken;
  }
  if (name === 'signup' || name === 'requestPasswordReset') {
    // Use a new email per caller, since signing up and resetting work once for each.
    sample = {
      ...sample,
      body: { ...sample.body, email: `new-${newKey().toLowerCase()}@brands.test` },
    } as typeof sample;
  }
  return outcomeOf(call(server, endpoints[name] as Endpoint, { ...sample, token }));
}

test('every endpoint of the contract has a row in the matrix', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each(entries.map(([name]) => name))('access to %s', (name) => {
  test.each(callers)('for the caller “%s” follows the matrix', async (caller) => {
    expect(await codeFor(name, caller)).toBe(matrix[name][caller]);
  });
});

describe.each(entries.filter(([, { idempotent }]) => idempotent))('an idempotent call to %s', (name, endpoint) => {
  test.each([
    ['without a key', undefined],
    ['with an invalid key', 'word'],
  ])('is refused with 400 %s', async (_, key) => {
    const { key: _own, ...sample } = samples[name];
    const token = await tokenOf(endpoint.access === 'creator' ? 'creator' : 'own');
    const { error } = await call(server, endpoint, { ...sample, ...(key ? { key } : {}), token });
    expect(error?.code).toBe('idempotency_key_required');
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
