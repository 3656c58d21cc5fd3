import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import { type Connection, connectOutbox } from '#sw/database/database.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import { BrandLoggedOutError, enqueueAction, readActions, retryAction, undoAction } from '#sw/queue/outbox/actions.ts';
import {
  claimAction,
  isLeased,
  isPaused,
  lanesOf,
  parkAction,
  releaseAction,
  settleAction,
} from '#sw/queue/outbox/sending.ts';
import { markCopied, readUncopiedReceipts } from '#sw/queue/receipts.ts';
import { wipeQueue } from '#sw/storage/wipe.ts';
import { createFaultyStorage } from '#tests/support/browsers/storage-faults.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';

const now = 1_000_000;
const brandId = 'brd_1';
let outbox: Connection<OutboxSchema>;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  outbox = connectOutbox();
  await logIn(brandId);
});

const logIn = (id: string) => {
  const accessTokenExpiration = new Date(now).toISOString();
  const session = { brandId: id, accessToken: `of ${id}`, refreshToken: `of ${id}`, accessTokenExpiration };
  return outbox.run((database) => database.put('session', { key: 'current', session, earlier: [], expired: false }));
};

const offerRecord = (value: Offer) => ({ type: 'offer', value }) as const;
const add = (actionId: string, { offerId = 'off_1', ...part }: { offerId?: string; brandId?: string } = {}) =>
  enqueueAction(outbox, {
    actionId,
    brandId,
    lane: `offer ${offerId}`,
    kind: 'approve',
    payload: { offerId, fulfillmentId: 'ful_1' },
    seen: offerRecord(anOffer()),
    queuedAt: now,
    ...part,
  });
const claim = (actionId: string, owner = 'a', at = now, isAlone = false) =>
  claimAction(outbox, { actionId, owner, now: at, leaseMs: 1000, isAlone });
const settle = (actionId: string) => {
  const record = offerRecord(anOffer({ finalPostUrl: 'done' }));
  return settleAction(outbox, { actionId, record, condition: 'ful_1', now });
};
const attention: NonNullable<ActionRow['attention']> = {
  code: 'offer_changed',
  message: 'It moved on',
  certainty: 'refused',
  now: offerRecord(anOffer()),
  status: 412,
};
const park = (actionId: string, owner = 'a') => parkAction(outbox, { actionId, owner, attention });
const release = (actionId: string, part: { owner?: string; mayHaveArrived?: boolean } = {}) =>
  releaseAction(outbox, { actionId, owner: 'a', now, notBefore: 0, failures: 1, mayHaveArrived: true, ...part });
const actions = (brand = brandId) => readActions(outbox, brand);
const ids = async () => (await actions()).map(({ actionId }) => actionId);

test('decisions are kept in the order they were made, across brands', async () => {
  await add('one');
  await logIn('brd_2');
  await add('other', { brandId: 'brd_2' });
  await logIn(brandId);
  await add('two', { offerId: 'off_2' });
  expect(await ids()).toEqual(['one', 'two']);
  expect((await actions()).map(({ seq }) => seq)).toEqual([1, 3]);
  expect((await actions('brd_2')).map(({ actionId }) => actionId)).toEqual(['other']);
});

test('a decision of a brand that isn’t logged in is refused, since it would be sent at that brand’s next login', async () => {
  await logIn('brd_2');
  await expect(add('one')).rejects.toBeInstanceOf(BrandLoggedOutError);
  await logIn(brandId);
  expect(await ids()).toEqual([]);
});

test('repeating a decision doesn’t duplicate it', async () => {
  await add('one');
  expect((await add('one')).action?.seq).toBe(1);
  expect(await ids()).toEqual(['one']);
  await claim('one');
  await settle('one');
  const { receipt, action } = await add('one');
  expect(action).toBeNull();
  expect(offerIn(receipt?.record)?.finalPostUrl).toBe('done');
  expect(await ids()).toEqual([]);
});

