import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { requestedChange } from '#domain/offers/change-templates.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { dropOldDrafts } from '#server/services/drafts/state/drop-draft.ts';
import { hasUploadUnderWay } from '#server/services/drafts/state/under-way.ts';
import { removeDiscardedUploads } from '#server/services/files/transfers/remove-discarded-uploads.ts';
import { call } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { moveNow, offerRow, owingOffer } from '#tests/support/calls/offers.ts';
import { beginTus, type TusAnswer, tusCall } from '#tests/support/calls/tus-client.ts';
import { makeRenditions } from '#tests/support/drafts/renditions.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const film = readFileSync('src/server/demo/media/desk.mp4');
const path = '/creator/v1.0/uploads';

const { server, given } = await apiServer();
const address = await server.listen();
const brandId = await given.brand();
let offerId: string;
let token: string;

beforeEach(async () => {
  await server.db.delete(attempts);
  await server.db.delete(draftUploads);
  await owe(true);
});

const now = () => server.clock.now();
const dayMs = 86_400_000;

/** Makes an offer that owes a draft, with its link. */
async function owe(asksForOriginals: boolean): Promise<void> {
  offerId = await owingOffer(server, brandId, await given.campaign(brandId, { asksForOriginals }));
  token = await server.linkOf(offerId);
}
const read = async () => (await openLink(server, token)).data;
const original = async () => (await read()).original;

interface Begun {
  originalOf?: string;
  bytes?: number;
  by?: string;
}
const begin = ({ originalOf, bytes = film.length, by = token }: Begun) =>
  beginTus(address, by, bytes, {
    ...{ filename: 'IMG_0042.MOV', fingerprint: `o1-${bytes}` },
    ...(originalOf === undefined ? { rendition: '1' } : { originalOf }),
  });
const idOf = ({ headers }: TusAnswer) => headers.location?.split('/').at(-1) ?? '';
const send = (id: string, body: Uint8Array, offset = 0) =>
  tusCall(address, 'PATCH', `${path}/${id}`, { token, headers: { 'Upload-Offset': String(offset) }, body });

/** Uploads a small file and submits it as the creator. */
async function submitDraft(move: 'submit-draft' | 'replace-draft' = 'submit-draft'): Promise<string> {
  server.clock.advance(1_000);
  const id = idOf(await begin({}));
  await send(id, film);
  await moveByLink(server, token, { move, uploadId: id, caption: null }, (await read()).version);
  return id;
}
const fill = () => makeRenditions(server);
async function sendOriginal(draftId: string, bytes: Uint8Array = film): Promise<string> {
  const id = idOf(await begin({ originalOf: draftId, bytes: bytes.length }));
  expect((await send(id, bytes)).status).toBe(204);
  return id;
}
const rowOf = async (id: string) => (await server.db.select().from(draftUploads).where(eq(draftUploads.id, id)))[0];

