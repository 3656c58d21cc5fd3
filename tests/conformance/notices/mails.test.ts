import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { passwordChangedEmail } from '#server/services/accounts/emails.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import {
  MailError,
  type MailTransport,
  type ReadyMail,
  senderOf,
  smtpTransport,
} from '#server/services/mail/transport.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { newEmail, parseMail, readMails } from '#tests/support/services/mail.ts';
import { smtpServer } from '#tests/support/services/smtp-server.ts';

const { server, given } = await apiServer();
let brandId: string;

beforeEach(async () => {
  await server.db.delete(mails);
  brandId = await given.brand({ email: newEmail() });
});

const queue = () => {
  const content = passwordChangedEmail.of({});
  return queueMail(server.db, { brandId, recipient: 'owner@brands.test', content, now: server.clock.now() });
};
const outbox = () => server.db.select().from(mails);

/** A transport that sends emails, or fails with these outcomes in turn. */
function fakeTransport(outcomes: (MailError['outcome'] | 'sent')[], repeatable = false) {
  const sent: ReadyMail[] = [];
  const transport: MailTransport = {
    repeatable,
    async send(mail) {
      const outcome = outcomes.shift() ?? 'sent';
      if (outcome !== 'sent') throw new MailError(outcome, new Error('The line is bad'));
      sent.push(mail);
    },
  };
  return { transport, sent };
}

test('an email without a mail server is written to a file that only this user can read, and its link is logged', async () => {
  await queue();
  await server.deliverMails();
  const folder = join(server.dataDir, 'mail');
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(readMails(server.dataDir)[0]).toMatchObject({
    from: 'Afield <no-reply@afield.test>',
    to: 'owner@brands.test',
    subject: 'Your password was changed',
  });
});

test('a failed email is retried with growing delays, and sent once', async () => {
  await queue();
  const { transport, sent } = fakeTransport(['retry', 'retry']);
  await server.deliverMails(transport);
  await server.deliverMails(transport);
  expect([sent.length, (await outbox())[0]?.tries]).toEqual([0, 1]);
  server.clock.advance(30_000);
  await server.deliverMails(transport);
  server.clock.advance(30_000);
  await server.deliverMails(transport);
  expect((await outbox())[0]).toMatchObject({ status: 'WAITING', tries: 2, lastError: 'The line is bad' });
  server.clock.advance(120_000);
  for (let i = 0; i < 3; i += 1) await server.deliverMails(transport);
  expect([sent.length, (await outbox())[0]?.status]).toEqual([1, 'SENT']);
});

test('an email is given up after a permanent refusal, or after eight attempts', async () => {
  await queue();
  await server.deliverMails(fakeTransport(['refused']).transport);
  expect((await outbox())[0]).toMatchObject({ status: 'REFUSED', tries: 1 });
  await server.db.delete(mails);
  await queue();
  const { transport, sent } = fakeTransport(Array(20).fill('retry'));
  for (let i = 0; i < 12; i += 1) {
    await server.deliverMails(transport);
    server.clock.advance(24 * 3_600_000);
  }
  expect([(await outbox())[0]?.status, (await outbox())[0]?.tries, sent]).toEqual(['UNSENT', 8, []]);
  server.errors.length = 0;
});

test('an email that may have been sent isn’t sent again', async () => {
  await queue();
  const { transport, sent } = fakeTransport(['unknown']);
  await server.deliverMails(transport);
  server.clock.advance(86_400_000);
  await server.deliverMails(transport);
  expect([(await outbox())[0]?.status, sent]).toEqual(['FAILED', []]);
  server.errors.length = 0;
});

