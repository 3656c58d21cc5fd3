import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestedChange } from '#domain/offers/change-templates.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { attempts, offers } from '#server/database/tables/tables.ts';
import { readDraftState } from '#server/services/drafts/state/draft-state.ts';
import { dropDraft, dropOldDrafts } from '#server/services/drafts/state/drop-draft.ts';
import { hasUploadUnderWay } from '#server/services/drafts/state/under-way.ts';
import { beginUpload } from '#server/services/drafts/uploads/begin-upload.ts';
import { removeDiscardedUploads } from '#server/services/files/transfers/remove-discarded-uploads.ts';
import { draftKind } from '#server/services/files/transfers/upload-store.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { moveNow, owingOffer } from '#tests/support/calls/offers.ts';
import { coffeeFilms, makeRenditions, orderRendition } from '#tests/support/drafts/renditions.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const brandId = await given.brand();
const campaignId = await given.campaign(brandId);
let offerId: string;

beforeEach(async () => {
  await server.db.delete(attempts);
  await server.db.delete(draftUploads);
  offerId = await owingOffer(server, brandId, campaignId);
});

const scope = () => brandScope(server.db, brandId);
const now = () => server.clock.now();
const mb = 1_000_000;
const dayMs = 86_400_000;

type Begun = Partial<Omit<Parameters<typeof beginUpload>[1], 'metadata'>> & { fingerprint?: string };
const begin = ({ fingerprint, ...rest }: Begun = {}) =>
  beginUpload(scope(), {
    ...{ offerId, sizeBytes: mb, now: now(), freeBytes: async () => null },
    ...rest,
    metadata: { filename: 'IMG_0042.MOV', ...(fingerprint === undefined ? {} : { fingerprint }) },
  });
const set = (id: string, values: Partial<typeof draftUploads.$inferInsert>) =>
  server.db.update(draftUploads).set(values).where(eq(draftUploads.id, id));
const received = async (options?: Begun) => {
  const id = await begin(options);
  await set(id, { state: 'RECEIVED', receivedBytes: mb });
  return id;
};
const order = (uploadId: string, caption = 'First sip') =>
  orderRendition(server, brandId, { offerId, uploadId, caption });
const state = () => readDraftState(scope(), offerId);

describe('the states of a draft as its creator sees them', () => {
  test('are started, complete, queued, failed and submitted', async () => {
    expect(await state()).toBeNull();
    const id = await begin({ fingerprint: 'v1:abc' });
    await set(id, { receivedBytes: 400_000 });
    expect(await state()).toEqual({
      ...{ state: 'uploading', uploadId: id, url: `/creator/v1.0/uploads/${id}`, name: 'IMG_0042.MOV' },
      ...{ sizeBytes: mb, receivedBytes: 400_000, fingerprint: 'v1:abc', originalOf: null, returned: null },
    });
    await set(id, { state: 'RECEIVED', receivedBytes: mb });
    await order(id);
    const since = now().toISOString();
    expect(await state()).toEqual({ state: 'processing', uploadId: id, name: 'IMG_0042.MOV', since });
    await set(id, { state: 'FAILED', reason: 'It has no picture. Please choose another video.' });
    expect(await state()).toMatchObject({ state: 'failed', reason: 'It has no picture. Please choose another video.' });
    await set(id, { state: 'READY' });
    expect(await state()).toBeNull();
  });

  test('end with a cancellation, after which it can’t be submitted', async () => {
    const id = await received();
    await dropDraft(scope(), { offerId, uploadId: id, now: now() });
    expect(await state()).toBeNull();
    await expect(order(id)).rejects.toThrow('This upload no longer exists.');
  });
});

describe('submitting a draft', () => {
  test('refuses an incomplete upload', async () => {
    await expect(order(await begin())).rejects.toThrow('The video hasn’t finished uploading.');
  });

  test('another offer’s upload is refused', async () => {
    const id = await received();
    const other = await given.offer(brandId, campaignId);
    const ordering = orderRendition(server, brandId, { offerId: other, uploadId: id });
    await expect(ordering).rejects.toThrow('no longer exists');
  });

  test('again with another caption keeps its place, and another video replaces it', async () => {
    const first = await received();
    await order(first);
    await set(first, { tries: 2 });
    await order(first, 'Second thoughts');
    const [row] = await server.db.select().from(draftUploads).where(eq(draftUploads.id, first));
    expect(row).toMatchObject({ caption: 'Second thoughts', tries: 2, state: 'ORDERED' });
    const second = await received();
    await order(second);
    expect(await state()).toMatchObject({ state: 'processing', uploadId: second });
    const live = await server.db.select().from(draftUploads).where(eq(draftUploads.state, 'ORDERED'));
    expect(live.filter(({ goneAt }) => goneAt === null).map(({ id }) => id)).toEqual([second]);
  });

  test('doesn’t submit a file twice', async () => {
    const id = await received();
    await set(id, { state: 'READY' });
    await expect(order(id)).rejects.toThrow('already sent');
  });
});