test('the overlay isn’t stored as the version that the brand saw', async () => {
  const pendingAction = {
    actionId: 'old',
    kind: 'approve',
    state: 'waiting',
    queuedAt: '2026-01-01T00:00:00Z',
  } as const;
  const { action } = await enqueueAction(outbox, {
    actionId: 'one',
    brandId,
    lane: 'offer off_1',
    kind: 'approve',
    payload: { offerId: 'off_1', fulfillmentId: 'ful_1' },
    seen: offerRecord(anOffer({ pendingAction })),
    queuedAt: now,
  });
  expect(action?.seen?.value).toEqual(anOffer());
});

test('each offer is a lane, whose first pending decision is next, and one that needs attention blocks none', async () => {
  await add('one');
  await add('behind');
  await add('two', { offerId: 'off_2' });
  expect(lanesOf(await actions()).map(({ actionId }) => actionId)).toEqual(['one', 'two']);
  await claim('one');
  await park('one');
  expect(lanesOf(await actions()).map(({ actionId }) => actionId)).toEqual(['behind', 'two']);
});

test('a claim excludes other senders until its lease ends, unless they hold the lock', async () => {
  await add('one');
  expect(await claim('one', 'a')).toMatchObject({ actionId: 'one', mayHaveArrived: false });
  expect(await actions()).toMatchObject([
    { attempts: 1, mayHaveArrived: true, lease: { owner: 'a', until: now + 1000 } },
  ]);
  expect(await claim('one', 'b', now + 999)).toBeNull();
  expect(await claim('one', 'a', now + 999)).not.toBeNull();
  expect(await claim('one', 'b', now + 1000, true)).not.toBeNull();
  expect(await claim('one', 'c', now + 3000)).not.toBeNull();
});

test('a lease or a delay set before the clock went back doesn’t apply', async () => {
  await add('one');
  await claim('one');
  const [action] = await actions();
  expect(action && isLeased(action, now)).toBe(true);
  expect(action && isLeased(action, now - 86_400_000)).toBe(false);
  const paused = { ...(action as ActionRow), notBefore: now + 60_000, pausedAt: now };
  expect([now, now + 60_000, now - 1].map((at) => isPaused(paused, at))).toEqual([true, false, false]);
  const old = { ...(action as ActionRow), notBefore: now + 2000 };
  expect([now, now + 2000, now - 60_000].map((at) => isPaused(old, at))).toEqual([true, false, false]);
});

test('a sender that lost its claim can’t park or release the decision, but its receipt counts', async () => {
  await add('one');
  await claim('one', 'a');
  await claim('one', 'b', now + 5000);
  expect(await park('one', 'a')).toBe(false);
  expect(await release('one')).toBe(false);
  expect(await actions()).toMatchObject([{ state: 'waiting', lease: { owner: 'b' } }]);
  expect(await settle('one')).toBe(true);
  expect(await ids()).toEqual([]);
});

test('a decision leaves the queue once, in the transaction that stores the receipt', async () => {
  await add('one');
  await claim('one');
  expect(await settle('one')).toBe(true);
  expect(await settle('one')).toBe(true);
  expect(await settle('never there')).toBe(false);
  expect(await readUncopiedReceipts(outbox, brandId)).toMatchObject([{ actionId: 'one' }]);
  await markCopied(outbox, { brandId, actionIds: ['one'], now });
  expect(await readUncopiedReceipts(outbox, brandId)).toEqual([]);
  expect((await add('one')).receipt).not.toBeNull();
});

test('receipts are removed once they can’t be requested anymore, and not before their offers are in the copy', async () => {
  const week = 7 * 86_400_000;
  for (const actionId of ['old', 'uncopied']) {
    await add(actionId);
    await settle(actionId);
  }
  await markCopied(outbox, { brandId, actionIds: ['old'], now: now + week - 1 });
  expect((await add('old')).receipt).not.toBeNull();
  await markCopied(outbox, { brandId, actionIds: [], now: now + week });
  expect((await add('old')).receipt).toBeNull();
  expect(await readUncopiedReceipts(outbox, brandId)).toMatchObject([{ actionId: 'uncopied' }]);
});

