import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { attempts, brands, campaigns, fulfillments } from '#server/database/tables/tables.ts';
import { adoptFiles, collectFiles } from '#server/services/files/collect.ts';
import { diskFileStore } from '#server/services/files/stores/disk.ts';
import type { FileStore } from '#server/services/files/stores/file-store.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { flatPicture, uploadOf } from '#tests/support/servers/brand-files.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';
import { s3Store, startS3 } from '#tests/support/services/s3.ts';

const dayMs = 86_400_000;
const log = pino({ level: 'silent' });
let colour = 0;

describe.each(['disk', 'S3'] as const)('on %s', (place) => {
  let server: TestServer;
  let store: FileStore;
  let brandId: string;
  let token: string;
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    if (place === 'disk') {
      const folder = newFolder((remove) => closers.push(remove));
      store = diskFileStore(folder, log);
    } else {
      const s3 = await startS3({ pageSize: 2 });
      store = await s3Store(s3.settings());
      closers.push(s3.close, store.close);
    }
    server = await startTestServer({ store, quotaBytes: 2_000 });
    closers.push(server.close);
  });
  afterAll(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  beforeEach(async () => {
    await server.db.delete(attempts);
    await server.db.delete(storedFiles);
    for await (const { name } of store.list()) await store.delete(name);
    brandId = await world(server.db).brand({ tikTokHandle: 'northwind' });
    token = (await server.sessionOf(brandId)).accessToken;
  });

  /** Advances the clock by days and renews the session. */
  async function later(days: number): Promise<void> {
    server.clock.advance(days * dayMs);
    token = (await server.sessionOf(brandId)).accessToken;
  }
  const picture = () => {
    colour += 1;
    return flatPicture({ r: colour % 256, g: colour >> 8, b: 70 });
  };
  const upload = (given: Buffer, destination: 'brand/profile-picture/' | 'campaigns/media' = 'campaigns/media') =>
    call(server, endpoints.uploadFiles, { token, body: uploadOf([given], { destination }) });
  const addressOf = async (...given: Parameters<typeof upload>) => (await upload(...given)).data.urls[0]?.url ?? '';
  const nameOf = (address: string) => address.slice(address.indexOf('brd_'));
  async function kept(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of store.list()) names.push(name);
    return names.sort();
  }
  const rows = () => server.db.select().from(storedFiles);
  const collect = (by: FileStore = store) => collectFiles({ db: server.db, store: by, log, now: server.clock.now() });
  const creation = (media: string) => ({
    ...{ title: 'Spring', campaignType: 'FLAT_FEE' as const, socialPlatforms: ['TIKTOK' as const] },
    ...{ startAtDeltaSecs: 0, dos: ['Smile'], donts: ['Frown'] },
    media: [{ imageUrl: media, size: 'story' as const }],
  });
  const create = async (media: string) => {
    const body = { ...creation(media), tagIds: [await world(server.db).tag()] };
    return call(server, endpoints.createCampaign, { token, key: newKey(), body });
  };

  test('an unreferenced file is removed 30 days after its last upload, and no earlier', async () => {
    const given = await picture();
    const name = nameOf(await addressOf(given));
    await later(29);
    expect(await collect()).toBe(0);
    // Uploading the same file again renews its time.
    await upload(given);
    await later(29);
    expect(await collect()).toBe(0);
    expect(await kept()).toEqual([name]);
    await later(2);
    expect(await collect()).toBe(1);
    expect([await kept(), await rows()]).toEqual([[], []]);
    expect(nameOf(await addressOf(given))).toBe(name);
    expect(await kept()).toEqual([name]);
  });

  test('a file referenced by any row stays, and is removed when that row is', async () => {
    const icon = await addressOf(await picture(), 'brand/profile-picture/');
    await call(server, endpoints.updateBrand, { token, body: { iconUrl: icon } });
    const example = await addressOf(await picture());
    const created = await create(example);
    expect(created.status).toBe(200);
    const draft = await addressOf(await picture());
    const offerId = await world(server.db).offer(brandId, created.data.id);
    await server.db
      .insert(fulfillments)
      .values({ brandId, id: 'ful_1', offerId, attempt: 9, evidenceType: 'VIDEO_WITH_CAPTION', posterUrl: draft });
    const all = [icon, example, draft].map(nameOf).sort();
    for (let month = 0; month < 3; month += 1) {
      await later(31);
      expect(await collect()).toBe(0);
    }
    expect(await kept()).toEqual(all);
    await server.db.update(brands).set({ iconUrl: null }).where(eq(brands.id, brandId));
    await server.db.delete(fulfillments).where(eq(fulfillments.id, 'ful_1'));
    await later(31);
    expect(await collect()).toBe(2);
    expect(await kept()).toEqual([nameOf(example)]);
    await server.db.delete(campaigns).where(eq(campaigns.brandId, brandId));
    await later(31);
    expect(await collect()).toBe(1);
  });

  test('a collection that died between a file and its row is continued', async () => {
    const given = await picture();
    await addressOf(given);
    await later(31);
    const killed: FileStore = {
      ...store,
      delete: async (name) => {
        await store.delete(name);
        throw new Error('killed');
      },
    };
    await expect(collect(killed)).rejects.toThrow('killed');
    expect([await kept(), (await rows()).length]).toEqual([[], 1]);
    expect(await collect()).toBe(1);
    expect(await rows()).toEqual([]);
  });

  test('an upload stores a file again if its collection died before its row was removed', async () => {
    const given = await picture();
    const name = nameOf(await addressOf(given));
    await later(31);
    await store.delete(name);
    await upload(given);
    expect(await kept()).toEqual([name]);
    expect(await collect()).toBe(0);
  });

  test('a reference to a removed file, or to another brand’s file, is refused', async () => {
    const example = await addressOf(await picture());
    await later(31);
    await collect();
    const { status, error } = await create(example);
    expect([status, error?.message]).toEqual([400, 'A file is no longer stored. Please upload it again.']);
    const icon = await call(server, endpoints.updateBrand, { token, body: { iconUrl: example } });
    expect(icon.status).toBe(400);
    const mine = await addressOf(await picture());
    const other = await world(server.db).brand({ tikTokHandle: 'other' });
    token = (await server.sessionOf(other)).accessToken;
    expect((await create(mine)).status).toBe(400);
    expect((await create('https://elsewhere.example/x.webp')).status).toBe(200);
  });

  test('a reference to a file keeps it for another full period', async () => {
    const example = await addressOf(await picture());
    await later(29);
    expect((await create(example)).status).toBe(200);
    await server.db.delete(campaigns).where(eq(campaigns.brandId, brandId));
    await later(29);
    expect(await collect()).toBe(0);
  });

  test('untracked files are recorded, and removed 30 days later', async () => {
    const name = nameOf(await addressOf(await picture()));
    await server.db.delete(storedFiles);
    await store.put('somebody/elses.txt', [Buffer.from('x')] as unknown as AsyncIterable<Buffer>);
    await adoptFiles({ db: server.db, store, now: server.clock.now() });
    expect((await rows()).map((row) => [row.brandId, row.name])).toEqual([[brandId, name]]);
    expect(await collect()).toBe(0);
    await later(31);
    expect(await collect()).toBe(1);
    expect(await kept()).toEqual(['somebody/elses.txt']);
  });

  test('a brand has limited space; existing files cost nothing, and removed files free their space', async () => {
    const given: Buffer[] = [];
    let last = await upload(await picture());
    while (last.status === 200) {
      given.push(await picture());
      last = await upload(given.at(-1) ?? Buffer.alloc(0));
      expect(given.length).toBeLessThan(60);
    }
    expect([last.status, last.error?.code]).toEqual([413, 'payload_too_large']);
    expect(last.error?.message).toContain('Your files already use');
    const sum = (await rows()).reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
    expect(sum).toBeLessThanOrEqual(2_000);
    expect(sum).toBeGreaterThan(1_500);
    expect((await upload(given[0] ?? Buffer.alloc(0))).status).toBe(200);
    await later(31);
    await collect();
    expect((await upload(await picture())).status).toBe(200);
  });

  test('concurrent uploads can’t use the same space twice', async () => {
    const given = await Promise.all(Array.from({ length: 8 }, async () => picture()));
    await server.db.insert(storedFiles).values({ brandId, name: 'x', sizeBytes: 1_900, touchedAt: server.clock.now() });
    const statuses = (await Promise.all(given.map((content) => upload(content)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('content that is shorter or longer than announced, or breaks off, isn’t stored', async () => {
    async function* content(bytes: number, breaks = false) {
      for (let left = bytes; left > 0; left -= 1_000_000) yield Buffer.alloc(Math.min(left, 1_000_000));
      if (breaks) throw new Error('broken off');
    }
    for (const bytes of [3_000_000, 12_000_000]) {
      await expect(store.put('brd/short', content(bytes), bytes + 1)).rejects.toThrow('differs from the declared one');
      await expect(store.put('brd/long', content(bytes), bytes - 1)).rejects.toThrow('differs from the declared one');
      await expect(store.put('brd/broken', content(bytes, true))).rejects.toThrow('broken off');
      await store.put(`brd/${bytes}`, content(bytes));
      expect((await store.find(`brd/${bytes}`))?.sizeBytes).toBe(bytes);
    }
    expect(await kept()).toEqual(['brd/12000000', 'brd/3000000']);
  });
});

test('leftovers of a killed write are removed after a day', async () => {
  const folder = newFolder();
  const store = diskFileStore(folder, log);
  const now = Date.now();
  for (const [name, ageMs] of [
    ['old.part', 2 * dayMs],
    ['new.part', 3_600_000],
    ['old.webp', 9 * dayMs],
  ] as const) {
    writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
  }
  await store.removeDrafts(new Date(now - dayMs));
  const left: string[] = [];
  for await (const { name } of store.list()) left.push(name);
  expect(left).toEqual(['old.webp']);
  await store.removeDrafts(new Date(now));
});
