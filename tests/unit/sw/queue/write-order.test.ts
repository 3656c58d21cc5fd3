import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptEvidence, getOffer, listOffers, type Offer } from '#contract/brand/offer.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { deleteOldResponses, readStoredResponse, storeResponse } from '#sw/copy/answers/stored-answers.ts';
import { applyChanges } from '#sw/copy/apply-changes.ts';
import { copyCallOf } from '#sw/copy/copy-call.ts';
import { readCopy } from '#sw/copy/copy-read.ts';
import { type CopyWrite, writeCopy } from '#sw/copy/copy-write.ts';
import { readEntity } from '#sw/copy/records/entities.ts';
import { offerKind, putOffers } from '#sw/copy/records/offers.ts';
import { connectCopy } from '#sw/database/database.ts';
import { createWriteGuard, type Reading } from '#sw/database/write-guard.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';

const brandId = 'brd_1';
const id = offerIdOf(1);
const begunAt = Date.parse('2026-01-02T00:00:00.000Z');

async function storeAnswer(write: CopyWrite, endpoint: Endpoint, body: unknown): Promise<void> {
  const url = new URL(endpoint.path.replace('{id}', id), 'http://api.invalid');
  const call = copyCallOf({ endpoint, params: { id }, url });
  if (call === null) throw new Error(`The copy has no part in ${endpoint.path}`);
  await call.store(write, body);
}

const onePage = { total: 1, nextPage: null, previousPage: null };
const noChanges = {
  cursor: 'c',
  more: false,
  brand: null,
  campaigns: [],
  payments: [],
  posts: [],
  figures: [],
};

/** Every path by which an offer gets into the copy; null if the server has removed it. */
const doors = {
  'its own GET': (write: CopyWrite, offer: Offer | null) => (offer ? storeAnswer(write, getOffer, offer) : null),
  'a page of a list': (write: CopyWrite, offer: Offer | null) =>
    storeAnswer(write, listOffers, { data: offer ? [offer] : [], pagination: onePage }),
  'a page of the feed': (write: CopyWrite, offer: Offer | null) =>
    applyChanges(write, {
      ...noChanges,
      offers: offer ? [offer] : [],
      removed: offer ? [] : [{ kind: 'offer', id }],
    }),
  'the answer to a decision': (write: CopyWrite, offer: Offer | null) =>
    offer ? storeAnswer(write, acceptEvidence, offer) : null,
  'a 412': (write: CopyWrite, offer: Offer | null) => (offer ? putOffers(write, [offer]) : null),
  'a receipt, or an answer told again': (write: CopyWrite, offer: Offer | null) =>
    offer ? putOffers(write, [offer]) : null,
};
type Door = keyof typeof doors;
const doorNames = Object.keys(doors) as Door[];

interface Asked {
  door: Door;
  reading: Reading | null;
  /** Set once the server has responded: null if the offer was removed. */
  version?: number | null;
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), isReported: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' as const }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), door: fc.constantFrom(...doorNames) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('serve' as const), which: fc.nat(), ago: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), which: fc.nat() }) },
);

