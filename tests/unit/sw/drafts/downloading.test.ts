import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { createMedia } from '#sw/media/media.ts';
import { aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { aDraft, aDraftsPhone, brandId, megabyte, origin } from './drafts-phone.ts';

const chunk = (n: number, last = (n + 1) * megabyte - 1) => `bytes=${n * megabyte}-${last}`;

test('pending drafts are downloaded in chunks, longest pending first, stills before videos', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 2.5 * megabyte }).set('/media/demo/2.mp4', { bytes: 10 });
  for (const name of ['1', '2']) phone.files.set(`/media/demo/${name}.webp`, { bytes: 5, type: 'image/webp' });
  const withStill = (n: number) => {
    const { currentStage, ...offer } = aDraft(n);
    const fulfillment = { ...aFulfillment(), id: `ful_${n}`, fulfillment: `/media/demo/${n}.mp4` };
    const metadata = { caption: null, posterUrl: `/media/demo/${n}.webp` };
    return { ...offer, currentStage: { ...currentStage, fulfillment: { ...fulfillment, metadata } } };
  };
  await phone.store([withStill(2), withStill(1)]);
  await phone.start().run();
  expect(phone.asked).toEqual([
    `/media/demo/1.webp ${chunk(0)}`,
    `/media/demo/2.webp ${chunk(0)}`,
    ...[0, 1, 2].map((n) => `/media/demo/1.mp4 ${chunk(n)}`),
    `/media/demo/2.mp4 ${chunk(0)}`,
  ]);
  expect(phone.broadcasts.at(-1)).toMatchObject({
    keptCount: 2,
    keptBytes: 2.5 * megabyte + 20,
    drafts: [
      { offerId: 'off_1', fulfillmentId: 'ful_1', haveBytes: 2.5 * megabyte, sizeBytes: 2.5 * megabyte, state: 'kept' },
      { offerId: 'off_2', state: 'kept' },
    ],
  });
  expect(phone.reported).toEqual([]);
});

test('a budget of 60 MB keeps the oldest 60 MB of 200 MB of pending drafts, and affects nothing else', async () => {
  const phone = aDraftsPhone();
  const drafts = Array.from({ length: 10 }, (_, i) => aDraft(i + 1));
  for (let n = 1; n <= 10; n += 1) phone.files.set(`/media/demo/${n}.mp4`, { bytes: 20 * megabyte });
  phone.room = 60 * megabyte;
  await phone.store(drafts.toReversed());
  await phone.copy.run((database) => database.put('media', { url: `${origin}/a.webp`, bytes: 1, usedAt: 1 }));
  const worker = phone.start();
  await worker.run();
  const oldest = {
    '/media/demo/1.mp4': 20 * megabyte,
    '/media/demo/2.mp4': 20 * megabyte,
    '/media/demo/3.mp4': 20 * megabyte,
  };
  expect(await phone.kept()).toEqual(oldest);
  expect(phone.broadcasts.at(-1)?.drafts.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 3 }, () => 'kept'),
    ...Array.from({ length: 7 }, () => 'waiting'),
  ]);
  const asked = phone.asked.length;
  await worker.run();
  await phone.start().run();
  expect(await phone.kept()).toEqual(oldest);
  expect(phone.asked).toHaveLength(asked);
  expect(await phone.copy.run((database) => database.count('offers'))).toBe(10);
  expect(await phone.copy.run((database) => database.count('media'))).toBe(1);
});

test('a worker that is killed at any point fetches at most one chunk twice', async () => {
  for (let kill = 0; ; kill += 1) {
    const phone = aDraftsPhone();
    phone.files.set('/media/demo/1.mp4', { bytes: 2.2 * megabyte }).set('/media/demo/2.mp4', { bytes: 1.5 * megabyte });
    await phone.store([aDraft(1), aDraft(2)]);
    let steps = 0;
    let isKilled = false;
    const killed = new Promise<void>((resolve) => {
      phone.onStep = () => {
        steps += 1;
        if (steps <= kill) return Promise.resolve();
        isKilled = true;
        resolve();
        return new Promise(() => undefined);
      };
    });
    await Promise.race([phone.start().run(), killed]);
    phone.onStep = () => Promise.resolve();
    await phone.start().run();
    expect(await phone.kept(), `killed at step ${kill}`).toEqual({
      '/media/demo/1.mp4': 2.2 * megabyte,
      '/media/demo/2.mp4': 1.5 * megabyte,
    });
    expect(phone.asked.length, `killed at step ${kill}`).toBeLessThanOrEqual(6);
    expect(new Set(phone.asked).size).toBe(5);
    if (!isKilled) break;
  }
});

