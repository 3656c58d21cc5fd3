import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminSession, BrandSession } from '#contract/account/auth.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { worldPassword } from '#tests/support/servers/world.ts';
import { newEmail } from '#tests/support/services/mail.ts';

const { getBrand, login, refreshBrand } = endpoints;
const { server, given } = await apiServer();
let email: string;
let brandId: string;

beforeEach(async () => {
  email = newEmail();
  brandId = await given.brand({ email });
});

const logIn = (password = worldPassword, account = email) =>
  call(server, login, { body: { email: account, password } });
const refresh = ({ refreshToken }: Pick<BrandSession, 'refreshToken'>, brand = brandId) =>
  call(server, refreshBrand, { body: { brandId: brand, refreshToken } });
const isAlive = async ({ accessToken }: BrandSession) =>
  (await call(server, getBrand, { token: accessToken })).status === 200;

describe('logging in', () => {
  test('starts a session of fifteen minutes', async () => {
    const { status, data } = await logIn();
    expect(status).toBe(200);
    expect(data.brandId).toBe(brandId);
    expect(Date.parse(data.accessTokenExpiration) - server.clock.now().getTime()).toBe(15 * 60_000);
    expect(await isAlive(data)).toBe(true);
    server.clock.advance(15 * 60_000);
    expect(await isAlive(data)).toBe(false);
  });

  test('accepts the email in any case', async () => {
    expect((await logIn(worldPassword, `  ${email.toUpperCase()} `)).status).toBe(200);
  });

  test('a wrong password and an unknown email get the same response', async () => {
    const [wrong, unknown] = [await logIn('Wrong-pass1!'), await logIn(worldPassword, 'nobody@brands.test')];
    expect([wrong.status, wrong.error]).toEqual([401, unknown.error]);
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  test('is blocked after ten wrong attempts, for a quarter of an hour', async () => {
    for (let i = 0; i < 10; i += 1) expect((await logIn('Wrong-pass1!')).status).toBe(401);
    const limited = await logIn();
    expect([limited.status, limited.error?.code]).toEqual([429, 'too_many_requests']);
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
    server.clock.advance(15 * 60_000);
    expect((await logIn()).status).toBe(200);
  });

  test('attempts on one account don’t affect others', async () => {
    for (let i = 0; i < 11; i += 1) await logIn('Wrong-pass1!', `victim-${brandId.toLowerCase()}@brands.test`);
    expect((await logIn()).status).toBe(200);
  });

  test('successful attempts aren’t counted', async () => {
    for (let i = 0; i < 12; i += 1) expect((await logIn()).status).toBe(200);
  });
});

describe('refreshing a session', () => {
  test('replaces each token with another', async () => {
    const first = (await logIn()).data;
    const second = await refresh(first);
    expect(second.status).toBe(200);
    expect(second.data.refreshToken).not.toBe(first.refreshToken);
    expect(await isAlive(second.data)).toBe(true);
  });

  test('a retry gets the same successor, however often', async () => {
    const first = (await logIn()).data;
    const lost = (await refresh(first)).data;
    for (let i = 0; i < 3; i += 1) {
      server.clock.advance(60_000);
      const again = await refresh(first);
      expect(again.data.refreshToken).toBe(lost.refreshToken);
      expect(await isAlive(again.data)).toBe(true);
    }
  });

  test('a retry gets the same successor for a day; later the replaced token ends the session', async () => {
    const first = (await logIn()).data;
    const lost = (await refresh(first)).data;
    server.clock.advance(24 * 3_600_000);
    expect((await refresh(first)).data.refreshToken).toBe(lost.refreshToken);
    server.clock.advance(1);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(lost)).status).toBe(401);
  });

  test('two concurrent requests get the same successor', async () => {
    const first = (await logIn()).data;
    const both = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(new Set(both.map(({ data }) => data.refreshToken)).size).toBe(1);
  });

  test('reusing an old token after its successor was used ends the whole session', async () => {
    const first = (await logIn()).data;
    const second = (await refresh(first)).data;
    const third = (await refresh(second)).data;
    const stolen = await refresh(first);
    expect([stolen.status, stolen.error?.code]).toEqual([401, 'invalid_refresh_token']);
    expect((await refresh(third)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
    expect(await isAlive(third)).toBe(false);
  });

  test('other sessions of the brand continue', async () => {
    const first = (await logIn()).data;
    const other = (await logIn()).data;
    await refresh((await refresh(first)).data);
    await refresh(first);
    expect((await refresh(other)).status).toBe(200);
  });

  test("another brand's token, a made-up one and a changed one are refused and end nothing", async () => {
    const session = (await logIn()).data;
    const otherId = await given.brand();
    const [id, generation, mac = ''] = session.refreshToken.split('.');
    const wrongMac = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    expect((await refresh(session, otherId)).status).toBe(401);
    for (const refreshToken of ['x', `${id}.0.${mac}`, `${id}.2.${mac}`, `${id}.${generation}.${wrongMac}`]) {
      expect((await refresh({ refreshToken })).error?.code).toBe('invalid_refresh_token');
    }
    expect((await refresh(session)).status).toBe(200);
  });

  test('a session unused for 90 days has expired', async () => {
    const session = (await logIn()).data;
    server.clock.advance(89 * 86_400_000);
    const used = (await refresh(session)).data;
    server.clock.advance(90 * 86_400_000);
    expect((await refresh(used)).status).toBe(401);
  });

  test('a session ends 180 days after its login, regardless of use', async () => {
    let session = (await logIn()).data;
    for (let day = 0; day < 179; day += 1) {
      server.clock.advance(86_400_000);
      session = (await refresh(session)).data;
    }
    expect(await isAlive(session)).toBe(true);
    server.clock.advance(86_400_000);
    expect((await refresh(session)).status).toBe(401);
  });
});

describe('a provider team session', () => {
  const { refreshAdmin, logoutAdmin } = endpoints;
  const bodyOf = ({ adminUserId, refreshToken }: AdminSession) => ({ body: { adminUserId, refreshToken } });

  test('ends with any of its refresh tokens, and ends no other session', async () => {
    const [left, other] = [
      await server.adminSession('team@afield.test'),
      await server.adminSession('team@afield.test'),
    ];
    const successor = (await call(server, refreshAdmin, bodyOf(left))).data;
    expect((await call(server, logoutAdmin, bodyOf(left))).status).toBe(200);
    expect((await call(server, refreshAdmin, bodyOf(successor))).status).toBe(401);
    expect((await call(server, refreshAdmin, bodyOf(other))).status).toBe(200);
  });

  test('can’t be ended in another member’s name, and the response is the same', async () => {
    const own = await server.adminSession('team@afield.test');
    const { adminUserId } = await server.adminSession('other@afield.test');
    expect((await call(server, logoutAdmin, bodyOf({ ...own, adminUserId }))).status).toBe(200);
    expect((await call(server, refreshAdmin, bodyOf(own))).status).toBe(200);
  });
});