test.each([
  [true, 'SENT', 1],
  [false, 'FAILED', 0],
])(
  'an email is resent after its sender was killed only if that is harmless: %s, %s',
  async (repeatable, status, times) => {
    await queue();
    await server.db.update(mails).set({ status: 'SENDING', changedAt: server.clock.now() });
    const { transport, sent } = fakeTransport([], repeatable);
    await server.deliverMails(transport);
    expect(sent).toEqual([]);
    server.clock.advance(10 * 60_000 + 1);
    await server.deliverMails(transport);
    expect([(await outbox())[0]?.status, sent.length]).toEqual([status, times]);
  },
);

test('two concurrent senders send each email once', async () => {
  for (let i = 0; i < 10; i += 1) await queue();
  const [a, b] = [fakeTransport([]), fakeTransport([])];
  await Promise.all([server.deliverMails(a.transport), server.deliverMails(b.transport)]);
  const ids = [...a.sent, ...b.sent].map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
});

test('an outdated link isn’t sent', async () => {
  const { data } = await call(server, endpoints.signup, {
    body: { name: 'Late', email: `late-${brandId.toLowerCase()}@brands.test`, password: 'Right-pass1!' },
  });
  server.clock.advance(86_400_000);
  const { transport, sent } = fakeTransport([]);
  await server.deliverMails(transport);
  const [mail] = await server.db.select().from(mails).where(eq(mails.brandId, data.brandId));
  expect([mail?.status, sent]).toEqual(['DROPPED', []]);
});

const from = () => 'Afield <no-reply@afield.test>';

test('an email is delivered unchanged by SMTP', async () => {
  const smtp = await smtpServer('250 taken');
  await queue();
  await server.deliverMails(smtpTransport(smtp.url, from));
  smtp.close();
  expect((await outbox())[0]?.status).toBe('SENT');
  const mail = parseMail(smtp.received[0] ?? '');
  expect(mail).toMatchObject({ to: 'owner@brands.test', subject: 'Your password was changed' });
  expect(mail.headers.get('message-id')).toMatch(/^<mai_\w+@afield\.test>$/);
});

test.each([
  ['waits after a temporary refusal', '451 later', [], 'WAITING'],
  ['is given up after a permanent refusal', '554 no', [], 'REFUSED'],
  ['is not resent if the connection closed after the whole message, which may have been accepted', null, [], 'FAILED'],
  ['waits after a refused connection, as it can’t have been accepted', '250 taken', ['554 go away'], 'WAITING'],
  ['is given up if the mailbox doesn’t exist', '250 taken', ['220 ready', '550 no such user'], 'REFUSED'],
  ['waits if the mailbox is full', '250 taken', ['220 ready', '452 full'], 'WAITING'],
] as const)('an email by SMTP %s', async (_, reply, answers, status) => {
  const smtp = await smtpServer(reply, ...answers);
  await queue();
  await server.deliverMails(smtpTransport(smtp.url, from));
  smtp.close();
  expect((await outbox())[0]?.status).toBe(status);
  server.errors.length = 0;
});

test('an email waits if the SMTP server is unreachable', async () => {
  const smtp = await smtpServer('250 taken');
  smtp.close();
  await queue();
  await server.deliverMails(smtpTransport(smtp.url, from));
  expect((await outbox())[0]?.status).toBe('WAITING');
});

test('an email uses the configured sender', () => {
  const app = 'https://afield.example';
  expect(senderOf(null, app)).toBe('Afield <no-reply@afield.example>');
  expect(senderOf('smtps://user:secret@mail.test', app)).toBe('Afield <no-reply@afield.example>');
  expect(senderOf('smtps://post%40brands.test:secret@mail.test', app)).toBe('Afield <post@brands.test>');
  expect(senderOf('smtp://mail.test?from=hello%40afield.test', app)).toBe('Afield <hello@afield.test>');
});

test('no partial file is left, and no error was logged', () => {
  expect(readdirSync(join(server.dataDir, 'mail')).filter((name) => !name.endsWith('.eml'))).toEqual([]);
  expect(existsSync(join(server.dataDir, 'mail'))).toBe(true);
  expect(server.errors).toEqual([]);
});