test('a chunk is stored only together with its file’s row', async () => {
  const { chunks } = aDraftsPhone();
  const { put } = IDBObjectStore.prototype;
  // Ends the transaction once the row’s write has succeeded, as a kill before the commit does.
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const request = put.apply(this, given);
    if (this.name === 'files') request.addEventListener('success', () => this.transaction.abort());
    return request;
  });
  const row = {
    ...{ brandId, address: `${origin}/media/demo/1.mp4`, offerId: 'off_1', fulfillmentId: 'ful_1', since: 1 },
    ...{ sizeBytes: 10, haveBytes: 0, etag: null, contentType: 'video/mp4' },
  };
  await expect(chunks.append(row, new ArrayBuffer(10), () => true)).rejects.toThrow();
  spy.mockRestore();
  const database = await openDB('afield-videos');
  expect(await database.count('chunks')).toBe(0);
  database.close();
});

test('an interrupted download resumes where it stopped', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 3 * megabyte });
  await phone.store([aDraft(1)]);
  phone.onAsked = () => {
    phone.isOnline = phone.asked.length < 2;
  };
  const worker = phone.start();
  await worker.run();
  expect(phone.broadcasts.at(-1)?.drafts[0]).toMatchObject({
    haveBytes: megabyte,
    sizeBytes: 3 * megabyte,
    state: 'partial',
  });
  phone.onAsked = () => undefined;
  phone.isOnline = true;
  await worker.run();
  expect(phone.asked.slice(2)).toEqual([`/media/demo/1.mp4 ${chunk(1)}`, `/media/demo/1.mp4 ${chunk(2)}`]);
});

test.each([
  ['an ETag', { etag: '"2"', bytes: 2 * megabyte }],
  ['its size alone', { etag: null, bytes: 1.7 * megabyte }],
])('a file whose %s changed starts over', async (_, changed) => {
  const phone = aDraftsPhone();
  const etag = changed.etag === null ? null : '"1"';
  phone.files.set('/media/demo/1.mp4', { bytes: 2 * megabyte, etag });
  await phone.store([aDraft(1)]);
  phone.onAsked = () => {
    if (phone.asked.length === 2) phone.files.set('/media/demo/1.mp4', changed);
  };
  await phone.start().run();
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': changed.bytes });
  const [row] = await phone.chunks.files(brandId);
  expect(row?.etag).toBe(changed.etag);
  expect(phone.asked.filter((each) => each.endsWith(chunk(0)))).toHaveLength(2);
});

test('a server without range support is accepted, if the whole file fits', async () => {
  const phone = aDraftsPhone();
  phone.room = 20 * megabyte;
  phone.files
    .set('/media/demo/1.mp4', { bytes: 1.5 * megabyte, manner: 'whole' })
    .set('/media/demo/2.mp4', { bytes: 21 * megabyte, manner: 'whole' });
  await phone.store([aDraft(1), aDraft(2)]);
  await phone.start().run();
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': 1.5 * megabyte });
  expect(phone.broadcasts.at(-1)?.drafts.map(({ state, sizeBytes }) => [state, sizeBytes])).toEqual([
    ['kept', 1.5 * megabyte],
    ['too-large', 21 * megabyte],
  ]);
});

test('a file of another origin is fetched by CORS without credentials, and an opaque response is never stored', async () => {
  const phone = aDraftsPhone();
  phone.files
    .set('/1.mp4', { bytes: 1.5 * megabyte })
    .set('/2.mp4', { bytes: 10, manner: 'opaque' })
    .set('/3.mp4', { bytes: 2.5 * megabyte, manner: 'unsized' });
  const elsewhere = (n: number) => aDraft(n, {}, `https://cdn.test/${n}.mp4?signature=${n}`);
  await phone.store([1, 2, 3].map(elsewhere));
  await phone.start().run();
  expect(new Set(phone.modes)).toEqual(new Set(['cors']));
  expect(await phone.kept()).toEqual({ '/1.mp4': 1.5 * megabyte, '/3.mp4': 2.5 * megabyte });
});

