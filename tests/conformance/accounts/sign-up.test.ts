import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { emailCodes } from '#server/database/tables/account-tables.ts';
import { attempts, brands } from '#server/database/tables/tables.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { worldPassword } from '#tests/support/servers/world.ts';
import { codeIn, mailsTo, newEmail } from '#tests/support/services/mail.ts';

const { getBrand, getChanges, login, requestPasswordReset, sendEmailCode, signup, verifyEmail, verifyEmailByLink } =
  endpoints;
const hourMs = 3_600_000;
const { server, given } = await apiServer();
let email: string;

beforeEach(async () => {
  email = newEmail();
  await server.db.delete(attempts);
});

const signUp = (more: { name?: string; email?: string; password?: string } = {}) =>
  call(server, signup, { body: { name: 'Meridian', email, password: worldPassword, ...more } });
const received = () => mailsTo(server, email);
const verify = (token: string, emailCode: string) => call(server, verifyEmail, { token, body: { emailCode } });

/** A brand that has just signed up, and the code in its email. */
async function newcomer() {
  const { data } = await signUp();
  const [mail] = await received();
  return { ...data, token: data.accessToken, code: codeIn(mail) };
}

describe('signing up', () => {
  test('creates a session of a brand that is neither verified nor approved', async () => {
    const { status, data } = await signUp({ email: `  ${email.toUpperCase()} ` });
    expect(status).toBe(200);
    const brand = (await call(server, getBrand, { token: data.accessToken })).data;
    expect(brand).toMatchObject({
      id: data.brandId,
      name: 'Meridian',
      email,
      emailVerified: false,
      approvalStatus: 'PENDING',
      availableBalanceCents: 0,
      onboarding: {},
    });
    expect((await call(server, login, { body: { email, password: worldPassword } })).status).toBe(200);
  });

  test.each(["o'brien@example.com", 'p@a--b.de', 'a&b@example.com'])('works with the email %s', async (address) => {
    expect((await signUp({ email: address })).status).toBe(200);
    expect(await mailsTo(server, address)).toHaveLength(1);
    expect((await call(server, login, { body: { email: address, password: worldPassword } })).status).toBe(200);
    expect((await call(server, requestPasswordReset, { body: { email: address } })).status).toBe(200);
    expect(await mailsTo(server, address)).toHaveLength(2);
  });

  test('with an international domain stores Punycode, and shows it decoded: one account in every spelling', async () => {
    const { data } = await signUp({ email: 'Pat@Bücher.example' });
    const brand = (await call(server, getBrand, { token: data.accessToken })).data;
    expect(brand.email).toBe('pat@bücher.example');
    expect(await mailsTo(server, 'pat@xn--bcher-kva.example')).toHaveLength(1);
    for (const address of ['pat@bücher.example', 'PAT@XN--BCHER-KVA.EXAMPLE', 'pat@bu\u0308cher.example']) {
      expect((await call(server, login, { body: { email: address, password: worldPassword } })).status).toBe(200);
      expect((await signUp({ email: address, password: 'Another-pass1!' })).error?.code).toBe('email_taken');
    }
    const [row] = await server.db.select().from(brands).where(eq(brands.id, brand.id));
    expect(row?.email).toBe('pat@xn--bcher-kva.example');
  });

  test.each(['\u200b', '\u3164', '\u2800 \u00ad'])('an invisible name is refused: %j', async (name) => {
    const { status, error } = await signUp({ name });
    expect([status, error?.issues?.[0]]).toEqual([400, { path: 'body.name', message: 'Name is required.' }]);
  });

  test.each(['株式会社', 'شركة', 'می\u200cخواهم', '💚'])('accepts a name in any script: %s', async (name) => {
    const { data } = await signUp({ name });
    expect((await call(server, getBrand, { token: data.accessToken })).data.name).toBe(name);
  });

  test('sends an email with a link, in text and in HTML', async () => {
    const { data } = await signUp({ name: 'Fish & <Chips>' });
    const [mail, ...others] = await received();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Verify your email');
    const link = new URL(mail?.link ?? '');
    expect([link.origin, link.pathname]).toEqual(['https://afield.test', '/verify/email']);
    expect(link.searchParams.get('brand_id')).toBe(data.brandId);
    expect(codeIn(mail)).toMatch(/^[\w-]{43}$/);
    expect(mail?.text).toContain('Hello Fish & <Chips>,');
    expect(mail?.html).toContain('Hello Fish &amp; &lt;Chips&gt;,');
    expect(mail?.html).toContain(`href="${mail?.link.replaceAll('&', '&amp;')}"`);
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  test('an email that has an account is refused, and nothing is created or sent', async () => {
    await given.brand({ email });
    const { status, error } = await signUp({ email: email.toUpperCase(), password: 'Another-pass1!' });
    expect([status, error?.code]).toEqual([409, 'email_taken']);
    expect(await received()).toEqual([]);
    expect(await server.db.select().from(brands).where(eq(brands.email, email))).toHaveLength(1);
  });

  test('two concurrent sign-ups with one email create one account', async () => {
    const both = await Promise.all([signUp(), signUp()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ data }) => data.brandId)).size).toBe(1);
    expect(await received()).toHaveLength(1);
  });

  test('again with the same password, as after a lost response, returns the same account under the login limits', async () => {
    const { data } = await signUp();
    expect((await signUp()).data.brandId).toBe(data.brandId);
    for (let guess = 0; guess < 10; guess += 1) await signUp({ password: `Another-pass${guess}!` });
    const { status, error } = await signUp();
    expect([status, error?.code]).toEqual([409, 'email_taken']);
  });

  test.each([
    ['short1!', /at least 8 characters/],
    ['Longenough1', /at least one special character/],
    ['longenough1!', /at least one uppercase letter/],
    ['Longenough!', /at least one number/],
    ['Password1!', /easy to guess/],
    ['P@ssw0rd123', /easy to guess/],
    ['Qwerty2026!', /easy to guess/],
  ])('refuses the password %s', async (password, message) => {
    const { status, error } = await signUp({ password });
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
    expect(error?.message).toMatch(message);
    expect(error?.issues).toEqual([{ path: 'body.password', message: error?.message }]);
  });

  test('is blocked after thirty sign-ups from one address', async () => {
    const codes: string[] = [];
    for (let i = 0; i < 31; i += 1) codes.push((await signUp({ password: 'short' })).error?.code ?? 'ok');
    expect(codes.slice(0, 30)).not.toContain('too_many_requests');
    expect(codes[30]).toBe('too_many_requests');
  });
});

