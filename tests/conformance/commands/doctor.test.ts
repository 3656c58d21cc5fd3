import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readBuild } from '#server/build.ts';
import { checkAddress } from '#server/doctor/address.ts';
import { checkEmail, checkPush } from '#server/doctor/delivery.ts';
import { checkFfmpeg, checkFiles } from '#server/doctor/files.ts';
import { hasFfmpeg } from '#tests/support/media/make.ts';
import { freePort } from '#tests/support/postgres/postgres.ts';
import { localServer } from '#tests/support/servers/local-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startS3 } from '#tests/support/services/s3.ts';
import { smtpServer } from '#tests/support/services/smtp-server.ts';

/** An address without a listener. */
const nowhere = `http://127.0.0.1:${await freePort()}`;

/** A server that responds with this on every path. */
async function answering(body: unknown, status = 200) {
  const server = await localServer(() => ({ status, body }));
  onTestFinished(server.close);
  return server.url;
}

describe('the check of the server’s URL', () => {
  test.each([
    ['this release', readBuild(), 'ok', /serves this release/],
    ['another release', { version: '0.0.1', commit: null }, 'warning', /serves release 0\.0\.1/],
    ['something else', { hello: 'world' }, 'problem', /not with Afield \(status 200\)/],
  ])('describes a server that responds with %s', async (_, body, state, text) => {
    const { origin } = await answering(body);
    expect(await checkAddress({ publicUrl: origin })).toMatchObject([{ state, text: expect.stringMatching(text) }]);
  });

  test('reports a URL that redirects elsewhere as a problem', async () => {
    const server = createHttpServer((_, response) =>
      response.writeHead(301, { Location: 'https://www.afield.test/' }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
    const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await checkAddress({ publicUrl })).toMatchObject([
      { state: 'problem', text: `${publicUrl} redirects to https://www.afield.test/.` },
    ]);
  });

  test('reports a URL without a listener as a problem, and a missing URL as a warning', async () => {
    const silent = await checkAddress({ publicUrl: nowhere });
    expect(silent).toMatchObject([{ state: 'problem', text: expect.stringContaining('ECONNREFUSED') }]);
    expect(await checkAddress({ publicUrl: null })).toMatchObject([{ state: 'warning' }]);
  });

  test('reports a URL without TLS as a problem, since phones have no service worker there', async () => {
    const { port } = await answering(readBuild());
    const [first, second] = await checkAddress({ publicUrl: `http://0.0.0.0:${port}` });
    expect(first).toMatchObject({ state: 'problem', text: expect.stringContaining('no service workers') });
    expect(second).toMatchObject({ state: 'ok' });
  });

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  test.runIf(hasOpenssl)(
    'explains how to replace a certificate that phones reject (skipped without openssl)',
    async () => {
      const folder = newFolder();
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '90'];
      execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
      const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
        response.end(),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
      const { port } = server.address() as AddressInfo;
      expect(await checkAddress({ publicUrl: `https://127.0.0.1:${port}` })).toMatchObject([
        {
          state: 'problem',
          text: expect.stringContaining('Phones refuse'),
          fix: expect.stringContaining('Let’s Encrypt'),
        },
      ]);
    },
  );
});

describe('the check of files', () => {
  test('shows the free space of a folder that can be created or written to, and leaves nothing in it', async () => {
    const folder = newFolder();
    for (const dataDir of [folder, join(folder, 'not', 'yet')]) {
      const [found] = await checkFiles({ dataDir, s3: null });
      expect(found?.text).toMatch(/^[\d.]+ GB are free in /);
    }
    expect(existsSync(join(folder, 'not'))).toBe(false);
  });

  test('reports a folder below a file as a problem', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await checkFiles({ dataDir: join(file, 'data'), s3: null })).toMatchObject([
      { state: 'problem', text: expect.stringContaining('it is a file') },
    ]);
  });

  test('writes to a bucket and leaves it empty, and reports an unusable one as a problem', async () => {
    const s3 = await startS3();
    onTestFinished(s3.close);
    const bucketOf = async (settings: ReturnType<typeof s3.settings>) =>
      (await checkFiles({ dataDir: newFolder(), s3: settings })).at(-1);
    expect(await bucketOf(s3.settings())).toMatchObject({ state: 'ok' });
    expect(await s3.namesIn(`brd_${'0'.repeat(26)}`)).toEqual([]);
    const wrong = { accessKeyId: 'AFIELDTESTKEY', secretAccessKey: 'another secret' };
    const refused = await bucketOf({ ...s3.settings(), credentials: wrong });
    expect(refused).toMatchObject({ state: 'problem', text: expect.stringContaining('SignatureDoesNotMatch') });
    expect(JSON.stringify(refused)).not.toContain('another secret');
  });
});

