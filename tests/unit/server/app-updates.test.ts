import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { appFiles } from '#server/http/app/app-files.ts';
import { dictionaryOf } from '#server/http/app/dictionaries.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const script = 'export const a = 1;'.repeat(100);
const earlier = createHash('sha256').update('export const a = 0;').digest();
const appDir = newFolder(afterAll);
mkdirSync(join(appDir, 'assets'));
for (const [name, content] of Object.entries({
  'index.html': '<!doctype html>',
  'service-worker.js': script,
  'assets/app-1a2b3c4d.js': script,
  'assets/app-1a2b3c4d.js.br': brotliCompressSync(script),
  [`assets/app-1a2b3c4d.js.${earlier.toString('hex')}.dcz`]: 'the difference',
  'assets/plain.js': script,
})) {
  writeFileSync(join(appDir, name), content);
}
const app = appFiles({ appDir, demoMediaDir: appDir });

const every = 'gzip, deflate, br, zstd, dcb, dcz';
const get = (path: string, dictionary?: string, encodings = every, method = 'GET') =>
  app.request(path, {
    method,
    headers: {
      'Accept-Encoding': encodings,
      ...(dictionary === undefined ? {} : { 'Available-Dictionary': dictionary }),
    },
  });
const path = '/assets/app-1a2b3c4d.js';
const field = `:${earlier.toString('base64')}:`;

test('a browser with an earlier version gets the delta from it', async () => {
  const response = await get(path, field);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-encoding': 'dcz',
    'content-length': '14',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="app-*.js"',
    vary: 'Accept-Encoding, Available-Dictionary',
  });
  expect(await response.text()).toBe('the difference');
  const etag = response.headers.get('ETag') ?? '';
  expect(etag).not.toBe((await get(path)).headers.get('ETag'));
  const head = await get(path, field, every, 'HEAD');
  expect([head.headers.get('Content-Encoding'), head.headers.get('Content-Length')]).toEqual(['dcz', '14']);
});

const lastDigitChanged = field.replace(/.=:$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=:`);

describe('other requests get the whole file', () => {
  test.each([
    ['no dictionary', undefined],
    ['an unknown dictionary', `:${createHash('sha256').update('x').digest('base64')}:`],
    ['no colons', field.slice(1, -1)],
    ['one colon', field.slice(0, -1)],
    ['no padding', field.replace('=', '')],
    ['a parameter', `${field};a=1`],
    ['two dictionaries', `${field}, ${field}`],
    ['a string', `"${field.slice(1, -1)}"`],
    ['bits beyond the hash', lastDigitChanged],
    ['digits of file names', field.replaceAll('+', '-').replaceAll('/', '_').replace(/^:./, ':_')],
    ['a short hash', ':c2hvcnQ=:'],
    ['a long hash', `:${createHash('sha512').update('x').digest('base64')}:`],
    ['a path', `:${'../'.repeat(14)}a=:`],
    ['nothing', ''],
  ])('%s', async (_, dictionary) => {
    const response = await get(path, dictionary);
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(response.headers.get('Vary')).toBe('Accept-Encoding, Available-Dictionary');
    expect(response.headers.get('Use-As-Dictionary')).toBe('match="app-*.js"');
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br, dcb', 'br'],
    ['br, dcz;q=0', 'br'],
    ['dcz;q=0', null],
  ])('with Accept-Encoding %s', async (encodings, encoding) => {
    expect((await get(path, field, encodings)).headers.get('Content-Encoding')).toBe(encoding);
  });
});

test('delta files can’t be fetched directly', async () => {
  expect((await get(`${path}.${earlier.toString('hex')}.dcz`)).status).toBe(404);
});

test('only files with a hash in their name are dictionaries, since others change', async () => {
  for (const each of ['/assets/plain.js', '/service-worker.js', '/', '/index.html']) {
    const response = await get(each, field);
    expect([each, response.status, response.headers.get('Use-As-Dictionary')]).toEqual([each, 200, null]);
  }
});

test.each([
  ['/assets/RangeCalendar--tBDvW-i.js', 'match="RangeCalendar-*.js"'],
  ['/assets/Checking-CiiKLOy-.js', 'match="Checking-*.js"'],
  ['/assets/Manage.module-Cxw-XmDm.js', 'match="Manage.module-*.js"'],
  ['/assets/_campaignId-C00d_of3.css', 'match="_campaignId-*.css"'],
  ['/assets/a"b-1a2b3c4d.js', null],
  ['/assets/a*b-1a2b3c4d.js', null],
  ['/assets/a:b-1a2b3c4d.js', null],
  ['/assets/icon-1a2b3c4d.svg', null],
  ['/assets/app.js', null],
])('%s matches later files as %s', (each, value) => {
  expect(dictionaryOf(each)).toBe(value);
});
