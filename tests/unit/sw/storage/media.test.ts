import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { connectCopy } from '#sw/database/database.ts';
import { createMedia } from '#sw/media/media.ts';
import { origin } from '#tests/support/worker/fake-phone.ts';

/** A Cache Storage with one in-memory cache. */
function fakeCaches() {
  const files = new Map<string, Response>();
  const cache = {
    match: async (url: string) => files.get(url)?.clone(),
    put: async (url: string, response: Response) => void files.set(url, response),
    delete: async (url: string) => files.delete(url),
  };
  const caches = {
    open: async () => cache as unknown as Cache,
    delete: async () => {
      files.clear();
      return true;
    },
  };
  return { files, caches };
}

function aPlayer({ bytes = 100, type = 'video/mp4', isDataSaver = false, wholeAsPart = false } = {}) {
  globalThis.indexedDB = new IDBFactory();
  const copy = connectCopy();
  const { files, caches } = fakeCaches();
  const asked: string[] = [];
  const reported: unknown[] = [];
  const held: Promise<unknown>[] = [];
  let now = 1;
  let isOnline = true;
  let whenAsked = async (): Promise<void> => undefined;
  const media = createMedia({
    copy,
    caches,
    origin,
    kept: async () => null,
    limits: { fileBytes: 500, totalBytes: 250 },
    now: () => now,
    isDataSaver: () => isDataSaver,
    reportError: (error) => reported.push(error),
    async fetch(url, init) {
      const range = new Headers(init.headers).get('Range');
      asked.push(`${new URL(url).pathname}${range === null ? '' : ` ${range}`}`);
      await whenAsked();
      if (!isOnline) throw new TypeError('Failed to fetch');
      if (range === null && wholeAsPart) {
        const headers = { 'Content-Type': type, 'Content-Range': `bytes 0-${bytes - 1}/${bytes}` };
        return new Response('x'.repeat(bytes), { status: 206, headers });
      }
      if (range === null) return new Response('x'.repeat(bytes), { headers: { 'Content-Type': type } });
      const headers = { 'Content-Type': type, 'Content-Range': `bytes 0-9/${bytes}` };
      return new Response('x'.repeat(10), { status: 206, headers });
    },
  });
  async function play(path: string, range?: string): Promise<Response> {
    now += 1;
    const headers = new Headers(range === undefined ? {} : { Range: range });
    const handler = media.handlerOf({ method: 'GET', url: `${origin}${path}`, destination: 'video', headers });
    if (handler === null) throw new Error(`Not media: ${path}`);
    const response = await handler((work) => held.push(work));
    await Promise.all(held.splice(0));
    return response;
  }
  return {
    play,
    media,
    files,
    asked,
    reported,
    copy,
    rows: () => copy.run((database) => database.getAll('media')),
    cut: () => {
      isOnline = false;
    },
    onAsked: (work: () => Promise<void>) => {
      whenAsked = work;
    },
  };
}

test('media played in parts can be played offline, from any position', async () => {
  const { play, cut, asked } = aPlayer();
  expect((await play('/media/demo/a.mp4', 'bytes=0-')).status).toBe(206);
  expect(asked).toEqual(['/media/demo/a.mp4 bytes=0-', '/media/demo/a.mp4']);
  cut();
  const part = await play('/media/demo/a.mp4', 'bytes=90-');
  expect(part.headers.get('Content-Range')).toBe('bytes 90-99/100');
  expect(await part.text()).toBe('x'.repeat(10));
  expect((await play('/media/demo/a.mp4')).status).toBe(200);
  expect(asked).toHaveLength(2);
});

// Firefox responds like this from its HTTP cache if the player requested "bytes=0-" before.
test('a whole file that the browser returns as a single part is stored as a whole', async () => {
  const { play, cut, files } = aPlayer({ wholeAsPart: true });
  await play('/media/demo/a.mp4', 'bytes=0-');
  cut();
  const part = await play('/media/demo/a.mp4', 'bytes=90-');
  expect(part.headers.get('Content-Range')).toBe('bytes 90-99/100');
  expect((await part.text()).length).toBe(10);
  const [kept] = files.values();
  expect(kept?.status).toBe(200);
  expect(kept?.headers.get('Content-Range')).toBeNull();
});

test('only the requested part is fetched with Save-Data', async () => {
  const { play, asked, files } = aPlayer({ isDataSaver: true });
  await play('/media/demo/a.mp4', 'bytes=0-');
  expect(asked).toHaveLength(1);
  expect(files.size).toBe(0);
});

test('responses that are too large, or not media, are passed on and not stored', async () => {
  const large = aPlayer({ bytes: 501 });
  await large.play('/media/demo/a.mp4');
  await large.play('/media/demo/a.mp4', 'bytes=0-');
  expect(large.files.size).toBe(0);
  const portal = aPlayer({ type: 'text/html' });
  expect(await (await portal.play('/media/demo/a.mp4')).text()).toHaveLength(100);
  expect(portal.files.size).toBe(0);
});

test('space is freed from the least recently viewed', async () => {
  const { play, files, rows } = aPlayer();
  await play('/media/demo/a.mp4');
  await play('/media/demo/b.mp4');
  await play('/media/demo/a.mp4');
  await play('/media/demo/c.mp4');
  expect([...files.keys()].map((url) => new URL(url).pathname)).toEqual(['/media/demo/a.mp4', '/media/demo/c.mp4']);
  expect((await rows()).map(({ bytes }) => bytes)).toEqual([100, 100]);
});

test('a file in flight at logout isn’t stored, and its name is removed', async () => {
  const { play, media, files, rows, onAsked, reported } = aPlayer();
  onAsked(() => media.wipe());
  await play('/media/demo/a.mp4');
  await play('/media/demo/b.mp4', 'bytes=0-');
  expect(files.size).toBe(0);
  expect(await rows()).toEqual([]);
  expect(reported).toEqual([]);
});

test('a file being stored at logout is removed again', async () => {
  const { play, media, files, rows } = aPlayer();
  const set = files.set.bind(files);
  let wiped: Promise<void> | null = null;
  files.set = (url, response) => {
    wiped ??= media.wipe();
    return set(url, response);
  };
  await play('/media/demo/a.mp4');
  await wiped;
  expect(files.size).toBe(0);
  expect(await rows()).toEqual([]);
});

test('a video that isn’t stored can’t be played offline', async () => {
  const { play, cut } = aPlayer();
  cut();
  expect((await play('/media/demo/a.mp4')).type).toBe('error');
});

test('a picture that was never fetched gets an empty response offline, without a console error', async () => {
  const { media, cut } = aPlayer();
  cut();
  const asked = {
    method: 'GET',
    url: `${origin}/media/ada.webp`,
    destination: 'image',
    headers: new Headers(),
  } as const;
  const response = await media.handlerOf(asked)?.(() => undefined);
  expect(response?.status).toBe(204);
});

test.each([
  ['another origin', 'https://elsewhere.test/media/a.mp4', 'GET', 'video'],
  ['a write', `${origin}/files/a.png`, 'POST', 'image'],
  ['a page', `${origin}/media/a.mp4`, 'GET', 'document'],
  ['a script', `${origin}/assets/a.js`, 'GET', 'script'],
])('%s is not media', (_, url, method, destination) => {
  const { media } = aPlayer();
  const request = { url, method, destination: destination as RequestDestination, headers: new Headers() };
  expect(media.handlerOf(request)).toBeNull();
});
