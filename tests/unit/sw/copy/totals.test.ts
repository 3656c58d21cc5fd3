import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { paginate } from '#domain/shared/pagination.ts';
import { readSync } from '#sw/copy/sync-row.ts';
import { aBrand } from '#tests/component/support/examples.ts';
import { createPhone } from '#tests/support/calls/phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';

const brandId = 'brd_1';
const hourMs = 3_600_000;

const totalOf = (ids: readonly string[]) => {
  const checksum = createHash('sha256')
    .update([...ids].sort().join(' '))
    .digest('hex')
    .slice(0, 16);
  return { count: ids.length, checksum };
};

/** A server whose lists have these offers, and a feed that reports only some of them. */
function aServer({ hasFeed = true } = {}) {
  const state = { listed: [1, 2], reported: [1, 2], now: Date.parse('2026-03-15T12:00:00.000Z'), walks: 0 };
  /** Numbers on a page of the list that shifted; null if none did. */
  let shifted: ((page: number) => number[]) | null = null;
  const offers = (numbers: readonly number[]) => numbers.map((n) => anOffer({ id: offerIdOf(n) }));

  function answer(path: string): { status: number; body: unknown } {
    const { pathname, searchParams } = new URL(path, 'http://api.invalid');
    const page = Number(searchParams.get('page') ?? 1);
    if (pathname.endsWith('/changes') && !hasFeed) return { status: 404, body: { message: 'No', code: 'not_found' } };
    if (pathname.endsWith('/changes')) {
      const none = { campaigns: [], payments: [], posts: [], figures: [], removed: [] };
      const totals = {
        campaigns: totalOf([]),
        offers: totalOf(state.listed.map(offerIdOf)),
        payments: totalOf([]),
      };
      const body = { cursor: 'c', more: false, brand: aBrand({ id: brandId }), offers: offers(state.reported), totals };
      return { status: 200, body: { ...none, ...body } };
    }
    if (pathname.endsWith('/brands/current')) return { status: 200, body: aBrand({ id: brandId }) };
    if (pathname.endsWith('/offers')) {
      if (page === 1) state.walks += 1;
      if (shifted === null) return { status: 200, body: paginate(offers(state.listed), page, 2) };
      const pagination = { ...paginate(offers(state.listed), page, 2).pagination };
      return { status: 200, body: { data: offers(shifted(page)), pagination } };
    }
    if (/tags|templates/.test(pathname)) return { status: 200, body: [] };
    if (/campaigns|payments/.test(pathname)) return { status: 200, body: paginate([], 1, 10) };
    return { status: 404, body: { message: 'No', code: 'not_found' } };
  }

  const app = {
    request: async (path: string | URL | Request) => {
      const { status, body } = answer(String(path));
      return new Response(JSON.stringify(body), { status });
    },
  };
  const clock = { now: () => new Date(state.now), advance: () => undefined };
  const phone = createPhone({ server: { clock, app } as never, token: 'any', brandId });
  const stored = async () => (await phone.copy.run((database) => database.getAllKeys('offers'))).map(([, id]) => id);
  return {
    state,
    phone,
    stored,
    sync: () => readSync(phone.copy, brandId),
    shift(given: typeof shifted) {
      shifted = given;
    },
  };
}

test('a copy with the right number of wrong records is refetched, because the feed’s checksum differs', async () => {
  const { state, phone, stored } = aServer();
  await phone.sync();
  expect(await stored()).toEqual([1, 2].map(offerIdOf));
  // The server has lost one and gained another, and its feed reports neither.
  Object.assign(state, { listed: [1, 3], reported: [] });
  await phone.sync();
  expect(await stored()).toEqual([1, 3].map(offerIdOf));
});

test('a kind that keeps differing is refetched every hour', async () => {
  const { state, phone, stored } = aServer();
  await phone.sync();
  Object.assign(state, { listed: [1, 3], reported: [] });
  await phone.sync();
  state.listed = [1, 4];
  state.now += hourMs / 2;
  await phone.sync();
  expect(state.walks).toBe(1);
  state.now += hourMs;
  await phone.sync();
  expect(state.walks).toBe(2);
  expect(await stored()).toEqual([1, 4].map(offerIdOf));
});

test('a first walk whose pages shift leaves the copy incomplete, and the next walk completes it', async () => {
  const { state, phone, sync, shift } = aServer({ hasFeed: false });
  state.listed = [1, 2, 3];
  // A new record arrived between the two pages, so the second begins with the first's last record.
  shift((page) => (page === 1 ? [1, 2] : [2]));
  await phone.sync();
  expect(await sync()).toMatchObject({ complete: false });
  shift(null);
  await phone.sync();
  expect(await sync()).toMatchObject({ complete: true });
});

test('a later walk whose pages shift removes nothing from the copy', async () => {
  const { state, phone, stored, shift } = aServer({ hasFeed: false });
  state.listed = [1, 2, 3];
  await phone.sync();
  shift((page) => (page === 1 ? [1, 2] : [2]));
  await phone.sync({ force: true });
  expect(await stored()).toEqual([1, 2, 3].map(offerIdOf));
});
