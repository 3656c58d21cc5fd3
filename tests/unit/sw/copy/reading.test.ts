import { afterEach, expect, test, vi } from 'vitest';
import { getCampaignAnalytics } from '#contract/brand/analytics.ts';
import { listPayments } from '#contract/brand/billing.ts';
import { getBrand, listTags } from '#contract/brand/brand.ts';
import { listChangeTemplates, type Offer } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { readUncopiedReceipts } from '#sw/queue/receipts.ts';
import { portal } from '#tests/support/worker/fake-network.ts';
import { aKey, createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1 } from '../a-phone.ts';

afterEach(() => void vi.restoreAllMocks());

const path = `/brand/v1.0/offers/${off1}`;
const noCache = { 'Cache-Control': 'no-cache' };
type Phone = Awaited<ReturnType<typeof aPhone>>;
const read = ({ clock, page }: Phone, extra?: Record<string, string>) => clock.until(page.read(path, extra));
const repainted = ({ broadcasts }: Phone) =>
  broadcasts.flatMap((message) => (message.type === 'data-changed' ? message.kinds : []));

test('a stored response is returned at once, and revalidated only if it isn’t fresh', async () => {
  const phone = await aPhone();
  const { server, clock } = phone;
  const asked = server.asked.length;
  const fresh = await read(phone);
  expect(fresh).toMatchObject({ status: 200, body: { id: off1 } });
  expect(Date.parse(fresh.storedAt ?? '')).toBeLessThan(clock.now());
  await clock.advance(1000);
  expect(server.asked).toHaveLength(asked);
  await clock.advance(10_000);
  await read(phone);
  await clock.advance(1000);
  expect(server.asked.slice(asked)).toEqual([`GET ${path}`]);
});

test('pages are asked to refetch only if the network’s response differs', async () => {
  const phone = await aPhone();
  const { server, clock } = phone;
  await clock.advance(20_000);
  await read(phone);
  await clock.advance(1000);
  expect(repainted(phone)).toEqual([]);
  server.resubmit(off1);
  await clock.advance(20_000);
  await read(phone);
  await clock.advance(1000);
  expect(repainted(phone)).toEqual(['offers']);
  expect((await read(phone)).body).toEqual(server.offer(off1));
});

test('a user’s own refresh waits up to three seconds for the network first', async () => {
  const phone = await aPhone();
  const { server, clock, network } = phone;
  server.resubmit(off1);
  expect(await read(phone, noCache)).toMatchObject({ body: server.offer(off1), storedAt: null });
  network.fateOf = () => ({ kind: 'hang' });
  const startedAt = clock.now();
  expect((await read(phone, noCache)).storedAt).not.toBeNull();
  expect(clock.now() - startedAt).toBe(3000);
});

test.each([
  ['no network', { kind: 'refuse' }],
  ['a portal', portal],
  ['a failing server', { kind: 'answer', status: 500, body: '{"message":"Sorry","code":"internal"}' }],
] as const)('the copy is used, and stays intact, with %s', async (_, fate) => {
  const phone = await aPhone();
  phone.network.fateOf = () => fate;
  const before = await read(phone);
  expect(await read(phone, noCache)).toMatchObject({ status: 200, body: before.body });
  await phone.live(30_000);
  expect((await read(phone)).body).toEqual(before.body);
});

test('a request without a copy and a network gets a message that the data isn’t available yet', async () => {
  const phone = createFakePhone({ fateOf: () => ({ kind: 'refuse' }) });
  const page = pageOf(phone, phone.server.logIn(brandId));
  await phone.clock.until(page.open());
  const answer = await phone.clock.until(page.read(path));
  expect(answer).toMatchObject({ status: 503, body: { code: 'not_available_offline' } });
});

test('a gateway’s error is passed on if there is no copy', async () => {
  const phone = createFakePhone({ fateOf: () => ({ kind: 'answer', status: 502, body: '<h1>Bad gateway</h1>' }) });
  const page = pageOf(phone, phone.server.logIn(brandId));
  await phone.clock.until(page.open());
  const headers = { Authorization: `Bearer ${phone.server.logIn(brandId).accessToken}` };
  expect((await phone.clock.until(phone.fetch(path, { headers }))).status).toBe(502);
});

