import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { worldPassword } from '#tests/support/servers/world.ts';
import { codeIn, mailsTo, newEmail } from '#tests/support/services/mail.ts';

const { changeEmail, getBrand, login, requestPasswordReset, resetPassword, signup, verifyEmail, verifyEmailByLink } =
  endpoints;
const { server, given } = await apiServer();

beforeEach(async () => void (await server.db.delete(attempts)));

/** A brand that signed up with a wrong email. */
async function newcomer() {
  const email = newEmail();
  const { data } = await call(server, signup, { body: { name: 'Meridian', email, password: worldPassword } });
  const [mail] = await mailsTo(server, email);
  return { email, brandId: data.brandId, token: data.accessToken, code: codeIn(mail) };
}

const change = (token: string, email: string, password = worldPassword) =>
  call(server, changeEmail, { token, body: { email, password } });

test('the new address gets a working link and becomes the account’s email', async () => {
  const { token, email } = await newcomer();
  const right = newEmail();
  expect((await change(token, `  ${right.toUpperCase()} `)).status).toBe(200);
  expect((await call(server, getBrand, { token })).data).toMatchObject({ email: right, emailVerified: false });
  const [mail] = await mailsTo(server, right);
  expect(mail?.subject).toBe('Verify your email');
  const { status } = await call(server, verifyEmail, { token, body: { emailCode: codeIn(mail) } });
  expect(status).toBe(200);
  expect((await call(server, login, { body: { email: right, password: worldPassword } })).status).toBe(200);
  expect((await call(server, login, { body: { email, password: worldPassword } })).status).toBe(401);
});

test('links sent to the old address stop working', async () => {
  const { token, brandId, email, code } = await newcomer();
  await call(server, requestPasswordReset, { body: { email } });
  const reset = codeIn((await mailsTo(server, email)).find(({ subject }) => /reset/i.test(subject)));
  await change(token, newEmail());
  const verified = await call(server, verifyEmailByLink, { body: { brandId, emailCode: code } });
  expect([verified.status, verified.error?.code]).toEqual([400, 'invalid_code']);
  const body = { brandId, resetCode: reset, password: 'Another-pass1!' };
  expect((await call(server, resetPassword, { body })).error?.code).toBe('invalid_code');
});

test('a pending email to the old address is not sent', async () => {
  const email = newEmail();
  const { data } = await call(server, signup, { body: { name: 'Meridian', email, password: worldPassword } });
  await change(data.accessToken, newEmail());
  expect(await mailsTo(server, email)).toEqual([]);
});

describe('a change of email is refused', () => {
  test('for a wrong password, with an error on that field', async () => {
    const { token, email } = await newcomer();
    const { status, error } = await change(token, newEmail(), 'Wrong-pass1!');
    expect([status, error?.issues]).toEqual([400, [{ path: 'body.password', message: 'Your password is incorrect.' }]]);
    expect((await call(server, getBrand, { token })).data.email).toBe(email);
  });

  test('for an email that has an account, with the sign-up message', async () => {
    const taken = newEmail();
    await given.brand({ email: taken });
    const { token, email } = await newcomer();
    const body = { name: 'Meridian', email: taken, password: 'Another-pass1!' };
    const atSignUp = await call(server, signup, { body });
    const here = await change(token, taken.toUpperCase());
    expect([here.status, here.error]).toEqual([409, atSignUp.error]);
    expect((await call(server, getBrand, { token })).data.email).toBe(email);
    expect(await mailsTo(server, taken)).toEqual([]);
  });

  test('if the email is already verified', async () => {
    const { token, code } = await newcomer();
    await call(server, verifyEmail, { token, body: { emailCode: code } });
    const { status, error } = await change(token, newEmail());
    expect([status, error?.code]).toEqual([409, 'email_verified']);
  });

  test('after five changes, and after ten wrong passwords', async () => {
    const often = await newcomer();
    const answers: number[] = [];
    for (let i = 0; i < 6; i += 1) answers.push((await change(often.token, newEmail())).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    const guessing = await newcomer();
    const guesses: number[] = [];
    for (let i = 0; i < 11; i += 1) guesses.push((await change(guessing.token, newEmail(), `Wrong-pass${i}!`)).status);
    expect(guesses).toEqual([...Array(10).fill(400), 429]);
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
