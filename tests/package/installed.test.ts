import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/account/auth.ts';
import { demoLogin } from '#server/demo/accounts.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import {
  type Installation,
  install,
  installedBytes,
  NoRegistryError,
  pack,
  packagesIn,
  type Started,
} from './installation.ts';

let installed: Installation;
let unavailable: NoRegistryError | undefined;
let server: Started | undefined;

beforeAll(() => {
  pack();
  try {
    installed = install(newFolder(afterAll));
  } catch (error) {
    if (!(error instanceof NoRegistryError)) throw error;
    unavailable = error;
  }
});
beforeEach(({ skip }) => {
  if (unavailable !== undefined) skip(unavailable.message);
});
afterAll(() => server?.stop());

test('the package has at most 40 MB, and at most 60 MB of dependencies without browser packages', () => {
  const { own, dependencies } = installedBytes(installed.folder);
  expect(own).toBeGreaterThan(5e6);
  expect(own).toBeLessThan(40e6);
  expect(dependencies).toBeGreaterThan(20e6);
  expect(dependencies).toBeLessThan(60e6);
  const known =
    /^(afield|afield-demo-media|@electric-sql\/pglite|sharp|@img\/.*|@node-rs\/argon2.*|detect-libc|semver)$/;
  expect(packagesIn(installed.folder).filter((name) => !known.test(name))).toEqual([]);
});

test('every part of the server loads with these packages, including rarely used ones', async () => {
  const folder = join(installed.folder, 'node_modules/afield/dist/server');
  // Files with a hash are chunks that programs share or load later; the programs themselves would start.
  const parts = readdirSync(folder).filter((name) => /-[\w-]{8}\.js$/.test(name));
  expect(parts.filter((name) => /^(s3|stripe|paypal)-/.test(name)).length).toBeGreaterThanOrEqual(4);
  for (const part of parts) await import(/* @vite-ignore */ pathToFileURL(join(folder, part)).href);
});

test('the package starts in an empty folder, logs in, serves app and demo, runs commands beside it, and exits', async () => {
  server = await installed.start({ PORT: '0', SIMULATE: 'off' });
  const { address } = server;
  const response = await fetch(`${address}${login.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(demoLogin),
  });
  expect(response.status).toBe(200);
  for (const path of [
    '/',
    '/service-worker.js',
    '/c/some-token',
    '/media/demo/coffee.mp4',
    '/ready',
    '/openapi.json',
  ]) {
    const { status, headers } = await fetch(`${address}${path}`);
    expect([path, status, Number(headers.get('content-length') ?? 1) > 0]).toEqual([path, 200, true]);
  }
  expect(existsSync(join(installed.folder, '.data/pg'))).toBe(true);

  const listed = installed.run(['admin', 'list-brands', '--json']);
  expect([listed.code, listed.stderr]).toEqual([0, '']);
  expect(JSON.stringify(JSON.parse(listed.stdout))).toContain(demoLogin.email);
  expect(await server.stop()).toBe(0);
  expect(server.said()).not.toContain('afield-demo-media');

  const media = join(installed.folder, 'node_modules/afield-demo-media');
  renameSync(media, `${media}-gone`);
  server = await installed.start({ PORT: '0', SIMULATE: 'off' });
  expect((await fetch(`${server.address}/media/demo/coffee.mp4`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
  expect(server.said()).toContain('Install afield-demo-media to see the demo’s videos and pictures.');
});

test('commands show their usage as the package runs them', () => {
  expect(installed.run(['admin', '--help']).stdout).toMatch(/^npx afield admin COMMAND/);
  expect(installed.run(['import-metrics', '--help']).stdout).toMatch(/^npx afield import-metrics FILE/);
  expect(installed.run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const wrong = installed.run(['serve']);
  expect([wrong.code, wrong.stderr.split('\n')[0]]).toEqual([2, 'Unknown command "serve".']);
});
