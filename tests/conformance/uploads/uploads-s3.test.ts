import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { s3FileStore } from '#server/services/files/stores/s3.ts';
import { type FaultMode, faultModes } from '#tests/faults/modes.ts';
import { type FaultProxy, startFaultProxy } from '#tests/faults/proxy.ts';
import { call } from '#tests/support/calls/call.ts';
import { flatPicture, uploadOf } from '#tests/support/servers/brand-files.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';
import { startS3 } from '#tests/support/services/s3.ts';

const s3 = await startS3();
afterAll(() => s3.close());
const picture = (r: number) => flatPicture({ width: 60, height: 60, r, g: 9, b: 9 });

describe('an upload to S3', () => {
  let cable: FaultProxy;
  let server: TestServer;
  let brandId: string;
  let token: string;
  const closers: (() => unknown)[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    cable = await startFaultProxy({ targetPort: s3.port });
    const log = pino({ level: 'error' }, { write: (line) => logged.push(line) });
    // Short timeouts make a store that never responds quick to test.
    const store = s3FileStore(s3.settings(cable.port), log, { askMs: 1500, writeMs: 1500 });
    server = await startTestServer({ store });
    closers.push(cable.close, store.close, server.close);
  });
  afterAll(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  beforeEach(async () => {
    await server.db.delete(attempts);
    brandId = await world(server.db).brand();
    token = (await server.sessionOf(brandId)).accessToken;
  });
  afterEach(() => cable.setMode({ kind: 'pass' }));

  const upload = (...contents: Buffer[]) => call(server, endpoints.uploadFiles, { token, body: uploadOf(contents) });
  const outages = faultModes.filter(({ mode }) => ['refuse', 'stall', 'captive-portal'].includes(mode.kind));

  test.each(outages)('reports a store that $name, and works once the store is back', async ({ mode }) => {
    const given = await picture(1);
    await cable.setMode(mode);
    const failed = await upload(given);
    expect(failed.error).toEqual({
      code: 'unavailable',
      message: 'Files can’t be reached right now. Please try again.',
    });
    expect([failed.status, failed.headers.get('Retry-After')]).toEqual([503, '5']);
    await cable.setMode({ kind: 'pass' });
    const first = await upload(given);
    expect(first.status).toBe(200);
    expect((await upload(given)).data.urls).toEqual(first.data.urls);
    expect(await s3.namesIn(brandId)).toHaveLength(1);
  });

  test.each<[string, FaultMode]>([
    ['the response to a write is lost', { kind: 'lose-answer', match: { method: 'PUT' }, times: 1 }],
    ['a gateway fails once', { kind: 'status', status: 503, times: 1 }],
  ])('succeeds even if %s', async (_, mode) => {
    await cable.setMode(mode);
    expect((await upload(await picture(2))).status).toBe(200);
    expect(cable.stats().faults).toBeGreaterThan(0);
    expect(await s3.namesIn(brandId)).toHaveLength(1);
  });

  test('is repeated as a whole if it fails after the first of two files', async () => {
    const given = [await picture(3), await picture(4)];
    let written = 0;
    const match = ({ method }: { method: string }) => method === 'PUT' && ++written > 1;
    await cable.setMode({ kind: 'status', status: 502, match });
    expect((await upload(...given)).error?.code).toBe('unavailable');
    expect(await s3.namesIn(brandId)).toHaveLength(1);
    await cable.setMode({ kind: 'pass' });
    expect((await upload(...given)).status).toBe(200);
    expect(await s3.namesIn(brandId)).toHaveLength(2);
  });

  test('leaves an error about an unreadable picture uncached, and distinct from a missing one', async () => {
    const { data } = await upload(await picture(5));
    const address = data.urls[0]?.url ?? '';
    for (const match of [{ method: 'HEAD' }, { method: 'GET' }]) {
      await cable.setMode({ kind: 'status', status: 502, match });
      const response = await server.app.request(address);
      expect([response.status, (await response.json()).code]).toEqual([503, 'unavailable']);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    await cable.setMode({ kind: 'pass' });
    expect((await server.app.request(address)).status).toBe(200);
  });

  test('is never replaced by a truncated picture when read', async () => {
    const { data } = await upload(await picture(6));
    await cable.setMode({ kind: 'reset-after-bytes', bytes: 10, from: 'body', match: { method: 'GET' } });
    const response = await server.app.request(data.urls[0]?.url ?? '');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('logs the reason for a failure, without keys or signatures', () => {
    expect(logged.length).toBeGreaterThan(0);
    const { accessKeyId = '', secretAccessKey = '' } = s3.settings().credentials ?? {};
    const secrets = [accessKeyId, secretAccessKey, 'AWS4-HMAC', 'Signature'].join('|');
    expect(logged.join('')).not.toMatch(new RegExp(secrets, 'i'));
    expect(logged.join('')).toContain('ECONNREFUSED');
  });
});

test('a missing bucket is reported at startup', async () => {
  let close = () => {};
  const warning = new Promise<string>((resolve) => {
    ({ close } = s3FileStore({ ...s3.settings(), bucket: 'nobody-made-it' }, pino({}, { write: resolve })));
  });
  expect(await warning).toContain('nobody-made-it');
  close();
});

test('a server with S3_* set keeps uploads only there', async () => {
  const dir = newFolder();
  const { bucket, endpoint, credentials } = s3.settings();
  const running = startProcess({
    DATA_DIR: dir,
    PORT: '0',
    SIMULATE: '0',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint ?? '',
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  });
  try {
    const address = await running.ready;
    const post = async (path: string, body: unknown, token = '') => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      return (await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { brandId, accessToken } = await post('/brand/v1.0/auth/login', {
      email: 'demo@afield.test',
      password: 'Demo-pass1!',
    });
    const { urls } = await post('/brand/v1.0/storage/upload', uploadOf([await picture(7)]), accessToken);
    expect(await s3.namesIn(brandId)).toEqual([urls[0].url.split('/').at(-1)]);
    expect(existsSync(join(dir, 'files'))).toBe(false);
    expect((await fetch(address + urls[0].url)).headers.get('Content-Type')).toBe('image/webp');
  } finally {
    running.child.kill('SIGTERM');
    await running.ended;
  }
});