test('a decision can be undone if it was never sent, or if it was refused', async () => {
  for (const actionId of ['never', 'refused', 'dark', 'busy']) await add(actionId, { offerId: `off_${actionId}` });
  expect(await undoAction(outbox, { brandId, actionId: 'never' })).toMatchObject({ result: 'done' });
  await claim('refused');
  expect(await undoAction(outbox, { brandId, actionId: 'refused' })).toEqual({ result: 'arrived' });
  await park('refused');
  expect(await undoAction(outbox, { brandId, actionId: 'refused' })).toMatchObject({ result: 'done' });
  await claim('dark');
  await release('dark');
  expect(await undoAction(outbox, { brandId, actionId: 'dark' })).toEqual({ result: 'arrived' });
  await claim('busy');
  await release('busy', { mayHaveArrived: false });
  expect(await undoAction(outbox, { brandId, actionId: 'busy' })).toMatchObject({ result: 'done' });
  expect(await undoAction(outbox, { brandId: 'brd_2', actionId: 'dark' })).toEqual({ result: 'missing' });
  expect(await ids()).toEqual(['dark']);
});

test('a decision is sent on a full disk only after it is recorded that it may arrive, as later workers read', async () => {
  const { factory, faults } = createFaultyStorage();
  globalThis.indexedDB = factory;
  outbox = connectOutbox();
  await logIn(brandId);
  for (const actionId of ['sent', 'unsent', 'released']) await add(actionId, { offerId: `off_${actionId}` });
  faults.set('afield-outbox', 'full');
  const full = new DOMException('Full', 'QuotaExceededError');
  const deleting = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw full;
  });
  await expect(claim('sent')).rejects.toBe(full);
  deleting.mockRestore();
  expect(await claim('sent')).toMatchObject({ mayHaveArrived: false });
  await claim('released');
  await release('released', { mayHaveArrived: false });
  const arrived = async () => (await actions()).map(({ mayHaveArrived }) => mayHaveArrived);
  expect(await arrived()).toEqual([true, false, false]);
  outbox = connectOutbox();
  expect(await arrived(), 'records held in memory are lost').toEqual([true, false, true]);
  expect(await undoAction(outbox, { brandId, actionId: 'sent' })).toEqual({ result: 'arrived' });
  expect(await undoAction(outbox, { brandId, actionId: 'unsent' })).toMatchObject({ result: 'done' });
  expect(await claim('sent')).toMatchObject({ mayHaveArrived: true });
});

test('an unmarked row of an older version itself records whether it may have arrived', async () => {
  await add('one');
  await outbox.run(async (database) => {
    const { isMarked: _, ...row } = (await database.get('actions', 1)) as ActionRow;
    await database.put('actions', row);
    await database.clear('unsent');
  });
  expect(await actions()).toMatchObject([{ mayHaveArrived: false }]);
  await claim('one');
  expect(await undoAction(outbox, { brandId, actionId: 'one' })).toEqual({ result: 'arrived' });
  await release('one', { mayHaveArrived: false });
  expect(await undoAction(outbox, { brandId, actionId: 'one' })).toMatchObject({ result: 'done' });
});

test('a mark is removed with its row', async () => {
  for (const actionId of ['settled', 'taken back', 'wiped']) await add(actionId);
  const marks = async () => (await outbox.run((database) => database.getAllKeys('unsent'))).filter(([of]) => of !== '');
  expect(await marks()).toHaveLength(3);
  await settle('settled');
  await undoAction(outbox, { brandId, actionId: 'taken back' });
  expect(await marks()).toEqual([[brandId, 'wiped']]);
  await wipeQueue(outbox, brandId);
  expect(await marks()).toEqual([]);
});

