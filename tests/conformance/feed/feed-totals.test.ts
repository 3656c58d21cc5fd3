import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeBrand } from '#server/database/brand-scope.ts';
import { brands, offers, payments } from '#server/database/tables/tables.ts';
import { readCursor, writeCursor } from '#server/services/feed/feed-cursor.ts';
import { beginHistory, noticeRestore } from '#server/services/feed/feed-history.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { createPhone } from '#tests/support/calls/phone.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
});

const ask = (cursor?: string) => askChanges(server, token, cursor);

describe('a phone whose data differs from the server’s counts', () => {
  const paymentList = '/brand/v1.0/billing/payments?page=1&pageSize=100';
  const offerList = '/brand/v1.0/offers?page=1&pageSize=100';
  let phone: ReturnType<typeof createPhone>;
  beforeEach(async () => {
    await given.payment(brandId);
    await given.offer(brandId, await given.campaign(brandId));
    phone = createPhone({ server, token, brandId });
    expect(await phone.sync()).toBe('done');
    phone.asked.length = 0;
  });
  const agrees = async (path: string) =>
    expect((await phone.answer(path))?.body).toEqual((await phone.request(path)).body);

  test('requests only changes if the totals match', async () => {
    await phone.sync();
    await given.payment(brandId);
    await phone.sync();
    expect(phone.asked.filter((path) => !path.startsWith('/brand/v1.0/changes'))).toEqual([]);
  });

  test('resyncs only a kind with too many records', async () => {
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      await writer.db.delete(payments).where(eq(payments.brandId, brandId));
    });
    expect(await phone.sync()).toBe('done');
    expect(phone.asked.slice(1)).toEqual([paymentList]);
    expect(phone.repainted.at(-1)).toEqual(['payments']);
    await agrees(paymentList);
  });

  test('resyncs a kind with too few, even without writes', async () => {
    await phone.copy.run(async (database) => {
      for (const store of ['offers', 'lists'] as const) await database.clear(store);
    });
    expect(await phone.sync()).toBe('done');
    expect(phone.asked.slice(1)).toContain(offerList);
    await agrees(offerList);
  });

  test('resyncs a kind with the right number but wrong records', async () => {
    const [offer] = await server.db.select().from(offers).where(eq(offers.brandId, brandId));
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      await writer.db.delete(offers).where(eq(offers.brandId, brandId));
    });
    await given.offer(brandId, offer?.campaignId ?? '');
    expect(await phone.sync()).toBe('done');
    expect(phone.asked.slice(1)).toEqual([offerList]);
    await agrees(offerList);
  });

  test('resyncs at most once an hour if the difference persists', async () => {
    const request: TestServer['app']['request'] = async (path, ...rest) => {
      const response = await server.app.request(path, ...rest);
      const body = await response.json();
      if (body.totals) body.totals.payments.count += 1;
      return Response.json(body, { status: response.status });
    };
    const misled = createPhone({ server: { clock: server.clock, app: { request } }, token, brandId });
    await misled.sync();
    await misled.sync();
    expect(misled.asked.filter((path) => path === paymentList)).toHaveLength(1);
    server.clock.advance(30 * 60_000);
    await misled.sync();
    expect(misled.asked.filter((path) => path === paymentList)).toHaveLength(1);
    server.clock.advance(30 * 60_000 - 1000);
    await misled.sync();
    expect(misled.asked.filter((path) => path === paymentList)).toHaveLength(1);
  });
});

describe('a last page', () => {
  test('carries the totals, unlike earlier pages', async () => {
    const { data } = await ask();
    expect(data.more).toBe(false);
    const none = { count: 0, checksum: 'e3b0c44298fc1c14' };
    expect(data.totals).toEqual({ campaigns: none, offers: none, payments: none });
    await given.payment(brandId, { id: 'pay_01J00000000000000000000000' });
    expect((await ask(data.cursor)).data.totals?.payments).toEqual({ count: 1, checksum: '671443af0a95bf88' });
  });
});

describe('a restored database', () => {
  test('is detected once by its location, and earlier cursors have expired', async () => {
    expect(await noticeRestore(server.db, 'here')).toBe(false);
    const { cursor } = (await ask()).data;
    expect(await noticeRestore(server.db, 'here')).toBe(false);
    expect((await ask(cursor)).status).toBe(200);
    const noticed = await Promise.all([noticeRestore(server.db, 'there'), noticeRestore(server.db, 'there')]);
    expect(noticed.sort()).toEqual([false, true]);
    expect((await ask(cursor)).error?.code).toBe('cursor_expired');
  });

  test('starts a new history for every brand on command', async () => {
    const { cursor } = (await ask()).data;
    await beginHistory(server.db);
    expect((await ask(cursor)).error?.code).toBe('cursor_expired');
    const again = (await ask()).data.cursor;
    await beginHistory(server.db);
    expect((await ask(again)).error?.code).toBe('cursor_expired');
  });
});

test('lets a few phones resync at a time, while the others keep their data', async () => {
  const path = '/brand/v1.0/campaigns?page=1&pageSize=100';
  const phones = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const own = await loggedIn();
      await given.campaign(own.brandId);
      const phone = createPhone({ server, ...own });
      expect(await phone.sync()).toBe('done');
      return phone;
    }),
  );
  await beginHistory(server.db);
  const results = await Promise.all(phones.map((phone) => phone.sync()));
  const waiting = phones.filter((_, i) => results[i] === 'offline');
  expect(new Set(results)).toEqual(new Set(['done', 'offline']));
  for (const phone of waiting) {
    expect((await phone.answer(path))?.body).toMatchObject({ pagination: { total: 1 } });
    expect(await phone.sync()).toBe('done');
  }
  for (const phone of phones) expect((await phone.answer(path))?.body).toEqual((await phone.request(path)).body);
});

describe('a brand written on another WAL timeline, as after a failover', () => {
  const write = () => writeBrand({ db: server.db, brandId }, ({ revision }) => Promise.resolve(revision));
  const elsewhere = () => server.db.update(brands).set({ feedTimeline: '000000AA' }).where(eq(brands.id, brandId));
  /** A cursor of the same history at another revision. */
  const moved = (cursor: string, by: number) => {
    const position = readCursor(cursor);
    return writeCursor({ ...position, revision: position.revision + by });
  };

  test('keeps earlier cursors, and expires those with revisions missing on this timeline', async () => {
    await given.campaign(brandId);
    const { cursor } = (await ask()).data;
    const lost = moved(cursor, 1);
    await elsewhere();
    await write();
    expect((await ask(lost)).error?.code).toBe('cursor_expired');
    const on = (await ask(cursor)).data;
    expect(readCursor(on.cursor).epoch).not.toBe(readCursor(cursor).epoch);
    await elsewhere();
    await write();
    await write();
    expect((await ask(lost)).error?.code).toBe('cursor_expired');
    for (const known of [cursor, on.cursor]) expect((await ask(known)).status).toBe(200);
  });

  test('expires a cursor that started at a revision missing on this timeline', async () => {
    await given.campaign(brandId);
    const { cursor } = (await ask()).data;
    const position = readCursor(cursor);
    await elsewhere();
    await write();
    const begunLater = writeCursor({ ...position, begunAt: position.begunAt + 1 });
    expect((await ask(begunLater)).error?.code).toBe('cursor_expired');
  });

  test('keeps its history on the same timeline', async () => {
    const { cursor } = (await ask()).data;
    await write();
    await write();
    const [row] = await server.db.select().from(brands).where(eq(brands.id, brandId));
    expect(row).toMatchObject({ feedEpoch: readCursor(cursor).epoch, feedForks: [] });
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
