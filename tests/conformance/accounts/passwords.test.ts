import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BrandSession } from '#contract/account/auth.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { emailCodes, mails } from '#server/database/tables/account-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { worldPassword } from '#tests/support/servers/world.ts';
import { codeIn, mailsTo, newEmail } from '#tests/support/services/mail.ts';

const { changePassword, getBrand, listSessions, login, logout, logoutByToken, logoutEverywhere } = endpoints;
const { refreshBrand, requestPasswordReset, resetPassword } = endpoints;
const hourMs = 3_600_000;
const newPassword = 'Quite-another1!';
const { server, given } = await apiServer();
let email: string;
let brandId: string;

beforeEach(async () => {
  email = newEmail();
  brandId = await given.brand({ email });
  await server.db.delete(attempts);
});

const logIn = (password: string, headers = {}) => call(server, login, { body: { email, password }, headers });
const ask = (address = email) => call(server, requestPasswordReset, { body: { email: address } });
const reset = (resetCode: string, password = newPassword, id = brandId) =>
  call(server, resetPassword, { body: { brandId: id, resetCode, password } });
const isAlive = async (token: string) => (await call(server, getBrand, { token })).status === 200;
const received = (address = email) => mailsTo(server, address);

/** Requests a reset email and returns the code in its link. */
async function askForCode(): Promise<string> {
  await ask();
  return codeIn((await received()).findLast(({ subject }) => subject === 'Reset your password'));
}

describe('requesting a reset link', () => {
  test('sends an email with a link valid for an hour', async () => {
    expect(await ask(`  ${email.toUpperCase()} `)).toMatchObject({ status: 200, data: {} });
    const [mail] = await received();
    expect(mail?.subject).toBe('Reset your password');
    const link = new URL(mail?.link ?? '');
    expect([link.pathname, link.searchParams.get('brandId')]).toEqual(['/reset/password', brandId]);
  });

  test('responds the same to an unknown email and does the same work, but sends nothing', async () => {
    const before = await server.db.select().from(mails);
    const known = await ask();
    const unknown = await ask('nobody@brands.test');
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort());
    // Both emails have a row without a code: work for known emails only happens when the email is sent.
    expect((await server.db.select().from(mails)).length).toBe(before.length + 2);
    expect(await server.db.select().from(emailCodes).where(eq(emailCodes.brandId, brandId))).toEqual([]);
    expect(await received('nobody@brands.test')).toEqual([]);
  });

  test('is limited to five per address, known or not; other accounts aren’t affected', async () => {
    for (const address of [email, 'nobody-else@brands.test']) {
      for (let i = 0; i < 5; i += 1) expect((await ask(address)).status).toBe(200);
      expect((await ask(address)).error?.code).toBe('too_many_requests');
    }
    expect((await ask(`other-${email}`)).status).toBe(200);
  });

  test('a mailbox gets at most ten links an hour, and all of them work', async () => {
    for (let i = 0; i < 12; i += 1) {
      await server.db.delete(attempts);
      await ask();
    }
    const links = await received();
    expect(links).toHaveLength(10);
    expect((await reset(codeIn(links[0]))).status).toBe(200);
  });
});

describe('setting a new password with a link', () => {
  test('invalidates the old password and ends every session', async () => {
    const session = (await logIn(worldPassword)).data;
    expect(await reset(await askForCode())).toMatchObject({ status: 200, data: {} });
    expect((await logIn(worldPassword)).error?.code).toBe('invalid_credentials');
    expect((await logIn(newPassword)).status).toBe(200);
    expect(await isAlive(session.accessToken)).toBe(false);
    const refreshed = await call(server, refreshBrand, { body: { brandId, refreshToken: session.refreshToken } });
    expect(refreshed.error?.code).toBe('invalid_refresh_token');
    expect((await received()).map(({ subject }) => subject)).toContain('Your password was changed');
  });

  test('a code works once; a used one doesn’t reveal whether a password is right', async () => {
    const code = await askForCode();
    expect((await reset(code)).status).toBe(200);
    for (const password of [newPassword, 'And-another1!']) {
      const { status, error } = await reset(code, password);
      expect([status, error?.code]).toEqual([400, 'invalid_code']);
    }
    expect((await logIn(newPassword)).status).toBe(200);
  });

  test('using a link invalidates the others', async () => {
    const [first, second] = [await askForCode(), await askForCode()];
    await reset(second);
    expect((await reset(first, 'And-another1!')).error?.code).toBe('invalid_code');
  });

  test('a link expires after an hour', async () => {
    const code = await askForCode();
    server.clock.advance(hourMs);
    expect((await reset(code)).error?.code).toBe('invalid_code');
    expect((await logIn(worldPassword)).status).toBe(200);
  });

  test("a wrong code, an unknown brand, and another brand's code are refused", async () => {
    const code = await askForCode();
    const otherId = await given.brand();
    for (const answer of [
      await reset('x'),
      await reset(code, newPassword, otherId),
      await reset(code, newPassword, 'brd_1'),
    ]) {
      expect([answer.status, answer.error?.code]).toEqual([400, 'invalid_code']);
    }
  });

  test('a link without its brand or code gets an error that names the missing part', async () => {
    const issueOf = async (code: string, id: string) => (await reset(code, newPassword, id)).error?.issues?.[0];
    expect(await issueOf('x', '')).toEqual({ path: 'body.brandId', message: 'Brand ID is required.' });
    expect(await issueOf('', brandId)).toEqual({ path: 'body.resetCode', message: 'Reset code is required.' });
  });

  test('the password rules apply, and a refused password leaves the code unused', async () => {
    const code = await askForCode();
    expect((await reset(code, 'Password1!')).error?.issues?.[0]?.path).toBe('body.password');
    expect((await reset(code)).status).toBe(200);
  });

  test('verifies the email: an account that a stranger created with it becomes its owner’s', async () => {
    email = `squatted-${email}`;
    brandId = await given.brand({ email, emailVerified: false, approvalStatus: 'PENDING' });
    const stranger = (await server.sessionOf(brandId)).accessToken;
    await reset(await askForCode());
    expect(await isAlive(stranger)).toBe(false);
    const { data } = await logIn(newPassword);
    expect((await call(server, getBrand, { token: data.accessToken })).data.emailVerified).toBe(true);
  });

  test('guesses are limited per brand and address', async () => {
    for (let i = 0; i < 10; i += 1) expect((await reset('guess')).status).toBe(400);
    expect((await reset('guess')).error?.code).toBe('too_many_requests');
  });
});

