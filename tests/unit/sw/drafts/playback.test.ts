import { expect, test, vi } from 'vitest';
import { createPlayback } from '#sw/drafts/playback.ts';
import { aDraft, aDraftsPhone, contentOf, megabyte, origin } from './drafts-phone.ts';

const bytes = 2.5 * megabyte;
const url = `${origin}/media/demo/1.mp4`;

async function aPlayer({ kept = bytes } = {}) {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes });
  await phone.store([aDraft(1)]);
  phone.onAsked = () => {
    phone.isOnline = phone.asked.length <= Math.ceil(kept / megabyte);
  };
  await phone.start().run();
  phone.onAsked = () => undefined;
  phone.isOnline = false;
  const asked: string[] = [];
  const playback = createPlayback({
    chunks: phone.chunks,
    origin,
    brandOf: async () => phone.brandId,
    async fetchFile(given, init) {
      asked.push(`${String(given)} ${new Headers(init?.headers).get('Range')}`);
      if (!phone.isOnline) throw new TypeError('Failed to fetch');
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('Range') ?? '') ?? [];
      const headers = { 'Content-Type': 'video/mp4', ETag: '"1"', 'Content-Range': `bytes ${from}-${to}/${bytes}` };
      return new Response(contentOf(Number(from), Number(to) + 1, 49), { status: 206, headers });
    },
  });
  const play = (range?: string, at = url) =>
    playback.answer({ url: at, headers: new Headers(range === undefined ? {} : { Range: range }) });
  return { phone, asked, play, playback };
}

const same = async (response: Response | null, start: number, end: number) => {
  const body = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(body.length).toBe(end - start + 1);
  expect(Buffer.compare(body, contentOf(start, end + 1, 49))).toBe(0);
};

// An iPhone requests two bytes first, and plays only if the response has exactly these.
test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=0-', 0, bytes - 1],
  [`bytes=0-${bytes - 1}`, 0, bytes - 1],
  ['bytes=999999-1000000', 999_999, 1_000_000],
  ['bytes=1000000-1999999', 1_000_000, 1_999_999],
  ['bytes=2100000-', 2_100_000, bytes - 1],
  ['bytes=2100000-99999999', 2_100_000, bytes - 1],
  ['bytes=-500', bytes - 500, bytes - 1],
  [`bytes=${bytes - 1}-`, bytes - 1, bytes - 1],
])('a kept draft returns %s', async (range, start, end) => {
  const { play, asked } = await aPlayer();
  const response = await play(range);
  expect(response?.status).toBe(206);
  expect(response?.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${bytes}`);
  expect(response?.headers.get('Content-Length')).toBe(String(end - start + 1));
  expect(response?.headers.get('Content-Type')).toBe('video/mp4');
  await same(response, start, end);
  expect(asked).toEqual([]);
});

test('a player that requests the whole draft gets its beginning before the rest has been read', async () => {
  const { phone, play } = await aPlayer();
  const read = vi.spyOn(phone.chunks, 'read');
  const response = await play('bytes=0-');
  expect(read.mock.calls.map(([, start, end]) => [start, end])).toEqual([[0, megabyte - 1]]);
  await same(response, 0, bytes - 1);
});

test('a draft that is dropped while it plays ends in an error, not early', async () => {
  const { phone, play } = await aPlayer();
  const response = await play('bytes=0-');
  await phone.chunks.remove(await phone.chunks.files(phone.brandId ?? ''));
  await expect(response?.arrayBuffer()).rejects.toThrow('dropped while it was played');
});

test('a range past the end is refused, and a request without a range gets the whole file', async () => {
  const { play } = await aPlayer();
  const behind = await play(`bytes=${bytes}-`);
  expect(behind?.status).toBe(416);
  expect(behind?.headers.get('Content-Range')).toBe(`bytes */${bytes}`);
  const whole = await play();
  expect(whole?.status).toBe(200);
  await same(whole, 0, bytes - 1);
  await same(await play('bytes=0-1', `${url}?signature=2`), 0, 1);
});

test('the missing rest of a partly kept draft is fetched, and nothing is requested twice', async () => {
  const { play, phone, asked } = await aPlayer({ kept: megabyte });
  await same(await play('bytes=0-1'), 0, 1);
  expect((await play('bytes=0-'))?.type).toBe('error');
  phone.isOnline = true;
  asked.length = 0;
  await same(await play('bytes=0-'), 0, bytes - 1);
  await same(await play('bytes=1500000-'), 1_500_000, bytes - 1);
  expect(asked).toEqual([`${url} bytes=1000000-${bytes - 1}`, `${url} bytes=1500000-${bytes - 1}`]);
  expect(await play()).toBeNull();
});

test('another brand, a logged-out phone and an unknown address get nothing', async () => {
  const { play, phone } = await aPlayer();
  expect(await play('bytes=0-', `${origin}/media/demo/2.mp4`)).toBeNull();
  phone.brandId = 'brd_2';
  expect(await play('bytes=0-')).toBeNull();
  phone.brandId = null;
  expect(await play('bytes=0-')).toBeNull();
});

test('only pictures and videos are handled from other origins', async () => {
  const { playback } = await aPlayer();
  const request = (at: string, destination: string) => ({
    method: 'GET',
    url: at,
    destination,
    headers: new Headers(),
  });
  const handled = (at: string, destination: string) => playback.handlerOf(request(at, destination) as Request) !== null;
  expect(handled('https://cdn.test/1.mp4', 'video')).toBe(true);
  expect(handled('https://cdn.test/1.webp', 'image')).toBe(true);
  expect(handled('https://cdn.test/1.js', 'script')).toBe(false);
  expect(handled(url, 'video')).toBe(false);
});