test('returns a replacement that is ready after changes were requested, complete and not submitted', async () => {
  await given.submission(brandId, offerId);
  const id = await received();
  const orderAs = (move: 'submit-draft' | 'replace-draft', caption: string) =>
    orderRendition(server, brandId, { offerId, uploadId: id, caption, move });
  const prepare = () => makeRenditions(server, { drafts: coffeeFilms });
  const currentStage = async () => (await readOffer(scope(), offerId)).currentStage;
  await orderAs('replace-draft', 'First sip');
  const requestedChanges = [requestedChange('START_OVER', 'Northwind Coffee')];
  await moveNow(server, brandId, { move: 'request-changes', input: { requestedChanges }, offerId, by: 'brand' });
  await prepare();
  expect((await currentStage()).type).toBe('SUBMIT_EVIDENCE');
  expect(await state()).toMatchObject({
    ...{ state: 'uploading', uploadId: id, sizeBytes: mb, receivedBytes: mb },
    returned: { reason: expect.stringMatching(/^The brand requested changes while/), caption: 'First sip' },
  });
  // Read, and submitted again regardless.
  await orderAs('submit-draft', 'Second sip');
  expect(await state()).toMatchObject({ state: 'processing' });
  await prepare();
  expect(await currentStage()).toMatchObject({
    ...{ type: 'AWAITING_EVIDENCE_CLEARANCE', fulfillment: { metadata: { caption: 'Second sip' } } },
  });
  expect(await state()).toBeNull();
});

describe('upload limits', () => {
  test('refuse a file that is empty or larger than 2 GB', async () => {
    await expect(begin({ sizeBytes: 0 })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(begin({ sizeBytes: 2_000_000_001 })).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  test('refuse an upload for an offer that needs no draft before it starts', async () => {
    await server.db.update(offers).set({ stageType: 'AWAITING_PACKAGE' }).where(eq(offers.id, offerId));
    const message = 'Can’t submit a draft: the offer is waiting for the package.';
    await expect(begin()).rejects.toMatchObject({ code: 'forbidden', message });
  });

  test('allow replacing a draft in review', async () => {
    await given.submission(brandId, offerId);
    expect(await begin()).toMatch(/^upl_/);
  });

  test('replace the oldest when a third 2 GB file starts, unless it was submitted or is being written', async () => {
    const [first, second] = [await begin({ sizeBytes: 2000 * mb }), await begin({ sizeBytes: 2000 * mb })];
    await set(first, { createdAt: new Date(now().getTime() - 1000) });
    await begin();
    const goneIds = async () =>
      (await server.db.select().from(draftUploads)).filter(({ goneAt }) => goneAt !== null).map(({ id }) => id);
    expect(await goneIds()).toEqual([first]);
    await set(second, { writerUntil: new Date(now().getTime() + 10_000) });
    const third = await received({ sizeBytes: 1900 * mb });
    await order(third);
    await set(second, { goneAt: null });
    await expect(begin({ sizeBytes: 200 * mb })).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  test('keep the disk from filling up, counting what other uploads have yet to send', async () => {
    const free = (bytes: number) => ({ sizeBytes: 100 * mb, freeBytes: async () => bytes });
    await begin(free(1100 * mb));
    await expect(begin(free(1199 * mb))).rejects.toMatchObject({ code: 'unavailable' });
    await begin(free(1200 * mb));
  });

  test('allow sixty a day', async () => {
    for (let count = 0; count < 60; count += 1) await begin({ fingerprint: 'same' });
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('find a start whose response was lost again, unless it has bytes or differs', async () => {
    const first = await begin({ fingerprint: 'same' });
    expect(await begin({ fingerprint: 'same' })).toBe(first);
    expect(await begin({ fingerprint: 'same', sizeBytes: 2 * mb })).not.toBe(first);
    await set(first, { receivedBytes: 1 });
    expect(await begin({ fingerprint: 'same' })).not.toBe(first);
  });
});

describe('an upload', () => {
  test('keeps its offer open while it or its rendition is in progress, and not once it is failed or old', async () => {
    const held = async () => [...(await hasUploadUnderWay(scope(), [offerId], now()))];
    const id = await begin();
    expect(await held()).toEqual([offerId]);
    await set(id, { changedAt: new Date(now().getTime() - dayMs) });
    expect(await held()).toEqual([]);
    await set(id, { state: 'ORDERED' });
    expect(await held()).toEqual([offerId]);
    await set(id, { state: 'FAILED', changedAt: now() });
    expect(await held()).toEqual([]);
  });

  test('is deleted after a day without progress: the file first, and the row later', async () => {
    const [old, fresh, ordered] = [await begin(), await begin(), await received()];
    await order(ordered);
    // Submitting marked the other uploads as removed; this resets them.
    await server.db.update(draftUploads).set({ goneAt: null });
    const yesterday = new Date(now().getTime() - dayMs - 1);
    for (const id of [old, ordered]) await set(id, { changedAt: yesterday });
    await dropOldDrafts(server.db, now());
    const removed: string[] = [];
    const files = (remove: (id: string) => Promise<void>) => ({
      kind: draftKind,
      files: { remove, read: never, readPart: never, pathOf: () => null },
    });
    const never = () => Promise.reject(new Error('Nobody reads it'));
    const failing = files(() => Promise.reject(new Error('The disk is gone')));
    await expect(removeDiscardedUploads(server.db, failing, now())).rejects.toThrow('gone');
    expect(await server.db.select().from(draftUploads)).toHaveLength(3);
    await removeDiscardedUploads(
      server.db,
      files(async (id) => void removed.push(id)),
      now(),
    );
    expect(removed).toEqual([old]);
    const left = (await server.db.select().from(draftUploads)).map(({ id }) => id);
    expect(left.sort()).toEqual([fresh, ordered].sort());
  });
});
