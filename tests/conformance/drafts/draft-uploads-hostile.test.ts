import { expect, test } from 'vitest';
import { attempts } from '#server/database/tables/tables.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { metadataOf, tusCall } from '#tests/support/calls/tus-client.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const path = '/creator/v1.0/uploads';
const { server, given } = await apiServer();
const address = await server.listen();
const brandId = await given.brand();
const token = await server.linkOf(await owingOffer(server, brandId, await given.campaign(brandId)));
const call = (method: string, at: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
  tusCall(address, method, at, { token, headers, body });
const to = (await call('POST', path, { 'Upload-Length': '1000' })).headers.location ?? '';
const script = '<script>alert(1)</script>';

const beginnings: [string, Record<string, string>][] = [
  ['no length', {}],
  ['a deferred length', { 'Upload-Defer-Length': '1' }],
  ['a length and a deferred one', { 'Upload-Length': '10', 'Upload-Defer-Length': '1' }],
  ['a negative length', { 'Upload-Length': '-1' }],
  ['an invalid length', { 'Upload-Length': '1e3' }],
  ['a length beyond all limits', { 'Upload-Length': '9'.repeat(400) }],
  ['no bytes', { 'Upload-Length': '0' }],
  ['more bytes than allowed', { 'Upload-Length': '2000000001' }],
  ['parts to be concatenated', { 'Upload-Length': '10', 'Upload-Concat': 'final;/creator/v1.0/uploads/upl_1' }],
  ['metadata without valid pairs', { 'Upload-Length': '10', 'Upload-Metadata': 'filename !!!' }],
  ['repeated metadata', { 'Upload-Length': '10', 'Upload-Metadata': 'filename YQ==,filename YQ==' }],
  ['overlong metadata', { 'Upload-Length': '10', 'Upload-Metadata': `filename ${'QUFB'.repeat(1500)}` }],
  ['an invalid hash', { 'Upload-Length': '10', 'Upload-Metadata': metadataOf({ sha256: script }) }],
  ['an invalid fingerprint', { 'Upload-Length': '10', 'Upload-Metadata': metadataOf({ fingerprint: '../../x' }) }],
  ['no version', { 'Upload-Length': '10', 'Tus-Resumable': '' }],
  ['another version', { 'Upload-Length': '10', 'Tus-Resumable': '0.2.2' }],
];

test.each(beginnings)('a start with %s is refused with a message', async (_, headers) => {
  const { status, code, message } = await call('POST', path, headers);
  expect([400, 413]).toContain(status);
  expect([code, message]).toEqual([expect.any(String), expect.any(String)]);
});

const bytes = new Uint8Array(10);
const parts: [string, number, Record<string, string>][] = [
  ['no offset', 400, {}],
  ['an invalid offset', 400, { 'Upload-Offset': 'NaN' }],
  ['an offset beyond the end', 413, { 'Upload-Offset': '5000' }],
  ['a wrong offset', 409, { 'Upload-Offset': '7' }],
  ['a wrong content type', 415, { 'Upload-Offset': '0', 'Content-Type': 'video/mp4' }],
  ['a new length', 204, { 'Upload-Offset': '0', 'Upload-Length': '5' }],
];

test.each(parts)('a part with %s gets %i', async (_, status, headers) => {
  expect((await call('PATCH', to, headers, bytes)).status).toBe(status);
});

test('file names from devices are stripped of harmful characters', async () => {
  const name = (given: string) => ({ 'Upload-Length': '10', 'Upload-Metadata': metadataOf({ filename: given }) });
  const nameOf = async (given: string) => {
    server.clock.advance(1000);
    await call('POST', path, name(given));
    const page = await server.app.request('/creator/v1.0/offer', { headers: { Authorization: `Bearer ${token}` } });
    return (await page.json()).draft.name;
  };
  expect(await nameOf('../../etc/passwd')).toBe('passwd');
  expect(await nameOf('C:\\films\\a\u0000b\u202e4pm.mov')).toBe('ab4pm.mov');
  expect(await nameOf('\u0007 ')).toBe('video');
  expect(await nameOf('ü'.repeat(500))).toBe('ü'.repeat(200));
});

test('GET is refused before tus sees it, and responses don’t repeat input', async () => {
  const type = metadataOf({ filename: script, filetype: 'text/html' });
  const begun = await call('POST', path, { 'Upload-Length': '10', 'Upload-Metadata': type });
  const at = begun.headers.location ?? '';
  for (const where of [path, at, `${at}/../..`, `${path}/%2e%2e%2fpg`, `${path}/%00`]) {
    const { status, headers } = await call('GET', where);
    expect([404, 405]).toContain(status);
    expect(headers['content-type']).toContain('json');
  }
  const head = await call('HEAD', at);
  expect(head.status).toBe(200);
  expect(Object.keys(head.headers)).not.toContain('upload-metadata');
  const all = [begun, head, await call('OPTIONS', path, { Origin: 'https://evil.test' })];
  for (const { headers } of all) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  const override = await call('POST', at, { 'X-HTTP-Method-Override': 'GET', 'Upload-Offset': '0' }, bytes);
  expect([override.status, override.headers.allow]).toEqual([405, 'OPTIONS, POST, HEAD, PATCH, DELETE']);
  const forwarded = { 'Upload-Length': '10', 'X-Forwarded-Proto': 'gopher', Forwarded: 'host=evil.test' };
  expect((await call('POST', path, forwarded)).headers.location).toMatch(/^\/creator\/v1\.0\/uploads\/upl_/);
});

test('a link can start sixty uploads a day, and each response is one of the contract’s', async () => {
  await server.db.delete(attempts);
  for (let count = 0; count < 60; count += 1) await call('POST', path, { 'Upload-Length': '10' });
  expect((await call('POST', path, { 'Upload-Length': '10' })).status).toBe(429);
  expect(server.errors).toEqual([]);
});
