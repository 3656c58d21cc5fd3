import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { worldPassword } from '#tests/support/servers/world.ts';
import { newEmail } from '#tests/support/services/mail.ts';

// Valid emails that simple patterns reject; every endpoint or command that takes an email must accept them.

const { server, given } = await apiServer();
const { signup, login, requestPasswordReset, changeEmail } = endpoints;
const addresses = [
  ["o'brien@example.com", "o'brien@example.com"],
  ['pat@xn--bcher-kva.example', 'pat@xn--bcher-kva.example'],
  ['kim@bücher.example', 'kim@xn--bcher-kva.example'],
  ['p@a--b.de', 'p@a--b.de'],
  ['a&b@example.com', 'a&b@example.com'],
] as const;

describe.each(addresses)('the email “%s”', (email, stored) => {
  const admin = <T = object>(name: string, input: object, file = '') => operate<T>(server, name, input, file);

  test('signs up a brand, logs in, resets the password, and names the brand in commands', async () => {
    const body = { name: 'Meridian', email, password: worldPassword };
    expect((await call(server, signup, { body })).status).toBe(200);
    expect((await call(server, login, { body: { email, password: worldPassword } })).status).toBe(200);
    expect((await call(server, requestPasswordReset, { body: { email } })).status).toBe(200);
    expect(await admin('show-brand', { brand: email })).toMatchObject({ email: stored });
    const approved = { brand: email, decision: 'APPROVED' };
    expect(await admin('decide-on-brand', approved)).toMatchObject({ brand: { email: stored }, changed: true });
    expect(await admin('brand-terms', { brand: email, silentDays: 5 })).toMatchObject({ silentDays: 5 });
    expect(await admin('adjust', { brand: email, amountCents: 100, note: 'Test' })).toMatchObject({ changed: true });
  });

  test('replaces a wrong email before verification', async () => {
    const body = { name: 'Meridian', email: newEmail(), password: worldPassword };
    const { accessToken: token } = (await call(server, signup, { body })).data;
    const changed = { email: `new.${email}`, password: worldPassword };
    expect((await call(server, changeEmail, { token, body: changed })).status).toBe(200);
    expect((await call(server, login, { body: changed })).status).toBe(200);
  });

  test('is accepted for a creator from a file and from each command', async () => {
    const username = `user${stored.replace(/\W/g, '')}`;
    const file = `email,firstName,lastName,platform,username\n${email},Pat,Lee,TIKTOK,${username}\n`;
    expect(await admin('import-creators', { dryRun: false }, file)).toMatchObject({
      creators: { made: 1 },
      refused: [],
    });
    const account = { email, platform: 'YOUTUBE', username, firstName: 'Pat', lastName: 'Lee' };
    expect(await admin('add-creator', account)).toMatchObject({ creators: { made: 0 }, accounts: { made: 1 } });
    expect(await admin('show-creator', { email })).toMatchObject({ email: stored, accounts: [{}, {}] });
    const tag = await given.tag();
    expect(await admin('tag-creators', { tag, emails: [email], has: true })).toMatchObject({ changed: 1, unknown: [] });
    const campaignId = await given.campaign(await given.brand());
    expect(await admin('invite', { campaignId, emails: [email] })).toMatchObject({ invited: [{}], refused: [] });
    expect(await admin('block-creator', { email, reason: 'Test' })).toMatchObject({ creator: { email: stored } });
    const moved = `new.${email}`;
    expect(await admin('change-creator-email', { email, newEmail: moved })).toMatchObject({ email: `new.${stored}` });
    await admin('change-creator-email', { email: moved, newEmail: email });
  });

  test('is accepted for a team member', async () => {
    await server.adminSession(email);
    expect(await admin('end-admin-sessions', { email })).toMatchObject({ ended: 1 });
  });
});
