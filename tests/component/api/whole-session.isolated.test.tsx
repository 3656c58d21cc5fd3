import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '#api/client.ts';
import {
  bindPageToSession,
  clearSession,
  isOtherOwnersSession,
  readSession,
  writeSession,
} from '#api/session/session.ts';
import type { BrandSession } from '#contract/account/auth.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { aBrand, aSession } from '../support/examples.ts';
import { fakeApi } from '../support/fake-api.ts';

/** A token in the server's format, without a signature. */
const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, sid: 'ses_1' }))}.none`;
const [one, two] = ['brd_1', 'brd_2'].map((brandId) =>
  aSession({ brandId, accessToken: `access-${brandId}`, refreshToken: `refresh-${brandId}` }),
) as [BrandSession, BrandSession];
const signed = (session: BrandSession) => ({ ...session, accessToken: tokenOf(session.brandId) });

beforeEach(() => localStorage.clear());

/**
 * The session that a tab reads after each single storage write of another tab; browsers notify other tabs in this
 * order.
 */
function seenDuring(work: () => void): unknown[] {
  const seen: unknown[] = [];
  const { setItem, removeItem } = Storage.prototype;
  const look = () => seen.push(readSession());
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    setItem.call(this, key, value);
    look();
  });
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    removeItem.call(this, key);
    look();
  });
  work();
  vi.restoreAllMocks();
  return seen;
}

test.each([
  ['with opaque tokens', one, two],
  ['with tokens that name their brand', signed(one), signed(two)],
])('a session %s is read whole or not at all while another one overwrites it', (_, before, after) => {
  writeSession(before);
  for (const seen of seenDuring(() => writeSession(after))) expect([before, after, null]).toContainEqual(seen);
  expect(readSession()).toEqual(after);
  for (const seen of seenDuring(clearSession)) expect([after, null]).toContainEqual(seen);
});

test('replacing a brand’s token pair never looks like a logout', () => {
  const newer = { ...one, accessToken: 'newer', refreshToken: 'newer-refresh' };
  writeSession(one);
  expect(seenDuring(() => writeSession(newer))).not.toContain(null);
});

test('a brand id with another brand’s token counts as no session', () => {
  writeSession({ ...one, accessToken: tokenOf('brd_2') });
  expect(readSession()).toBeNull();
});

test('a page sends no request with another brand’s tokens', async () => {
  const api = fakeApi({ 'GET /brand/v1.0/brands/current': () => aBrand() });
  writeSession(one);
  bindPageToSession();
  for (const [key, value] of Object.entries(two)) localStorage.setItem(key, value);
  expect(isOtherOwnersSession()).toBe(true);
  await expect(call(getBrand, {})).rejects.toMatchObject({ status: 401, code: 'session_ended' });
  expect(api.to('GET /brand/v1.0/brands/current')).toEqual([]);
  expect(readSession()).toEqual(two);
  // Logging in on this page makes the new brand its own.
  writeSession(two);
  expect(isOtherOwnersSession()).toBe(false);
});
