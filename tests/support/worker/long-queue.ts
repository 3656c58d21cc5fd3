import { aKey, createFakePhone, pageOf } from './fake-phone.ts';
import { offerIdOf } from './model-server.ts';

interface Drained {
  /** Wall time of sending, in ms. */
  ms: number;
  /** Bytes of all messages to the pages. */
  bytes: number;
  /** Rows read from the queue's database. */
  rows: number;
  /** Decisions that reached the server. */
  applied: number;
}

/** Counts the rows that `work` reads from the queue's database. */
async function countRows(work: () => Promise<void>): Promise<number> {
  let rows = 0;
  const stores = new Set(['actions', 'receipts', 'unsent', 'session']);
  const restore: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const name of ['get', 'getAll', 'getAllKeys'] as const) {
      const original: (...given: never[]) => IDBRequest = prototype[name];
      const counted = function (this: IDBObjectStore | IDBIndex, ...given: never[]) {
        const request = original.apply(this, given);
        const store = 'objectStore' in this ? this.objectStore.name : this.name;
        request.addEventListener('success', () => {
          if (stores.has(store)) rows += Array.isArray(request.result) ? request.result.length : 1;
        });
        return request;
      };
      Object.assign(prototype, { [name]: counted });
      restore.push(() => Object.assign(prototype, { [name]: original }));
    }
  }
  await work().finally(() => {
    for (const each of restore) each();
  });
  return rows;
}

/** Sends a queue of this many decisions, for a brand with this many offers, once its network is back. */
export async function drainQueue({ length, offers }: { length: number; offers: number }): Promise<Drained> {
  const phone = createFakePhone();
  const { server, clock, network, broadcasts } = phone;
  const brandId = 'brd_1';
  for (let n = 1; n <= offers; n += 1) server.addOffer(brandId, offerIdOf(n));
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  await clock.advance(2000);
  network.saysOffline = true;
  network.fateOf = () => ({ kind: 'refuse' });
  for (let n = 1; n <= length; n += 1) {
    await clock.until(page.decide(server.offer(offerIdOf(n)), aKey()));
  }
  await clock.advance(2000);
  network.saysOffline = false;
  network.fateOf = () => ({ kind: 'pass', delayMs: 20 });
  broadcasts.length = 0;
  const startedAt = performance.now();
  const rows = await countRows(async () => {
    await clock.until(phone.say({ type: 'send-now' }), 3_600_000);
  });
  const ms = performance.now() - startedAt;
  const bytes = broadcasts.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  return { ms, bytes, rows, applied: server.applied.length };
}
