import { expect, test } from 'vitest';
import { emails } from '#server/emails.ts';
import type { EmailRenderer } from '#server/services/mail/email-kind.ts';
import type { MailRow } from '#server/services/mail/outbox.ts';
import { mailRenderer } from '#server/services/mail/registry.ts';
import { projectFiles, read } from '#tests/laws/files.ts';

const mail: MailRow = {
  ...{ id: 'mai_1', brandId: null, recipient: 'ada@example.com', kind: 'hello', data: {} },
  ...{ status: 'SENDING', tries: 1, lastError: null },
  ...{ createdAt: new Date(0), dueAt: new Date(0), changedAt: new Date(0) },
};
const hello: EmailRenderer<{ name: string }> = {
  kind: 'hello',
  render: async ({ name }, { recipient }) => ({
    ...{ subject: `${name} to ${recipient}`, greeting: 'Hello,', paragraphs: [], action: null, footnote: '' },
  }),
};

test('an email is rendered by its kind', async () => {
  expect(await mailRenderer([hello], { name: 'Afield' })(mail)).toMatchObject({ subject: 'Afield to ada@example.com' });
});

test('an email of an unknown kind throws an error', async () => {
  const render = mailRenderer([hello], { name: 'Afield' });
  await expect(render({ ...mail, kind: 'goodbye' })).rejects.toThrow('No email has the kind goodbye');
});

test('each kind has one renderer', () => {
  expect(() => mailRenderer([hello, hello], { name: 'Afield' })).toThrow('Two emails have the kind hello');
});

test('the server renders every email that a module defines', () => {
  const defined = projectFiles(/\.ts$/, 'src/server/services').flatMap((path) =>
    [
      ...read(path).matchAll(
        /= define(?:Brand)?Email\(\{\s+kind: '([\w-]+)'|: defineBrandEmail\(\{\s+kind: '([\w-]+)'/g,
      ),
    ].map(([, own, listed]) => own ?? listed),
  );
  expect(defined.length).toBeGreaterThan(10);
  expect(emails.map(({ kind }) => kind).sort()).toEqual(defined.sort());
});