test('an original follows its draft in parts without delaying anything', async () => {
  expect((await read()).campaign.asksForOriginals).toBe(true);
  expect(await original()).toBeNull();
  const draftId = await submitDraft();
  expect(await original()).toEqual({ state: 'owed', draftId });
  const id = idOf(await begin({ originalOf: draftId }));
  await send(id, film.subarray(0, 1_000));
  // The draft is reviewed without waiting for the original.
  await fill();
  const halfway = await read();
  expect(halfway.stage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
  expect(halfway.draft).toBeNull();
  expect(halfway.original).toMatchObject({
    state: 'uploading',
    uploadId: id,
    receivedBytes: 1_000,
    name: 'IMG_0042.MOV',
  });
  expect(await hasUploadUnderWay(brandScope(server.db, brandId), [offerId], now())).toEqual(new Set());
  const head = await tusCall(address, 'HEAD', `${path}/${id}`, { token });
  expect(head.headers['upload-offset']).toBe('1000');
  const before = await offerRow(server.db, offerId);
  await send(id, film.subarray(1_000), 1_000);
  expect(await original()).toMatchObject({ state: 'processing', uploadId: id });
  await fill();
  expect(await original()).toEqual({ state: 'kept', name: 'IMG_0042.MOV' });
  const after = await offerRow(server.db, offerId);
  expect([after?.stageType, after?.fulfillmentId]).toEqual([before?.stageType, before?.fulfillmentId]);
  expect(after?.revision).toBeGreaterThan(before?.revision ?? 0);
  expect(await rowOf(id)).toMatchObject({ isOriginalKept: true, fileName: (await rowOf(draftId))?.fileName });
  // The original is kept after the draft's own upload is removed.
  server.clock.advance(2 * dayMs);
  await dropOldDrafts(server.db, now());
  await removeDiscardedUploads(server.db, server.uploadStore, now());
  expect([await rowOf(draftId), (await rowOf(id))?.goneAt]).toEqual([undefined, null]);
  expect(await original()).toEqual({ state: 'kept', name: 'IMG_0042.MOV' });
});

test('an original that completes before its draft is prepared waits for the draft', async () => {
  const draftId = await submitDraft();
  const id = await sendOriginal(draftId);
  await server.db
    .update(draftUploads)
    .set({ leaseUntil: new Date(now().getTime() + 60_000) })
    .where(eq(draftUploads.id, draftId));
  await fill();
  expect((await rowOf(id))?.state).toBe('ORDERED');
  await server.db.update(draftUploads).set({ leaseUntil: null }).where(eq(draftUploads.id, draftId));
  await fill();
  expect(await original()).toMatchObject({ state: 'kept' });
});

test('an original is refused with a message if none is requested, or if it isn’t this draft’s', async () => {
  const refusal = async (given: Begun) => {
    const { status, message } = await begin(given);
    return [status, message];
  };
  const none = 'upl_00000000000000000000000000';
  const notWith = 'The brand no longer needs this original: you replaced its draft.';
  expect(await refusal({ originalOf: none })).toEqual([403, notWith]);
  const draftId = await submitDraft();
  expect(await refusal({ originalOf: none })).toEqual([403, notWith]);
  expect(await refusal({ originalOf: draftId, bytes: 2_000_000_001 })).toEqual([
    413,
    'This video is too large. The limit is 2 GB.',
  ]);
  const own = token;
  await owe(true);
  expect(await refusal({ originalOf: draftId })).toEqual([403, notWith]);
  await owe(false);
  const unasked = await submitDraft();
  expect(await original()).toBeNull();
  expect(await refusal({ originalOf: unasked })).toEqual([403, 'This campaign doesn’t ask for originals.']);
  expect((await begin({ originalOf: draftId, by: own })).status).toBe(201);
});

test('another draft replaces the first one and its original', async () => {
  const first = await submitDraft();
  await fill();
  const kept = await sendOriginal(first);
  await fill();
  expect(await original()).toMatchObject({ state: 'kept' });
  expect((await begin({ originalOf: first })).message).toBe('You already sent the original of this draft.');
  const second = await submitDraft('replace-draft');
  expect(await original()).toEqual({ state: 'owed', draftId: second });
  const late = idOf(await begin({ originalOf: second }));
  await fill();
  expect((await rowOf(kept))?.goneAt).not.toBeNull();
  const third = await submitDraft('replace-draft');
  expect((await send(late, film.subarray(0, 10))).status).toBe(404);
  expect((await begin({ originalOf: second })).status).toBe(403);
  expect(await original()).toEqual({ state: 'owed', draftId: third });
});

test('the original of a returned draft, or of an ended offer, is no longer requested', async () => {
  const changes = { requestedChanges: [requestedChange('START_OVER', 'Northwind')] };
  const returned = { move: 'request-changes', by: 'brand', input: changes } as const;
  const withdrawn = { move: 'withdraw', by: 'creator', input: {} } as const;
  for (const order of [returned, withdrawn]) {
    await owe(true);
    const draftId = await submitDraft();
    await fill();
    const id = idOf(await begin({ originalOf: draftId }));
    await moveNow(server, brandId, { ...order, offerId });
    expect(await original()).toBeNull();
    expect(await begin({ originalOf: draftId, bytes: film.length + 1 })).toMatchObject({
      status: 403,
      message: 'The brand no longer needs this original.',
    });
    expect((await send(id, film)).status).toBe(404);
  }
});

test('an original can continue, or start, after its draft is approved', async () => {
  const draftId = await submitDraft();
  await fill();
  await moveNow(server, brandId, { move: 'approve', input: {}, offerId, by: 'brand' });
  expect(await original()).toEqual({ state: 'owed', draftId });
  await sendOriginal(draftId);
  await fill();
  expect(await original()).toMatchObject({ state: 'kept' });
});

test('an original doesn’t count towards the draft limits and can’t be submitted as a draft', async () => {
  const draftId = await submitDraft();
  const id = idOf(await begin({ originalOf: draftId, bytes: 2_000_000_000 }));
  const another = idOf(await begin({ originalOf: draftId, bytes: 1_999_999_999 }));
  expect((await rowOf(id))?.goneAt).not.toBeNull();
  const [large, larger] = [await begin({ bytes: 2_000_000_000 }), await begin({ bytes: 1_999_000_000 })];
  expect([large.status, larger.status]).toEqual([201, 201]);
  expect((await rowOf(another))?.goneAt).toBeNull();
  await fill();
  const body = { move: 'replace-draft', uploadId: another, caption: null } as const;
  const ordered = await moveByLink(server, token, body, (await read()).version);
  expect([ordered.status, ordered.error?.message]).toEqual([
    400,
    'This upload no longer exists. Please choose the video again.',
  ]);
});

test('a file that isn’t a video, or is a different one, is refused with a message', async () => {
  const draftId = await submitDraft();
  await fill();
  await sendOriginal(draftId, randomBytes(50_000));
  await fill();
  expect(await original()).toMatchObject({
    state: 'failed',
    reason: 'We can’t read this file as a video. Please choose an MP4, MOV or WebM file.',
  });
  const id = idOf(await begin({ originalOf: draftId }));
  await server.db.update(draftUploads).set({ durationMs: 60_000 }).where(eq(draftUploads.id, id));
  await send(id, film);
  await fill();
  expect(await original()).toMatchObject({
    state: 'failed',
    reason: 'This isn’t the video you made the draft from: its length differs. Please choose that video.',
  });
});

test('an original is deleted after a day without progress, or if its creator skips it', async () => {
  const draftId = await submitDraft();
  await fill();
  const left = idOf(await begin({ originalOf: draftId }));
  const { data } = await call(server, endpoints.dropCreatorDraft, { token, body: { uploadId: left } });
  expect(data.original).toEqual({ state: 'owed', draftId });
  const id = await sendOriginal(draftId);
  await server.db.update(draftUploads).set({ fileName: null }).where(eq(draftUploads.id, id));
  server.clock.advance(2 * dayMs);
  await dropOldDrafts(server.db, now());
  await removeDiscardedUploads(server.db, server.uploadStore, now());
  expect(await rowOf(id)).toBeUndefined();
  expect(await original()).toBeNull();
});