test.each([
  ['a portal’s page', { bytes: 10, type: 'text/html' }],
  ['a missing file', null],
])('a file that isn’t a video is refused, and not requested again: %s', async (_, file) => {
  const phone = aDraftsPhone();
  if (file !== null) phone.files.set('/media/demo/1.mp4', file);
  phone.files.set('/media/demo/2.mp4', { bytes: 10 });
  await phone.store([aDraft(1), aDraft(2)]);
  const worker = phone.start();
  await worker.run();
  await worker.run();
  expect(await phone.kept()).toEqual({ '/media/demo/2.mp4': 10 });
  expect(phone.asked).toHaveLength(2);
});

test('decided drafts are removed, but an approved one stays until its post’s link arrives', async () => {
  const phone = aDraftsPhone();
  phone.room = 20 * megabyte;
  for (const n of [1, 2, 3]) phone.files.set(`/media/demo/${n}.mp4`, { bytes: 10 * megabyte });
  await phone.store([aDraft(1), aDraft(2), aDraft(3)]);
  await phone.start().run();
  expect(Object.keys(await phone.kept())).toEqual(['/media/demo/1.mp4', '/media/demo/2.mp4']);
  const next = (type: 'SUBMIT_EVIDENCE' | 'ONGOING', evidenceType: 'PUBLISHED_VIDEO_URL' | 'VIDEO_WITH_CAPTION') => ({
    currentStage: {
      type,
      enteredAt: '2026-01-05T00:00:00.000Z',
      fulfillment: aFulfillment({ id: 'ful_9', evidenceType, fulfillment: null }),
    },
  });
  const approved = anOffer({ ...aDraft(1), ...next('SUBMIT_EVIDENCE', 'PUBLISHED_VIDEO_URL') });
  const sentBack = anOffer({ ...aDraft(2), ...next('SUBMIT_EVIDENCE', 'VIDEO_WITH_CAPTION') });
  await phone.store([approved, sentBack, aDraft(3)]);
  await phone.start().run();
  expect(Object.keys(await phone.kept())).toEqual(['/media/demo/1.mp4', '/media/demo/3.mp4']);
  await phone.store([anOffer({ ...approved, ...next('ONGOING', 'PUBLISHED_VIDEO_URL') }), aDraft(3)]);
  await phone.start().run();
  expect(Object.keys(await phone.kept())).toEqual(['/media/demo/3.mp4']);
});

test('a full disk costs the most recently submitted drafts, never the older ones', async () => {
  const phone = aDraftsPhone();
  for (const n of [1, 2]) phone.files.set(`/media/demo/${n}.mp4`, { bytes: 2 * megabyte });
  await phone.store([aDraft(2)]);
  await phone.start().run();
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value: { address?: string; index?: number }) {
    if (this.name === 'chunks' && value.address?.endsWith('/1.mp4') && value.index === 1) {
      IDBObjectStore.prototype.put = put;
      throw new DOMException('Full', 'QuotaExceededError');
    }
    return put.call(this, value);
  };
  await phone.store([aDraft(1), aDraft(2)]);
  await phone.start().run();
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': 2 * megabyte });
  expect(phone.reported).toEqual([]);
});

test('a brand’s drafts are hidden from another brand, and removed', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 10 });
  await phone.store([aDraft(1)]);
  await phone.start().run();
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': 10 });
  phone.brandId = 'brd_2';
  await phone.store([aDraft(1)], 'brd_2');
  phone.connection = 'mobile';
  await phone.start().run();
  expect(await phone.kept('brd_1')).toEqual({});
  expect(await phone.kept('brd_2')).toEqual({});
  expect(phone.broadcasts.at(-1)).toMatchObject({ brandId: 'brd_2', keptBytes: 0, drafts: [{ state: 'off' }] });
});

