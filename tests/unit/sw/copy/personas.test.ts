import { describe, expect, test } from 'vitest';
import { updateCampaign } from '#contract/brand/campaign.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { bannerOf } from '#features/sync/banner.ts';
import { accountStates, keptOut } from '#tests/support/personas/personas.ts';
import { aKey, createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf, offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

/** The banner's texts so far, in order and without repeats; null if it is empty. */
function bannersOf({
  broadcasts,
  clock,
}: Pick<Awaited<ReturnType<typeof aPhone>>, 'broadcasts' | 'clock'>): (string | null)[] {
  const statuses = broadcasts.flatMap((it): SyncStatus[] => (it.type === 'sync-status' ? [it.status] : []));
  return statuses
    .map((status) => bannerOf({ status, keptOut: null, updateReady: false, now: new Date(clock.now()) }))
    .map((banner) => banner?.text ?? null)
    .filter((text, i, all) => text !== all[i - 1]);
}

const last = <T>(all: readonly T[]) => all.at(-1);

/** A phone on which a brand has just logged in for the first time. */
async function firstLogin(accountState: (typeof accountStates)[keyof typeof accountStates]) {
  const phone = createFakePhone();
  const { server, clock } = phone;
  server.keepOut(brandId, accountState.approvalStatus === 'APPROVED' ? null : accountState);
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  await clock.advance(2000);
  const live = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 2000) {
      await clock.until(page.beat());
      await clock.advance(2000);
    }
  };
  return { ...phone, phone, page, live };
}

describe.each(['unverified', 'unapproved'] as const)('a brand that is %s', (persona) => {
  test('shows no error in its banner, since the server has responded, and there is nothing to sync yet', async () => {
    const { broadcasts, clock, live } = await firstLogin(accountStates[persona]);
    await live(130_000);
    expect(bannersOf({ broadcasts, clock }).filter((text) => text !== null && text !== 'Refreshing…')).toEqual([]);
    expect(last(bannersOf({ broadcasts, clock }))).toBeNull();
  });

  test('is up to date within 15 s of its approval', async () => {
    const { broadcasts, clock, live, server } = await firstLogin(accountStates[persona]);
    await live(70_000);
    server.keepOut(brandId, null);
    await live(16_000);
    expect(last(bannersOf({ broadcasts, clock }))).toBe('Up to date');
  });

  test('is shown as offline while the network is cut', async () => {
    const { broadcasts, clock, live, network } = await firstLogin(accountStates[persona]);
    network.fateOf = () => ({ kind: 'refuse' });
    await live(20_000);
    expect(last(bannersOf({ broadcasts, clock }))).toBe('Offline. No data stored on this device yet');
  });
});

describe('an approved brand without records', () => {
  test('is up to date, and gets its empty lists offline', async () => {
    const { broadcasts, clock, page, cut, live } = await aPhone({ offers: 0 });
    cut();
    for (const path of ['offers?page=1&pageSize=10', 'billing/payments?page=1&pageSize=10']) {
      const { status, body } = await clock.until(page.read(`/brand/v1.0/${path}`));
      expect([status, body]).toEqual([200, { data: [], pagination: { nextPage: null, previousPage: null, total: 0 } }]);
    }
    await live(20_000);
    expect(last(bannersOf({ broadcasts, clock }))).toMatch(/^Offline\. Showing data from /);
  });
});

describe('a brand with one campaign', () => {
  test('finds it offline in every list that it belongs to', async () => {
    const { clock, page, cut } = await aPhone({ offers: 1, campaigns: 1 });
    cut();
    const listed = async (query: string) =>
      (await clock.until(page.read(`/brand/v1.0/campaigns?${query}`))).body as { data: { id: string }[] };
    for (const query of ['page=1&pageSize=20', 'page=1&pageSize=20&campaignStatus=ACTIVE']) {
      expect((await listed(query)).data.map(({ id }) => id)).toEqual([campaignIdOf(1)]);
    }
    expect((await listed('page=1&pageSize=20&campaignStatus=ARCHIVED')).data).toEqual([]);
    expect((await clock.until(page.offer(offerIdOf(1)))).id).toBe(offerIdOf(1));
  });
});