describe('verifying the email', () => {
  test('accepts the link’s code and notifies the brand’s devices', async () => {
    const { token, code, brandId } = await newcomer();
    expect(await verify(token, code)).toMatchObject({ status: 200, data: {} });
    expect((await call(server, getBrand, { token })).data.emailVerified).toBe(true);
    await server.db.update(brands).set({ approvalStatus: 'APPROVED' }).where(eq(brands.id, brandId));
    expect((await call(server, getChanges, { token })).data.brand?.emailVerified).toBe(true);
  });

  test('a repeat with the same code succeeds, since the first response may have been lost', async () => {
    const { token, code } = await newcomer();
    await verify(token, code);
    expect((await verify(token, code)).status).toBe(200);
  });

  test("a wrong code, and another brand's, are refused", async () => {
    const first = await newcomer();
    email = `other-${email}`;
    const second = await newcomer();
    for (const code of ['x', `${first.code}x`, first.code]) {
      const { status, error } = await verify(second.token, code);
      expect([status, error?.code]).toEqual([400, 'invalid_code']);
    }
    expect((await call(server, getBrand, { token: second.token })).data.emailVerified).toBe(false);
  });

  test('a link works for 24 hours', async () => {
    const { code, brandId } = await newcomer();
    server.clock.advance(24 * hourMs - 1);
    expect((await verify((await server.sessionOf(brandId)).accessToken, code)).status).toBe(200);
    email = `late-${email}`;
    const late = await newcomer();
    server.clock.advance(24 * hourMs);
    const { error } = await verify((await server.sessionOf(late.brandId)).accessToken, late.code);
    expect(error?.code).toBe('invalid_code');
  });

  test('attempts are limited', async () => {
    const { token, code } = await newcomer();
    for (let i = 0; i < 20; i += 1) expect((await verify(token, 'wrong')).status).toBe(400);
    expect((await verify(token, code)).error?.code).toBe('too_many_requests');
  });

  test('codes are not in the database', async () => {
    const { code, brandId } = await newcomer();
    const rows = await server.db.select().from(emailCodes).where(eq(emailCodes.brandId, brandId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('verifying the email while logged out', () => {
  const byLink = (brandId: string, emailCode: string, token?: string) =>
    call(server, verifyEmailByLink, { body: { brandId, emailCode }, token });
  const isVerified = async (token: string) => (await call(server, getBrand, { token })).data.emailVerified;

  test('accepts the link’s parameters; the phone that polls its profile is notified', async () => {
    const { token, code, brandId } = await newcomer();
    expect(await byLink(brandId, code)).toMatchObject({ status: 200, data: { brandName: 'Meridian' } });
    expect(await isVerified(token)).toBe(true);
  });

  test('a repeat with the same link succeeds, since the first response may be lost; other links become invalid', async () => {
    const { token, code, brandId } = await newcomer();
    await call(server, sendEmailCode, { token });
    await received();
    await byLink(brandId, code);
    expect((await byLink(brandId, code)).status).toBe(200);
    const rows = await server.db.select().from(emailCodes).where(eq(emailCodes.brandId, brandId));
    expect(rows.map(({ usedAt }) => usedAt !== null)).toEqual([true, true]);
  });

  test("a wrong code, another brand's, an expired one, and an unknown brand get the same response", async () => {
    const first = await newcomer();
    email = `other-${email}`;
    const second = await newcomer();
    const refused = [
      await byLink(second.brandId, 'x'.repeat(43)),
      await byLink(second.brandId, first.code),
      await byLink('brd_00000000000000000000000000', first.code),
    ];
    server.clock.advance(24 * hourMs);
    refused.push(await byLink(second.brandId, second.code));
    expect(refused.map(({ status, error }) => [status, error])).toEqual(
      refused.map(() => [
        400,
        { code: 'invalid_code', message: expect.stringMatching(/^This verification link is no/) },
      ]),
    );
    expect(await isVerified((await server.sessionOf(second.brandId)).accessToken)).toBe(false);
  });

  test('logged in as another brand verifies the named brand and doesn’t affect the other', async () => {
    const named = await newcomer();
    email = `other-${email}`;
    const other = await newcomer();
    const { status } = await byLink(named.brandId, named.code, other.token);
    expect([status, await isVerified(named.token), await isVerified(other.token)]).toEqual([200, true, false]);
  });

  test('attempts are limited per brand and address, whether or not the brand exists', async () => {
    const { code, brandId } = await newcomer();
    for (const id of [brandId, 'brd_00000000000000000000000000']) {
      for (let i = 0; i < 20; i += 1) expect((await byLink(id, 'wrong')).status).toBe(400);
      expect((await byLink(id, code)).error?.code).toBe('too_many_requests');
    }
  });

  test('requires a session if the link names no brand', async () => {
    const { code } = await newcomer();
    const { status, error } = await call(server, verifyEmail, { body: { emailCode: code } });
    expect([status, error?.code]).toEqual([401, 'unauthorized']);
  });
});

describe('requesting the link again', () => {
  test('both links work, and using one invalidates both', async () => {
    const { token, code, brandId } = await newcomer();
    expect((await call(server, sendEmailCode, { token })).status).toBe(200);
    const links = (await received()).map(codeIn);
    expect(new Set(links).size).toBe(2);
    const second = links.find((each) => each !== code) ?? '';
    expect((await verify(token, second)).status).toBe(200);
    const rows = await server.db.select().from(emailCodes).where(eq(emailCodes.brandId, brandId));
    expect(rows.map(({ usedAt }) => usedAt !== null)).toEqual([true, true]);
  });

  test('is limited to five times', async () => {
    const { token } = await newcomer();
    for (let i = 0; i < 5; i += 1) expect((await call(server, sendEmailCode, { token })).status).toBe(200);
    expect((await call(server, sendEmailCode, { token })).error?.code).toBe('too_many_requests');
    expect(await received()).toHaveLength(6);
  });

  test('a verified brand gets no link', async () => {
    const { token, code } = await newcomer();
    await verify(token, code);
    expect((await call(server, sendEmailCode, { token })).status).toBe(200);
    expect(await received()).toHaveLength(1);
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