test('a chunk that arrives after logout isn’t stored, and stored chunks are removed', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 3 * megabyte });
  await phone.store([aDraft(1)]);
  const worker = phone.start();
  phone.onAsked = () => {
    if (phone.asked.length < 2) return;
    phone.guard.admit(null);
    phone.brandId = null;
    worker.stop();
  };
  await worker.run();
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': megabyte });
  await phone.start().run();
  expect(await phone.kept()).toEqual({});
  expect(phone.asked).toHaveLength(2);
});

test('a file that is dropped during its download starts over, and is never kept in part', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 2.5 * megabyte });
  await phone.store([aDraft(1)]);
  phone.onAsked = () => (phone.asked.length === 2 ? phone.chunks.shrink(0) : undefined);
  await phone.start().run();
  const [row] = await phone.chunks.files(brandId);
  expect(row?.haveBytes).toBe(2.5 * megabyte);
  expect(row && (await phone.chunks.read(row, 0, 2.5 * megabyte - 1))?.size).toBe(2.5 * megabyte);
});

test('a run ends after its time limit, and a page’s beat resumes it', async () => {
  const phone = aDraftsPhone();
  phone.requestMs = 6000;
  phone.files.set('/media/demo/1.mp4', { bytes: 3 * megabyte });
  await phone.store([aDraft(1)]);
  const worker = phone.start();
  await worker.resume();
  expect(phone.asked).toEqual([]);
  await worker.run();
  expect(phone.asked).toHaveLength(2);
  await worker.resume();
  expect(phone.asked).toHaveLength(3);
  await worker.resume();
  expect(phone.asked).toHaveLength(3);
});

test('a push or a periodic sync has more time, since no beat follows it', async () => {
  const phone = aDraftsPhone();
  phone.requestMs = 6000;
  phone.files.set('/media/demo/1.mp4', { bytes: 3 * megabyte });
  await phone.store([aDraft(1)]);
  await phone.start().run({ isBackground: true });
  expect(phone.asked).toHaveLength(3);
});

test('space for other data is freed from the most recently submitted drafts', async () => {
  const phone = aDraftsPhone();
  for (const n of [1, 2, 3, 4]) phone.files.set(`/media/demo/${n}.mp4`, { bytes: 10 });
  await phone.store([1, 2, 3, 4].map((n) => aDraft(n)));
  await phone.start().run();
  expect(await phone.chunks.shrink(0.5)).toBe(true);
  expect(Object.keys(await phone.kept())).toEqual(['/media/demo/1.mp4', '/media/demo/2.mp4']);
  expect(await phone.chunks.shrink(0)).toBe(true);
  expect(await phone.chunks.shrink(0)).toBe(false);
});

test('pictures never take the space of drafts', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 10 });
  await phone.store([aDraft(1)]);
  await phone.start().run();
  const caches = {
    open: async () => ({ match: async () => undefined, put: async () => undefined, delete: async () => true }),
  };
  const media = createMedia({
    copy: phone.copy,
    caches: { ...caches, delete: async () => true } as never,
    origin,
    kept: async () => null,
    limits: { fileBytes: 500, totalBytes: 1 },
    now: () => 1,
    isDataSaver: () => false,
    reportError: (error) => phone.reported.push(error),
    fetch: async () => new Response('x'.repeat(400), { headers: { 'Content-Type': 'image/webp' } }),
  });
  const held: Promise<unknown>[] = [];
  const request = {
    method: 'GET',
    url: `${origin}/files/a.webp`,
    destination: 'image',
    headers: new Headers(),
  } as const;
  await media.handlerOf(request)?.((work) => held.push(work));
  await Promise.all(held);
  await media.wipe();
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': 10 });
});

test('a chunk is refused while the brand is logging out', async () => {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 2.5 * megabyte });
  await phone.store([aDraft(1)]);
  phone.onAsked = () => {
    phone.isOnline = phone.asked.length < 2;
  };
  await phone.start().run();
  const [row] = await phone.chunks.files(brandId);
  if (row === undefined) throw new Error('Nothing was stored');
  await phone.chunks.append(row, new ArrayBuffer(megabyte), () => false);
  expect(await phone.kept()).toEqual({ '/media/demo/1.mp4': megabyte });
});