test('older data never replaces newer data, by any path and in any order of responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (steps) => {
      globalThis.indexedDB = new IDBFactory();
      const copy = connectCopy();
      const guard = createWriteGuard();
      let now = begunAt;
      let clock = begunAt;
      /** The server's versions, oldest first; some changes leave `updatedAt` unchanged. */
      const versions = [clock];
      let isRemoved = false;
      const pending: Asked[] = [];
      const offerOf = (version: number) =>
        anOffer({
          id,
          user: { firstName: `v${version}`, lastName: '' },
          updatedAt: new Date(versions[version] ?? 0).toISOString(),
        });
      const storedVersion = async () => {
        const found = await readCopy(copy, brandId, (read) => readEntity(read, offerKind, id));
        return found === null ? null : Number(found.value.user.firstName.slice(1));
      };
      const deliver = async ({ door, reading, version = null }: Asked) => {
        const write = { copy, guard, brandId, storedAt: now, reading };
        const { passedOver } = await writeCopy(write, async (writing) => {
          await doors[door](writing, version === null ? null : offerOf(version));
        });
        return passedOver;
      };
      const serve = (asked: Asked, ago: number) => {
        const newest = versions.length - 1;
        // Receipts and replayed responses may be of any age.
        if (asked.reading === null) asked.version = newest - (ago % versions.length);
        else asked.version = isRemoved ? null : newest;
      };
      const ask = (door: Door): Asked => ({
        door,
        reading: door === 'a receipt, or an answer told again' ? null : guard.begin(),
      });

      let last: number | null = null;
      let wasRemoved = false;
      for (const each of steps) {
        now += 1000;
        clock += 1000;
        if (each.kind === 'change' && !isRemoved) versions.push(each.isReported ? clock : (versions.at(-1) ?? 0));
        else if (each.kind === 'remove') isRemoved = true;
        else if (each.kind === 'ask') pending.push(ask(each.door));
        else if (each.kind === 'serve') {
          const open = pending.filter(({ version }) => version === undefined);
          const asked = open[each.which % open.length];
          if (asked) serve(asked, each.ago);
        } else if (each.kind === 'deliver') {
          const served = pending.filter(({ version }) => version !== undefined);
          const asked = served[each.which % served.length];
          if (asked === undefined) continue;
          pending.splice(pending.indexOf(asked), 1);
          const passedOver = await deliver(asked);
          // A skipped page of the feed is requested again.
          wasRemoved ||= asked.version === null && asked.door === 'a page of the feed' && !passedOver;
          const stored = await storedVersion();
          if (wasRemoved) expect(stored).toBeNull();
          else if (last !== null) expect(stored).toBeGreaterThanOrEqual(last);
          last = stored;
        }
      }
      // Now a request returns the server's current state.
      const asked = ask('a page of the feed');
      serve(asked, 0);
      await deliver(asked);
      expect(await storedVersion()).toBe(isRemoved ? null : versions.length - 1);
      copy.close();
    }),
    { numRuns: 300 },
  );
});

const at = (seconds: number) => new Date(begunAt + seconds * 1000).toISOString();

/** Stores an offer, then one with an `updatedAt` 10 s earlier that was requested later; returns which one is stored. */
async function storeTwice({ startsOver, secondsLater }: { startsOver: boolean; secondsLater: number }) {
  globalThis.indexedDB = new IDBFactory();
  const copy = connectCopy();
  const guard = createWriteGuard();
  const put = (offer: Offer, storedAt: number) =>
    writeCopy({ copy, guard, brandId, storedAt, reading: guard.begin(), startsOver }, (write) =>
      putOffers(write, [offer]),
    );
  await put(anOffer({ id, updatedAt: at(10) }), begunAt);
  const { passedOver } = await put(anOffer({ id, updatedAt: at(0) }), begunAt + secondsLater * 1000);
  const found = await readCopy(copy, brandId, (read) => readEntity(read, offerKind, id));
  copy.close();
  return { passedOver, updatedAt: found?.value.updatedAt };
}

test.each([
  ['that reads from a replica for some seconds is outdated', { startsOver: false, secondsLater: 5 }, at(10)],
  ['that was restored is right after a minute', { startsOver: false, secondsLater: 61 }, at(0)],
  ['that reported its restore is right at once', { startsOver: true, secondsLater: 5 }, at(0)],
  ['is right if the phone’s clock was set back', { startsOver: false, secondsLater: -600 }, at(0)],
])('a server %s', async (_, options, updatedAt) => {
  expect(await storeTwice(options)).toEqual({ passedOver: updatedAt === at(10), updatedAt });
});

test('figures requested before the copy was synced aren’t shown after it', async () => {
  globalThis.indexedDB = new IDBFactory();
  const copy = connectCopy();
  const guard = createWriteGuard();
  const address = '/brand/v1.0/analytics/brand/brd_1?';
  const keep = (reading: Reading) =>
    writeCopy({ copy, guard, brandId, storedAt: begunAt, reading }, (write) =>
      storeResponse(write, { kind: 'analytics', address, value: {}, shown: null }),
    );
  const late = guard.begin();
  await writeCopy({ copy, guard, brandId, storedAt: begunAt, reading: guard.begin() }, (write) =>
    deleteOldResponses(write, { all: true }),
  );
  const read = () => readCopy(copy, brandId, (reading) => readStoredResponse(reading, address));
  await keep(late);
  expect(await read()).toBeNull();
  await keep(guard.begin());
  expect(await read()).toMatchObject({ address });
});