test('a server’s refusal is passed on, not hidden by the copy', async () => {
  const phone = await aPhone();
  phone.network.fateOf = () => ({
    kind: 'answer',
    status: 403,
    body: '{"message":"Not approved any more","code":"not_approved"}',
  });
  expect(await read(phone, noCache)).toMatchObject({ status: 403, body: { code: 'not_approved' } });
});

test('an older response that arrives late doesn’t revert a decision', async () => {
  const phone = await aPhone();
  const { clock, network, decide, page } = phone;
  network.fateOf = ({ url }) => ({ kind: 'pass', answerDelayMs: url.pathname.endsWith('/offers') ? 2500 : 0 });
  const late = page.read('/brand/v1.0/offers', noCache);
  await clock.advance(100);
  expect((await decide(off1, aKey())).status).toBe(200);
  const { body } = await clock.until(late);
  const shown = (body as { data: { id: string; currentStage: { type: string } }[] }).data;
  expect(shown.find(({ id }) => id === off1)?.currentStage.type).toBe('SUBMIT_EVIDENCE');
  await clock.advance(5000);
  expect(await read(phone)).toMatchObject({ body: { currentStage: { type: 'SUBMIT_EVIDENCE' } } });
});

test('pending decisions are overlaid on network responses', async () => {
  const phone = await aPhone();
  const { decide, network } = phone;
  const key = aKey();
  network.fateOf = () => ({ kind: 'refuse' });
  await decide(off1, key);
  network.fateOf = ({ method, url }) =>
    method === 'POST' || url.pathname === '/health' ? { kind: 'refuse' } : { kind: 'pass' };
  const decided = { id: off1, pendingAction: expect.objectContaining({ actionId: key, kind: 'approve' }) };
  expect(await read(phone, noCache)).toMatchObject({ body: decided, storedAt: null });
  const { body } = await phone.clock.until(phone.page.read('/brand/v1.0/offers', noCache));
  const { data } = body as { data: Offer[] };
  expect(data).toContainEqual(expect.objectContaining(decided));
  expect(data.filter(({ pendingAction }) => pendingAction !== undefined)).toHaveLength(1);
});

test('the server’s response to a decision reaches the copy even if the worker is stopped partway', async () => {
  // The worker is stopped at each step after the receipt; screens must not revert to the older response.
  for (let after = 1; after <= 6; after += 1) {
    let stopIn = 0;
    const phone = createFakePhone({
      onStep(self) {
        stopIn -= 1;
        if (stopIn === 0) self.stop();
      },
      onApplied: () => {
        stopIn = after;
      },
    });
    const { server, clock, network } = phone;
    server.addOffer(brandId, off1);
    const page = pageOf(phone, server.logIn(brandId));
    await clock.until(page.open());
    await clock.advance(2000);
    const seen = await clock.until(page.offer(off1));
    await clock.until(page.decide(seen, aKey()).catch(() => undefined));
    stopIn = 0;
    const receipts = await clock.until(readUncopiedReceipts(phone.outbox, brandId));
    network.fateOf = () => ({ kind: 'refuse' });
    const shown = await clock.until(page.offer(off1));
    const isShownAsDecided = shown.currentStage.type === 'SUBMIT_EVIDENCE' || shown.pendingAction !== undefined;
    expect(isShownAsDecided, `stopped ${after} steps after, ${receipts.length} to copy`).toBe(true);
  }
});

test('a phone with full storage still sends what it can', async () => {
  const phone = await aPhone();
  const { decide, server, reported, queue } = phone;
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'actions') throw new DOMException('Full', 'QuotaExceededError');
    return put.apply(this, given);
  });
  expect((await decide(off1, aKey())).status).toBe(200);
  expect(server.applied).toHaveLength(1);
  expect(reported).toEqual([]);
  expect(await queue()).toEqual([]);
});

test('a response that can’t be stored is passed on anyway', async () => {
  const phone = await aPhone();
  const { server, clock } = phone;
  await clock.advance(20_000);
  server.resubmit(off1);
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'offers') throw new DOMException('Full', 'QuotaExceededError');
    return put.apply(this, given);
  });
  expect((await read(phone, noCache)).status).toBe(200);
  vi.restoreAllMocks();
  await phone.live(4000);
  expect((await read(phone)).status).toBe(200);
});

