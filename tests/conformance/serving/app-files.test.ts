import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startTestServer } from '#tests/support/servers/server.ts';

const index = '<!doctype html><script>theme()</script><script type="module" src="/assets/main-1a2b3c4d.js"></script>';
const creators =
  '<!doctype html><script>before()</script><script type="module" src="/c/assets/page-1a2b3c4d.js"></script>';
const video = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));

const dir = newFolder(afterAll);
const [appDir, demoMediaDir] = [join(dir, 'app'), join(dir, 'media')];
for (const folder of ['app/assets', 'app/c/assets', 'media']) mkdirSync(join(dir, folder), { recursive: true });
for (const [name, content] of Object.entries({
  ...{ 'app/index.html': index, 'app/service-worker.js': '// worker', 'app/manifest.webmanifest': '{}' },
  'app/assets/main-1a2b3c4d.js': 'main()',
  'app/assets/main-1a2b3c4d.js.gz': gzipSync('main()'),
  ...{ 'app/c/page.html': creators, 'app/c/assets/page-1a2b3c4d.js': 'page()' },
  ...{ 'app/.hidden.json': '{}', 'outside.json': '{}', 'media/draft.mp4': video, 'media/generate.ts': 'secret()' },
})) {
  writeFileSync(join(dir, name), content);
}
const { server } = await apiServer({ files: { appDir, demoMediaDir } });

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.app.request(path, { method, headers });

describe('the app', () => {
  test.each(['/', '/dashboard/campaigns/cmp_1?offerId=off_1', '/signup'])('%s returns the page', async (path) => {
    const response = await get(path);
    expect(await response.text()).toBe(index);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  test.each([
    ...['/brand/v1.0/nothing', '/v1.0/nothing', '/admin/v1.0/campaigns', '/admin'],
    ...['/media/nothing', '/files/nothing', '/assets/gone.js', '/x.js'],
  ])('%s doesn’t return the page', async (path) => {
    const response = await get(path);
    expect([response.status, (await response.json()).code]).toEqual([404, 'not_found']);
  });

  test('runs only its own scripts: those from files, and the inline one by its hash', async () => {
    const policy = (await get('/')).headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await get('/')).headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test.each([
    ['/', true],
    ['/manifest.webmanifest', true],
    ['/brand/v1.0/nothing', true],
    ['/assets/main-1a2b3c4d.js', false],
  ])('%s defines who may frame and open it: %s', async (path, isDocument) => {
    const { headers } = await get(path);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe(isDocument ? 'strict-origin-when-cross-origin' : null);
    const ofDocuments = ['X-Frame-Options', 'Cross-Origin-Opener-Policy', 'Permissions-Policy'];
    expect(ofDocuments.map((name) => headers.has(name))).toEqual(ofDocuments.map(() => isDocument));
  });

  test('has immutable hashed files, and revalidates the worker and the manifest', async () => {
    expect((await get('/assets/main-1a2b3c4d.js')).headers.get('Cache-Control')).toContain('immutable');
    for (const path of ['/service-worker.js', '/manifest.webmanifest']) {
      expect((await get(path)).headers.get('Cache-Control')).toBe('no-cache');
    }
  });

  test('compressed copies are sent to clients that accept them', async () => {
    const path = '/assets/main-1a2b3c4d.js';
    const packed = await get(path, { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(packed.headers.get('Content-Encoding')).toBe('gzip');
    expect(packed.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    const plain = await get(path, { 'Accept-Encoding': 'gzip;q=0' });
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, 'main()']);
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding, Available-Dictionary');
  });

  test('unchanged files aren’t sent again', async () => {
    const etag = (await get('/')).headers.get('ETag') ?? '';
    const again = await get('/', { 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each([
    '/../outside.json',
    '/%2e%2e/outside.json',
    '/..%2foutside.json',
    '/.hidden.json',
    '/%00.json',
    '/%zz.json',
  ])('%s isn’t found', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('the creators’ page', () => {
  const link = '/c/off_01J00000000000000000000000.1.jW3rUk_0-a';

  test('is served for every link, and isn’t cached, indexed or sent as a referrer', async () => {
    const response = await get(link);
    expect(await response.text()).toBe(creators);
    const headerNames = ['Cache-Control', 'Referrer-Policy', 'X-Robots-Tag', 'Content-Type'];
    expect(headerNames.map((name) => response.headers.get(name))).toEqual([
      'no-store',
      'no-referrer',
      'noindex',
      'text/html; charset=utf-8',
    ]);
  });

  test('may load its own files, but no frames, forms or third-party scripts', async () => {
    const policy = (await get(link)).headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]+=*';/);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('has immutable files', async () => {
    const file = await get('/c/assets/page-1a2b3c4d.js');
    expect([await file.text(), file.headers.get('Cache-Control')]).toEqual([
      'page()',
      'public, max-age=31536000, immutable',
    ]);
  });

  test.each(['/c/assets/gone.js', '/c/assets/..%2fpage.html', '/c/a/b', '/creator/v1.0/nothing'])(
    '%s is not found',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('leaves other paths to the brand’s app', async () => {
    for (const path of ['/', '/campaigns', '/cat']) {
      const response = await get(path);
      expect([await response.text(), response.headers.get('X-Robots-Tag')]).toEqual([index, null]);
    }
  });
});

describe('media', () => {
  const path = '/media/demo/draft.mp4';

  test('are served whole, with type and length', async () => {
    const response = await get(path);
    expect(response.headers.get('Content-Type')).toBe('video/mp4');
    expect(response.headers.get('Accept-Ranges')).toBe('bytes');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(video);
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-10', 990, 999],
    ['bytes=990-5000', 990, 999],
  ])('are served in part for the range %s', async (range, start, end) => {
    const response = await get(path, { Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/1000`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(video.subarray(start, end + 1));
  });

  test.each(['bytes=1000-', 'bytes=-0'])('are refused with 416 for the range %s', async (range) => {
    const response = await get(path, { Range: range });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([416, 'bytes */1000']);
  });

  test('a range of another version, a reversed one and several ranges get the whole file', async () => {
    expect((await get(path, { Range: 'bytes=0-1', 'If-Range': '"old"' })).status).toBe(200);
    for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2'])
      expect((await get(path, { Range: range })).status).toBe(200);
  });

  test('HEAD returns the length', async () => {
    const response = await get(path, {}, 'HEAD');
    expect([response.headers.get('Content-Length'), await response.text()]).toEqual(['1000', '']);
  });

  test('doesn’t include code stored beside it', async () => {
    expect((await get('/media/demo/generate.ts')).status).toBe(404);
  });
});

test('only browsers that use HTTPS get HSTS', async () => {
  const secure = await startTestServer({ hsts: true });
  const [held, free] = [await secure.app.request('/health'), await get('/health')];
  await secure.close();
  expect(held.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  expect(free.headers.get('Strict-Transport-Security')).toBeNull();
});

test('/health responds in a few bytes, and /ready queries the database', async () => {
  expect(await (await get('/health')).text()).toBe('{"ok":true}');
  expect((await get('/ready')).status).toBe(200);
});