describe('changing the password', () => {
  const change = (token: string, currentPassword = worldPassword, next = newPassword) =>
    call(server, changePassword, { token, body: { currentPassword, newPassword: next } });

  test('keeps the requesting session and ends the others', async () => {
    const [mine, other] = [(await logIn(worldPassword)).data, (await logIn(worldPassword)).data];
    expect((await change(mine.accessToken)).status).toBe(200);
    expect([await isAlive(mine.accessToken), await isAlive(other.accessToken)]).toEqual([true, false]);
    expect((await logIn(newPassword)).status).toBe(200);
  });

  test('invalidates reset links sent before', async () => {
    const code = await askForCode();
    const { accessToken } = await server.sessionOf(brandId);
    expect((await change(accessToken)).status).toBe(200);
    expect((await reset(code, 'And-another1!')).error?.code).toBe('invalid_code');
    expect((await logIn(newPassword)).status).toBe(200);
  });

  test('needs the current password and a valid new one', async () => {
    const token = (await server.sessionOf(brandId)).accessToken;
    const wrong = await change(token, 'Not-mine-at-all1!');
    expect([wrong.status, wrong.error?.issues?.[0]?.path]).toEqual([400, 'body.currentPassword']);
    expect((await change(token, worldPassword, 'Password1!')).error?.issues?.[0]?.path).toBe('body.newPassword');
    expect((await logIn(worldPassword)).status).toBe(200);
  });

  test('guesses are limited', async () => {
    const token = (await server.sessionOf(brandId)).accessToken;
    for (let i = 0; i < 10; i += 1) await change(token, 'Not-mine-at-all1!');
    expect((await change(token)).error?.code).toBe('too_many_requests');
  });
});

describe('sessions', () => {
  test('are listed last used first, with the current one marked', async () => {
    const first = (await logIn(worldPassword, { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' })).data;
    server.clock.advance(60_000);
    const second = (await logIn(worldPassword)).data;
    const { data } = await call(server, listSessions, { token: second.accessToken });
    expect(data.map(({ current }) => current)).toEqual([true, false]);
    expect(data[1]?.userAgent).toContain('Android');
    await call(server, logout, { token: first.accessToken });
    expect((await call(server, listSessions, { token: second.accessToken })).data).toHaveLength(1);
  });

  test('a refresh token logs out its session long after the access token has expired', async () => {
    const session = (await logIn(worldPassword)).data;
    const other = (await logIn(worldPassword)).data;
    server.clock.advance(86_400_000);
    const { refreshToken } = session;
    for (const body of [
      { brandId, refreshToken: `${refreshToken}x` },
      { brandId: 'brd_1', refreshToken },
    ]) {
      expect((await call(server, logoutByToken, { body })).status).toBe(200);
    }
    const next = (await call(server, refreshBrand, { body: { brandId, refreshToken } })).data;
    // The worker may have a newer token by now: each token of a session ends it.
    expect((await call(server, logoutByToken, { body: { brandId, refreshToken } })).status).toBe(200);
    expect(await isAlive(next.accessToken)).toBe(false);
    expect((await call(server, refreshBrand, { body: { brandId, refreshToken: next.refreshToken } })).status).toBe(401);
    expect((await call(server, refreshBrand, { body: { brandId, refreshToken: other.refreshToken } })).status).toBe(
      200,
    );
  });

  test('logging out ends one session, logging out everywhere ends all others', async () => {
    const sessions: BrandSession[] = [];
    for (let i = 0; i < 4; i += 1) sessions.push((await logIn(worldPassword)).data);
    const [a = '', b = '', c = '', d = ''] = sessions.map(({ accessToken }) => accessToken);
    await call(server, logout, { token: a });
    expect([await isAlive(a), await isAlive(b), await isAlive(c), await isAlive(d)]).toEqual([false, true, true, true]);
    await call(server, logoutEverywhere, { token: b });
    expect([await isAlive(b), await isAlive(c), await isAlive(d)]).toEqual([true, false, false]);
    const refresh = { brandId, refreshToken: sessions[2]?.refreshToken ?? '' };
    expect((await call(server, refreshBrand, { body: refresh })).status).toBe(401);
  });
});

describe('the email about a new login', () => {
  test('names the device', async () => {
    await logIn(worldPassword, { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU OS 18) Version/18.0 Mobile Safari/604.1' });
    const [mail] = await received();
    expect(mail?.subject).toBe('New login to your account');
    expect(mail?.text).toContain('Safari on iPhone');
  });

  test('isn’t sent if the brand turned it off, or after a wrong password', async () => {
    email = `quiet-${email}`;
    await given.brand({ email, loginNotificationsEnabled: false });
    await logIn(worldPassword);
    expect(await received()).toEqual([]);
    email = `wrong-${email}`;
    await given.brand({ email });
    await logIn('Not-mine-at-all1!');
    expect(await received()).toEqual([]);
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