test('requests outside the worker’s scope are left to the browser', async () => {
  const { phone } = await aPhone();
  await expect(phone.fetch('/brand/v1.0/nowhere')).rejects.toThrow('no part in');
  await expect(phone.fetch('/assets/app.js')).rejects.toThrow('no part in');
});

test('a server that is slow for only one request causes a 408 before the page times out, if there is no copy', async () => {
  const phone = createFakePhone();
  phone.network.fateOf = ({ url }) => ({ kind: 'pass', answerDelayMs: url.pathname === '/health' ? 100 : 100_000 });
  const page = pageOf(phone, phone.server.logIn(brandId));
  await phone.clock.until(page.open());
  const startedAt = phone.clock.now();
  const answer = await phone.clock.until(page.read(path));
  expect(answer).toMatchObject({ status: 408, body: { message: 'The server isn’t answering' } });
  expect(phone.clock.now() - startedAt).toBeLessThan(30_000);
});

test('a server that hangs on most requests but responds to some isn’t reported as offline', async () => {
  const phone = createFakePhone();
  const { clock, network } = phone;
  network.fateOf = ({ url }) => (url.pathname.endsWith('/tags') ? { kind: 'pass' } : { kind: 'hang' });
  const page = pageOf(phone, phone.server.logIn(brandId));
  void page.open();
  const reading = page.read(path);
  for (let n = 0; n < 9; n += 1) {
    await clock.advance(3000);
    void page.read('/brand/v1.0/tags', noCache);
  }
  expect(await clock.until(reading)).toMatchObject({ status: 408, body: { message: 'The server isn’t answering' } });
});

test('a server isn’t reported as offline if the last request fails, but one succeeded seconds ago', async () => {
  const phone = createFakePhone();
  const { clock, network } = phone;
  network.fateOf = ({ url }) => {
    if (url.pathname.endsWith('/tags')) return { kind: 'pass' };
    return { kind: url.pathname.endsWith('/templates') ? 'refuse' : 'hang' };
  };
  const page = pageOf(phone, phone.server.logIn(brandId));
  void page.open();
  const reading = page.read(path);
  await clock.advance(17_000);
  void page.read(pathOf(listTags), noCache);
  await clock.advance(1500);
  void page.read(pathOf(listChangeTemplates), noCache);
  await clock.advance(6000);
  void page.read(pathOf(listTags), noCache);
  expect(await clock.until(reading)).toMatchObject({ status: 408, body: { message: 'The server isn’t answering' } });
});

test('a silent network is reported as offline within 20 s, if there is no copy', async () => {
  const phone = createFakePhone();
  phone.network.fateOf = () => ({ kind: 'pass', answerDelayMs: 100_000 });
  const page = pageOf(phone, phone.server.logIn(brandId));
  await phone.clock.until(page.open());
  const startedAt = phone.clock.now();
  const answer = await phone.clock.until(page.read(path));
  expect(answer).toMatchObject({ status: 503, body: { code: 'not_available_offline' } });
  expect(phone.clock.now() - startedAt).toBeLessThanOrEqual(20_000);
});

/** Records each transaction on the queue's database that reads decisions. */
function noteLooksAtQueue(): string[] {
  const looks: string[] = [];
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, ...rest) {
    const ofQueue = (typeof names === 'string' ? [names] : [...names]).filter((name) =>
      ['actions', 'receipts', 'unsent'].includes(name),
    );
    looks.push(...ofQueue);
    return begin.call(this, names, ...rest);
  });
  return looks;
}

test.each([
  pathOf(listTags),
  pathOf(listChangeTemplates),
  pathOf(getBrand),
  pathOf(listPayments),
  pathOf(getCampaignAnalytics, { campaignId: campaignIdOf(1) }, { timePeriodType: 'preset', preset: 'last_90d' }),
])('a call of %s, which shows no decision, never reads the queue: cached, revalidated or uncached', async (address) => {
  const phone = await aPhone();
  const { clock } = phone;
  await clock.advance(20_000);
  const looks = noteLooksAtQueue();
  await read(phone);
  await clock.advance(3000);
  expect(looks).not.toEqual([]);
  // A worker that has just started has not looked yet for receipts left by the one before.
  phone.phone.stop();
  looks.length = 0;
  for (const extra of [{}, noCache]) {
    await clock.until(phone.page.read(address, extra));
    await clock.advance(3000);
  }
  expect(looks).toEqual([]);
});
