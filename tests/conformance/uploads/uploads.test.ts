import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { demoMediaDir } from '#server/paths.ts';
import { call } from '#tests/support/calls/call.ts';
import { uploadOf } from '#tests/support/servers/brand-files.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';
import { type S3Server, s3Store, startS3 } from '#tests/support/services/s3.ts';

const { uploadFiles } = endpoints;

const flat = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 11, g: 110, b: 79 } } });
const svg = (inner: string, size = '24') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">${inner}</svg>`,
  );
/** Encoded once, because it takes longer than all other images here. */
const vast = flat(8000, 8000).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
const disc = '<circle cx="12" cy="12" r="12" fill="#ff0000"/>';

// Every promise about uploads holds for every kind of storage.
describe.each(['disk', 'S3'] as const)('on %s', (place) => {
  let server: TestServer;
  let brandId: string;
  let token: string;

  let s3: S3Server | undefined;
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    if (place === 'disk') {
      server = await startTestServer();
    } else {
      s3 = await startS3();
      const store = await s3Store(s3.settings());
      closers.push(s3.close, store.close);
      server = await startTestServer({ store });
    }
    closers.push(server.close);
  });
  afterAll(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  beforeEach(async () => {
    await server.db.delete(attempts);
    brandId = await world(server.db).brand();
    token = (await server.sessionOf(brandId)).accessToken;
  });

  const upload = (contents: Buffer[], { as = token, ...of }: Parameters<typeof uploadOf>[1] & { as?: string } = {}) =>
    call(server, uploadFiles, { token: as, body: uploadOf(contents, of) });
  const get = (url: string, headers = {}) => server.app.request(url, { headers });
  async function stored(url: string): Promise<Buffer> {
    const response = await get(url);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }
  /** The names of the brand's stored files. */
  async function filesKept(): Promise<string[]> {
    if (s3) return s3.namesIn(brandId);
    const folder = join(server.dataDir, 'files', brandId);
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  describe('pictures', () => {
    test.each([
      ['jpeg', () => flat().jpeg().toBuffer()],
      ['png', () => flat().png().toBuffer()],
      ['gif', () => flat().gif().toBuffer()],
      ['tiff', () => flat().tiff().toBuffer()],
      ['heif', () => flat().heif({ compression: 'av1' }).toBuffer()],
      ['svg', async () => svg(disc)],
    ])('%s is re-encoded, whatever its name', async (_, make) => {
      const { status, data } = await upload([await make()], { name: 'x.exe', mime: 'text/html' });
      expect(status).toBe(200);
      expect(data.urls).toEqual([
        { url: expect.stringMatching(/^\/files\/brd_\w+\/[\w-]{43}\.webp$/), mime: 'image/webp' },
      ]);
      expect((await sharp(await stored(data.urls[0]?.url ?? '')).metadata()).format).toBe('webp');
    });

    test('metadata is removed, and the picture is upright', async () => {
      const given = await flat(40, 30)
        .withExif({ IFD0: { Copyright: 'Somebody at home' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      expect((await sharp(given).metadata()).orientation).toBe(6);
      const { data } = await upload([given]);
      const found = await sharp(await stored(data.urls[0]?.url ?? '')).metadata();
      expect([found.width, found.height]).toEqual([30, 40]);
      expect([found.exif, found.xmp, found.orientation]).toEqual([undefined, undefined, undefined]);
    });

    test('a large picture is scaled down, and a small SVG is rendered large', async () => {
      const { data } = await upload([await flat(4000, 1000).jpeg().toBuffer(), svg(disc)]);
      const sizes = await Promise.all(
        data.urls.map(async ({ url }) => {
          const { width, height } = await sharp(await stored(url)).metadata();
          return [width, height];
        }),
      );
      expect(sizes[0]).toEqual([1920, 480]);
      expect(sizes[1]?.[0]).toBeGreaterThan(500);
    });

    test('an SVG is rendered without its scripts and without other files', async () => {
      const secret = join(server.dataDir, 'secret.png');
      await flat(24, 24).png().toFile(secret);
      const trap = svg(
        `<script>fetch("https://evil.test")</script><image href="file://${secret}" width="24" height="24"/><image href="https://evil.test/x.png" width="24" height="24"/>`,
      );
      const { data } = await upload([trap]);
      const content = await stored(data.urls[0]?.url ?? '');
      expect(content.toString('latin1')).not.toContain('script');
      const { channels } = await sharp(content).stats();
      expect(
        channels.every(({ max }) => max === 0),
        'nothing of the other file was rendered',
      ).toBe(true);
    });

    test('an SVG that expands endlessly is refused', async () => {
      const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
      const bomb = Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`,
      );
      expect((await upload([bomb])).error?.code).toBe('unsupported_media_type');
    });

    test.each([
      ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
      ['a single byte', Buffer.from([0])],
      ['a video', Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isomiso2', 'latin1')],
    ])('%s is refused, even if it is named as a PNG', async (_, content) => {
      const { status, error } = await upload([content]);
      expect([status, error?.code]).toEqual([415, 'unsupported_media_type']);
      expect(error?.issues?.[0]?.path).toBe('body.files.0');
      expect(await filesKept()).toEqual([]);
    });

    test('a truncated picture is refused', async () => {
      const whole = await sharp({
        create: {
          width: 600,
          height: 600,
          channels: 3,
          background: 'red',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .jpeg()
        .toBuffer();
      expect((await upload([whole.subarray(0, whole.length / 2)])).error?.code).toBe('unsupported_media_type');
    });

    test('an unreadable HEIC gets advice', async () => {
      const { error } = await upload([
        Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000heicmif1', 'latin1'),
      ]);
      expect(error?.message).toBe('We can’t read this HEIC picture. Save it as a JPEG or PNG and try again.');
    });

    test('too many pixels are refused, however few bytes they take', async () => {
      const given = await vast;
      expect(given.length).toBeLessThan(1_000_000);
      const { status, error } = await upload([given, svg(disc, '90000')]);
      expect([status, error?.code]).toEqual([413, 'payload_too_large']);
      expect((await upload([svg(disc, '90000')])).error?.code).toBe('payload_too_large');
    });

    test('too many bytes are refused', async () => {
      const { status, error } = await upload([Buffer.alloc(10_000_001)]);
      expect([status, error?.code, error?.message]).toEqual([413, 'payload_too_large', 'File is too large']);
    });

    test('content that isn’t base64 is refused, and a data URL prefix is ignored', async () => {
      const body = (fileBase64: string) => ({
        destinationPath: 'brand/profile-picture/' as const,
        files: [{ fileBase64, filename: 'logo.png', mime: 'image/png' }],
      });
      const png = (await flat().png().toBuffer()).toString('base64');
      expect((await call(server, uploadFiles, { token, body: body('***') })).error?.code).toBe('invalid_request');
      expect((await call(server, uploadFiles, { token, body: body(`data:image/png;base64,${png}`) })).status).toBe(200);
    });

    test('one unusable picture rejects all of them, and is named', async () => {
      const { error } = await upload([await flat().png().toBuffer(), Buffer.from('no')]);
      expect(error?.issues?.[0]?.path).toBe('body.files.1');
      expect(await filesKept()).toEqual([]);
    });
  });

  describe('URLs', () => {
    test('the same file gets the same URL and isn’t stored twice, and another brand gets another URL', async () => {
      const given = await flat(50, 50).png().toBuffer();
      const first = (await upload([given])).data.urls;
      const both = await Promise.all([upload([given]), upload([given])]);
      expect(both.map(({ data }) => data.urls)).toEqual([first, first]);
      expect(await filesKept()).toHaveLength(1);
      const other = (await server.sessionOf(await world(server.db).brand())).accessToken;
      expect((await upload([given], { as: other })).data.urls).not.toEqual(first);
    });

    if (place === 'disk') {
      test('files are readable only by this user', async () => {
        await upload([await flat().png().toBuffer()]);
        const folder = join(server.dataDir, 'files', brandId);
        expect(statSync(folder).mode & 0o077).toBe(0);
        for (const name of await filesKept()) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
      });
    }

    test('files are served to anyone, only under their own type', async () => {
      const { data } = await upload([await flat().png().toBuffer()]);
      const response = await get(data.urls[0]?.url ?? '');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline',
      });
      const again = await get(data.urls[0]?.url ?? '', { 'If-None-Match': response.headers.get('ETag') ?? '' });
      expect(again.status).toBe(304);
      const head = await server.app.request(data.urls[0]?.url ?? '', { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('Content-Length')).toBe(response.headers.get('Content-Length'));
    });

    test('other paths beside a file serve nothing', async () => {
      const { data } = await upload([await flat().png().toBuffer()]);
      const name = (data.urls[0]?.url ?? '').split('/').at(-1) ?? '';
      for (const path of [
        '/files/',
        `/files/${brandId}`,
        `/files/${brandId}/${name}.part`,
        `/files/${brandId}/../${brandId}/${name}x`,
        '/files/..%2fmail',
        '/files/%2e%2e/session-secret',
        `/files/${name}`,
      ]) {
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      }
    });

    test('media of a campaign have a URL that creators can open', async () => {
      const { data } = await upload([await flat().png().toBuffer()], { destination: 'campaigns/media' });
      expect(data.urls[0]?.url).toMatch(/^https:\/\/afield\.test\/files\//);
    });
  });

  describe('videos', () => {
    const film = () => readFileSync(join(demoMediaDir(), 'coffee.mp4'));
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + content.length);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, content]);
    };

    test('an MP4 for a campaign stays playable, without metadata about people and places', async () => {
      const withPlace = Buffer.concat([film(), box('uuid', Buffer.from('+51.5000-000.1200/'))]);
      const { status, data } = await upload([withPlace], { destination: 'campaigns/media', name: 'clip.mov' });
      expect([status, data.urls[0]?.mime]).toEqual([200, 'video/mp4']);
      const path = new URL(data.urls[0]?.url ?? '').pathname;
      const content = await stored(path);
      expect(content.length).toBe(withPlace.length);
      expect(content.includes('+51.5000')).toBe(false);
      const tags = content.toString('latin1');
      expect(/udta|Lavf/.test(tags)).toBe(false);
      expect(tags).toContain('moov');
      const part = await get(path, { Range: 'bytes=0-99' });
      expect([part.status, part.headers.get('Content-Type')]).toEqual([206, 'video/mp4']);
    });

    test('a truncated video is refused, and so is a video as a logo', async () => {
      const whole = film();
      const half = await upload([whole.subarray(0, whole.length / 2)], { destination: 'campaigns/media' });
      expect(half.error?.code).toBe('unsupported_media_type');
      expect((await upload([whole])).error?.code).toBe('unsupported_media_type');
    });
  });

  test('the limit allows a hundred requests', async () => {
    const png = await flat(4, 4).png().toBuffer();
    let last = await upload([png]);
    for (let i = 0; i < 100; i += 1) last = await upload([png]);
    expect(last.error?.code).toBe('too_many_requests');
  });

  test('no error was logged', () => {
    expect(server.errors).toEqual([]);
  });
});