describe('the check of email', () => {
  const settings = {
    teamEmail: 'team@afield.test',
    dataDir: '/data',
    publicUrl: null,
    app: { supportEmail: 'help@afield.test' },
  };

  test('logs in to a mail server, and sends only the requested test email', async () => {
    const server = await smtpServer('250 taken');
    onTestFinished(() => server.close());
    const smtpUrl = server.url;
    expect(await checkEmail({ ...settings, smtpUrl }, null)).toMatchObject([{ state: 'ok' }]);
    expect(server.received).toEqual([]);
    const [sent] = await checkEmail({ ...settings, smtpUrl }, 'ada@example.com');
    expect(sent).toMatchObject({ state: 'ok', text: expect.stringContaining('to ada@example.com') });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toContain('Subject: Afield test email');
  });

  test('reports a mail server that refuses as a problem, without the password', async () => {
    const server = await smtpServer('250 taken', '554 go away');
    onTestFinished(() => server.close());
    const smtpUrl = server.url.replace('://', '://ada:hunter2@');
    const found = await checkEmail({ ...settings, smtpUrl }, null);
    expect(found).toMatchObject([{ state: 'problem', fix: expect.stringContaining('SMTP_URL') }]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  test('warns of each missing setting', async () => {
    const none = { smtpUrl: null, teamEmail: null, dataDir: '/data', publicUrl: null, app: {} };
    const found = await checkEmail(none, null);
    expect(found.map(({ state }) => state)).toEqual(['warning', 'warning', 'warning']);
    expect(found[0]?.text).toContain('/data/mail');
  });
});

test('unreachable push services are named', async () => {
  const { origin } = await answering({});
  const publicUrl = 'https://afield.test';
  const push = { services: [origin], vapidPrivateKey: null };
  expect(await checkPush({ publicUrl, push }, [origin])).toMatchObject([
    { state: 'ok', text: expect.stringContaining('All 2') },
  ]);
  const [found] = await checkPush({ publicUrl, push }, [nowhere]);
  expect(found).toMatchObject({ state: 'problem', text: expect.stringContaining(nowhere) });
  expect(found?.text).not.toContain(origin);
});

test('ffmpeg is found or reported missing', async () => {
  expect(await checkFfmpeg({ ffmpegPath: '/nowhere/ffmpeg' })).toMatchObject([{ state: 'warning' }]);
  if (hasFfmpeg) expect((await checkFfmpeg({ ffmpegPath: null }))[0]?.state).not.toBe('problem');
});

describe('the command', () => {
  const doctor = (args: string[], settings: Record<string, string> = {}) => {
    const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
    return spawnSync(process.execPath, ['--import', 'tsx', 'src/server/programs/doctor.ts', ...args], {
      env: { PATH, HOME, TMPDIR, DATA_DIR: join(newFolder(), 'data'), ...settings },
      encoding: 'utf8',
    });
  };

  test('prints its findings and their fixes, and its exit code distinguishes problems from warnings', () => {
    const fine = doctor(['database', 'payments']);
    expect(fine.status).toBe(0);
    expect(fine.stdout).toMatch(
      /^database +ok +The first start will create a database in .*\npayments +warning .*\n +→ .*\n\n0 problems, 1 warning\.\n$/,
    );
    const secret = { DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/x', SESSION_SECRET: 'x'.repeat(32) };
    const down = doctor(['database', '--json'], secret);
    expect(down.status).toBe(1);
    expect(JSON.parse(down.stdout)).toMatchObject([{ check: 'database', findings: [{ state: 'problem' }] }]);
    expect(down.stdout + down.stderr).not.toContain('hunter2');
  });

  test('refuses unknown checks and unusable settings', () => {
    const unknown = doctor(['teeth']);
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('Unknown check "teeth"')]);
    for (const args of [
      ['email', '--mail-to', 'ada@example.com'],
      ['files', '--mail-to', 'ada@example.com'],
    ])
      expect(doctor(args).status).toBe(2);
    const wrong = doctor([], { PORT: 'http' });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringMatching(/PORT: expected/)]);
  });
});