test('a retry after a refusal moves the decision behind later ones, under its key', async () => {
  await add('one');
  await claim('one');
  await park('one');
  await add('two');
  expect(await retryAction(outbox, { brandId, actionId: 'one' })).toMatchObject({ result: 'done' });
  expect(await actions()).toMatchObject([
    { actionId: 'two' },
    { actionId: 'one', state: 'waiting', attention: null, failures: 0, mayHaveArrived: false },
  ]);
});

test('a retry during a delay sends the decision at once, and keeps its place', async () => {
  await add('one');
  await claim('one');
  await releaseAction(outbox, {
    actionId: 'one',
    owner: 'a',
    now,
    notBefore: now + 60_000,
    failures: 4,
    mayHaveArrived: true,
  });
  await add('two');
  await retryAction(outbox, { brandId, actionId: 'one' });
  expect(await actions()).toMatchObject([
    { actionId: 'one', notBefore: 0, failures: 0, mayHaveArrived: true },
    { actionId: 'two' },
  ]);
});

test('an unreadable row hides no others, and stays for a version that can read it', async () => {
  await add('one');
  await outbox.run((database) => database.put('actions', { seq: 7, brandId, actionId: 'odd' } as unknown as ActionRow));
  await add('two');
  expect(await ids()).toEqual(['one', 'two']);
  expect(await outbox.run((database) => database.count('actions'))).toBe(3);
});

test('emptying one brand’s queue leaves another’s', async () => {
  await add('one');
  await add('done');
  await settle('done');
  await logIn('brd_2');
  await add('other', { brandId: 'brd_2' });
  await wipeQueue(outbox, brandId);
  expect(await ids()).toEqual([]);
  expect(await readUncopiedReceipts(outbox, brandId)).toEqual([]);
  expect((await actions('brd_2')).map(({ actionId }) => actionId)).toEqual(['other']);
});

/** A queue with its clock, on a storage that can hang. */
async function aHangingQueue() {
  const { factory, faults } = createFaultyStorage();
  globalThis.indexedDB = factory;
  const clock = createFakeClock(now);
  outbox = connectOutbox({ now: clock.now, wait: clock.wait });
  await clock.until(logIn(brandId));
  const whileHanging = async (work: () => Promise<unknown>) => {
    faults.set('afield-outbox', 'hang');
    await expect(clock.until(work())).rejects.toBeInstanceOf(StorageUnavailableError);
    faults.set('afield-outbox', null);
    await clock.advance(2000);
    // This call may still fail; it makes the queue try its storage again.
    await actions().catch(() => undefined);
    await clock.settle();
  };
  return { clock, faults, whileHanging };
}

test('a decision whose write timed out isn’t stored behind the user’s back', async () => {
  const { clock, whileHanging } = await aHangingQueue();
  await whileHanging(() => add('one'));
  expect(await clock.until(ids())).toEqual([]);
});

test('a decision whose write couldn’t be aborted anymore isn’t stored, except for rows that existed before', async () => {
  const { clock, whileHanging } = await aHangingQueue();
  await clock.until(add('before'));
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort').mockImplementation(() => {
    throw new DOMException('It commits', 'InvalidStateError');
  });
  await whileHanging(() => add('one'));
  await whileHanging(() => add('before'));
  abort.mockRestore();
  expect(await clock.until(ids())).toEqual(['before']);
});

test('an undo that timed out changes nothing, but a late receipt is kept', async () => {
  const { clock, whileHanging } = await aHangingQueue();
  await clock.until(add('undone'));
  await clock.until(add('sent'));
  await clock.until(claim('sent'));
  await whileHanging(() => undoAction(outbox, { brandId, actionId: 'undone' }));
  await whileHanging(() => settle('sent'));
  expect(await clock.until(ids())).toEqual(['undone']);
  expect(await clock.until(readUncopiedReceipts(outbox, brandId))).toMatchObject([{ actionId: 'sent' }]);
});