describe('a brand that is suspended while its app is open', () => {
  test('sees no error in its banner, and no claim that old data is up to date', async () => {
    const { broadcasts, clock, live, server, cut, mend } = await aPhone({ campaigns: 1 });
    server.keepOut(brandId, accountStates.suspended);
    broadcasts.length = 0;
    await live(62_000);
    expect(bannersOf({ broadcasts, clock }).join()).not.toContain('Couldn');
    broadcasts.length = 0;
    cut();
    await live(20_000);
    expect(last(bannersOf({ broadcasts, clock }))).toMatch(/^Offline\. Showing data from /);
    mend();
    broadcasts.length = 0;
    await live(62_000);
    expect(broadcasts.length).toBeGreaterThan(0);
    expect(bannersOf({ broadcasts, clock }).filter((text) => text !== null && text !== 'Refreshing…')).toEqual([]);
  });

  test.each(['there', 'none'] as const)('sees that it is suspended (feed: %s)', async (feed) => {
    const { broadcasts, clock, live, server, page, cut } = await aPhone({ campaigns: 1 });
    server.setFeed(feed);
    server.keepOut(brandId, accountStates.suspended);
    broadcasts.length = 0;
    await live(62_000);
    expect(broadcasts.filter((it) => it.type === 'data-changed')).toEqual([{ type: 'data-changed', kinds: ['brand'] }]);
    cut();
    const { body } = await clock.until(page.read('/brand/v1.0/brands/current'));
    expect(body).toMatchObject(accountStates.suspended);
  });

  test('sees its suspension even if it was reinstated and suspended again between two syncs', async () => {
    const { broadcasts, clock, live, server, page } = await aPhone({ campaigns: 1 });
    server.keepOut(brandId, accountStates.suspended);
    await live(62_000);
    server.keepOut(brandId, null);
    // The page polls the account itself, and opens the dashboard before the worker has synced.
    await clock.until(page.read('/brand/v1.0/brands/current', { 'Cache-Control': 'no-cache' }));
    server.keepOut(brandId, accountStates.suspended);
    broadcasts.length = 0;
    await live(20_000);
    expect(broadcasts).toContainEqual({ type: 'data-changed', kinds: ['brand'] });
  });

  test('is not called up to date by a restarted worker', async () => {
    const { broadcasts, clock, live, server, phone } = await aPhone({ campaigns: 1 });
    server.keepOut(brandId, accountStates.suspended);
    await live(70_000);
    phone.stop();
    broadcasts.length = 0;
    await live(10_000);
    expect(bannersOf({ broadcasts, clock })).not.toContain('Up to date');
  });

  test('is up to date once it is reinstated', async () => {
    const { broadcasts, clock, live, server } = await aPhone({ campaigns: 1 });
    server.keepOut(brandId, accountStates.suspended);
    await live(70_000);
    server.keepOut(brandId, null);
    await live(16_000);
    expect(last(bannersOf({ broadcasts, clock }))).toBe('Up to date');
  });
});

describe('the decisions of a suspended brand', () => {
  /** A phone whose brand has decided offline and was suspended before the network returned. */
  async function suspended() {
    const given = await aPhone({ campaigns: 1 });
    const keys = [aKey(), aKey()] as const;
    given.cut();
    await given.decide(off1, keys[0]);
    await given.decide(off2, keys[1], 'reject');
    given.server.keepOut(brandId, accountStates.suspended);
    given.mend();
    given.broadcasts.length = 0;
    return { ...given, keys };
  }

  test('stay pending, and are sent within 16 s of its reinstatement', async () => {
    const { live, queue, server, broadcasts, clock, keys } = await suspended();
    await live(5 * 60_000);
    expect((await queue()).map(({ actionId, state }) => [actionId, state])).toEqual(
      keys.map((key) => [key, 'waiting']),
    );
    const before = server.received.length;
    expect(before).toBeLessThan(25);
    const texts = bannersOf({ broadcasts, clock });
    expect(texts.filter((text) => /attention|server|Couldn/.test(text ?? ''))).toEqual([]);
    server.keepOut(brandId, null);
    await live(16_000);
    expect(server.applied.map(({ actionId }) => actionId).toSorted()).toEqual(keys.toSorted());
    expect(await queue()).toEqual([]);
  });

  test('can still be undone, since the server did nothing', async () => {
    const { live, clock, phone, keys } = await suspended();
    await live(20_000);
    expect(await clock.until(phone.say({ type: 'undo', actionId: keys[0] }))).toMatchObject({ ok: true });
  });

  test('stay uncertain after a lost response, since the server withholds a suspended brand’s offers', async () => {
    const { decide, network, live, server, queue } = await aPhone();
    const key = aKey();
    network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
    await decide(off1, key);
    // Its next attempt is refused for another reason, and then the brand is suspended before its record is fetched.
    network.fateOf = ({ method }) => {
      if (method !== 'POST') return { kind: 'pass' };
      server.keepOut(brandId, accountStates.suspended);
      return { kind: 'answer', status: 404, body: '{"code":"not_found","message":"Gone"}' };
    };
    await live(30_000);
    expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting', mayHaveArrived: true }]);
  });

  test('a queued mark-as-read is dropped when the brand turns out to be suspended', async () => {
    const { clock, page, live, server, queue, cut, mend } = await aPhone({ campaigns: 1 });
    cut();
    const path = pathOf(updateCampaign, { campaignId: campaignIdOf(1) });
    await clock.until(page.act({ method: 'PUT', path, ifMatch: null, body: { unread: false } }, aKey()));
    server.keepOut(brandId, accountStates.suspended);
    mend();
    await live(20_000);
    expect(await queue()).toEqual([]);
  });
});

describe('an erased brand', () => {
  test('is asked to log in again, and nothing is sent on its behalf', async () => {
    const { broadcasts, clock, live, server } = await aPhone();
    server.revoke(brandId);
    await live(70_000);
    expect(last(bannersOf({ broadcasts, clock }))).toBe('Session expired.');
    const askedBefore = server.asked.length;
    await live(70_000);
    expect(server.asked.slice(askedBefore).filter((call) => !call.includes('/auth/'))).toEqual([]);
  });
});

describe('a second brand on the same phone', () => {
  test('sees only its own offers', async () => {
    const { clock, phone, server } = await aPhone();
    const other = 'brd_2';
    server.addOffer(other, offerIdOf(9));
    await clock.until(phone.say({ type: 'wipe', brandId }));
    const second = pageOf(phone, server.logIn(other));
    await clock.until(second.open());
    await clock.advance(2000);
    const { body } = await clock.until(second.read('/brand/v1.0/offers?page=1&pageSize=10'));
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([offerIdOf(9)]);
    expect(phone.reported).toEqual([]);
  });
});

test('only personas without an approval are kept out', () => {
  const waiting = Object.entries(accountStates).filter(([, { approvalStatus }]) => approvalStatus !== 'APPROVED');
  expect([...keptOut]).toEqual(waiting.map(([name]) => name));
});
