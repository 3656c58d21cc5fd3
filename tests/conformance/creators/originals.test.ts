import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { originalsPath } from '#contract/creator/draft-uploads.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { campaigns, fulfillments, offers } from '#server/database/tables/tables.ts';
import { submitRendition } from '#server/services/drafts/hand-in/submit-rendition.ts';
import type { DraftMedia } from '#server/services/drafts/media/media.ts';
import { dropOldOriginals } from '#server/services/drafts/originals/originals.ts';
import { dropOldDrafts } from '#server/services/drafts/state/drop-draft.ts';
import { removeDiscardedUploads } from '#server/services/files/transfers/remove-discarded-uploads.ts';
import { draftKind, keyOf } from '#server/services/files/transfers/upload-store.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { call } from '#tests/support/calls/call.ts';
import { moveNow, owingOffer } from '#tests/support/calls/offers.ts';
import { takeOrder } from '#tests/support/drafts/renditions.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given, loggedIn } = await apiServer();
const { brandId, token } = await loggedIn();

beforeEach(async () => {
  await server.db.delete(draftUploads);
});

const now = () => server.clock.now();
const dayMs = 86_400_000;
const content = 'ftyp of a phone, with its place';
const media: DraftMedia = {
  ...{ container: 'mp4', durationMs: 1_000, isFastStart: true, sizeBytes: 10, audio: null },
  video: {
    ...{ number: 0, durationMs: 1_000, codec: 'avc', codecString: null, width: 720, height: 1280 },
    ...{ frames: 30, rotation: 0, hdr: null, isMirrored: false, hasLongFrames: false },
    ...{ shown: null, isTrimmed: false, isCopyable: true },
  },
};

/** Submits an upload, as the rendition process does. */
async function handedIn(offerId: string, more: Partial<typeof draftUploads.$inferInsert> = {}): Promise<string> {
  const orderedAt = now();
  const sizeBytes = content.length;
  const id = await given.upload(brandId, offerId, { state: 'ORDERED', orderedAt, sizeBytes, ...more });
  const path = join(server.dataDir, keyOf(draftKind, id));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const order = await takeOrder(server.db, now(), 'short');
  if (order === null) throw new Error('Nothing is ordered');
  const fileName = `${brandId}/${id.slice(4).padEnd(43, 'a')}.mp4`;
  const rendition = { fileName, posterName: null, media, takesGivenStill: true, now: now() };
  await submitRendition({ db: server.db, names: server.uploads.names, afterMove }, order, rendition);
  return id;
}
const offerOf = async (campaign: Partial<typeof campaigns.$inferInsert> = { asksForOriginals: true }) =>
  owingOffer(server, brandId, await given.campaign(brandId, campaign));
const approve = (offerId: string) =>
  server.db.update(fulfillments).set({ acceptedAt: now() }).where(eq(fulfillments.offerId, offerId));
const link = (offerId: string, bearer = token) =>
  call(server, endpoints.linkOriginal, { params: { id: offerId }, token: bearer });
const fetchFrom = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.app.request(path, { method, headers });
/** Downloads an offer's original as its brand. */
async function get(offerId: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetchFrom((await link(offerId)).data.path, headers, method);
}
const keptIds = async () => (await server.db.select().from(draftUploads)).map(({ id }) => id);
async function cleanUp(): Promise<void> {
  await dropOldDrafts(server.db, now());
  await dropOldOriginals(server.db, now());
  await removeDiscardedUploads(server.db, server.uploadStore, now());
}

test('the brand can download the original once the draft is approved, whole or in part', async () => {
  const offerId = await offerOf();
  const name = 'Ström "1"\r\n(x).mov';
  await handedIn(offerId, { name });
  const shownOriginal = async () =>
    (await call(server, endpoints.getOffer, { params: { id: offerId }, token })).data.original;
  expect([(await link(offerId)).status, await shownOriginal()]).toEqual([404, undefined]);
  await approve(offerId);
  expect(await shownOriginal()).toEqual({ name, sizeBytes: content.length });
  const whole = await get(offerId);
  expect(whole.status).toBe(200);
  expect(await whole.text()).toBe(content);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(content.length),
    'cache-control': 'private, no-store, no-transform',
    'content-disposition': `attachment; filename="Str_m__1____x_.mov"; filename*=UTF-8''Str%C3%B6m%20%221%22%0D%0A%28x%29.mov`,
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const part = await get(offerId, { Range: 'bytes=5-6' });
  expect([part.status, await part.text()]).toEqual([206, content.slice(5, 7)]);
  expect((await get(offerId, { Range: 'bytes=900-' })).status).toBe(416);
  const head = await get(offerId, {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await get(offerId, {}, 'DELETE')).status).toBe(405);
});

test('undoing an approval revokes the original and its download URLs', async () => {
  const offerId = await offerOf();
  await handedIn(offerId);
  const decide = (move: 'approve' | 'take-back') => moveNow(server, brandId, { move, input: {}, offerId, by: 'brand' });
  await decide('approve');
  const { path } = (await link(offerId)).data;
  await decide('take-back');
  const shownOriginal = async () =>
    (await call(server, endpoints.getOffer, { params: { id: offerId }, token })).data.original;
  expect([(await link(offerId)).status, await shownOriginal(), (await fetchFrom(path)).status]).toEqual([
    404,
    undefined,
    404,
  ]);
  await decide('approve');
  expect(await (await get(offerId)).text()).toBe(content);
});

test('an original is served only to its brand, and each URL works for one file and a limited time', async () => {
  const offerId = await offerOf();
  await handedIn(offerId);
  await approve(offerId);
  const as = async (bearer: string) => (await link(offerId, bearer)).status;
  const brandOf = async (brand: Parameters<typeof loggedIn>[0]) => (await loggedIn(brand)).token;
  expect(await as(token)).toBe(200);
  expect(await as('junk')).toBe(401);
  expect(await as(await server.linkOf(offerId))).toBe(401);
  expect(await as((await server.adminSession('team@afield.test')).accessToken)).toBe(401);
  expect(await as(await brandOf({ approvalStatus: 'PENDING' }))).toBe(403);
  const other = await brandOf({});
  expect(await as(other)).toBe(404);

  const { path, expiresAt } = (await link(offerId)).data;
  const [, upload = ''] = /(upl_\w+)/.exec(path) ?? [];
  const another = path.replace(upload, await given.upload(brandId, offerId, { state: 'READY', isOriginalKept: true }));
  const longer = path.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 60}.`);
  for (const forged of [another, longer, `${path}x`, path.slice(0, -1), `${originalsPath}x`]) {
    expect((await fetchFrom(forged)).status, forged).toBe(404);
  }
  server.clock.advance(Date.parse(expiresAt) - now().getTime() - 1);
  expect((await fetchFrom(path)).status).toBe(200);
  server.clock.advance(1);
  const ended = await fetchFrom(path);
  expect([ended.status, (await ended.json()).message]).toEqual([
    410,
    'This link has expired. Open the offer in Afield and download the original from there.',
  ]);
});

test('a download link expires with its original', async () => {
  const offerId = await offerOf();
  const first = await handedIn(offerId);
  await approve(offerId);
  const { path } = (await link(offerId)).data;
  await server.db.update(draftUploads).set({ goneAt: now() }).where(eq(draftUploads.id, first));
  expect((await fetchFrom(path)).status).toBe(404);
});

test('an original is kept only if the campaign asks for one and a browser didn’t transcode it', async () => {
  const unasked = await offerOf({});
  await handedIn(unasked);
  await approve(unasked);
  expect((await link(unasked)).status).toBe(404);
  const small = await offerOf();
  await handedIn(small, { isRendition: true });
  await approve(small);
  expect((await link(small)).status).toBe(404);
  server.clock.advance(2 * dayMs);
  await cleanUp();
  expect(await keptIds()).toEqual([]);
});

test('an original is kept until 90 days after its campaign and offer end, and a replaced one is deleted at once', async () => {
  const offerId = await offerOf();
  await handedIn(offerId);
  const newer = await handedIn(offerId);
  await cleanUp();
  expect(await keptIds()).toEqual([newer]);
  server.clock.advance(400 * dayMs);
  await cleanUp();
  expect(await keptIds()).toEqual([newer]);
  const day = (count: number) => new Date(now().getTime() - count * dayMs);
  const end = { stageType: 'CLEARED', updatedAt: day(89) } as const;
  const [offer] = await server.db.update(offers).set(end).where(eq(offers.id, offerId)).returning();
  const ended = { workerStatus: 'ENDED_SUCCESSFULLY', workerEndDate: day(100) } as const;
  await server.db
    .update(campaigns)
    .set(ended)
    .where(eq(campaigns.id, offer?.campaignId ?? ''));
  await cleanUp();
  expect(await keptIds()).toEqual([newer]);
  server.clock.advance(2 * dayMs);
  await cleanUp();
  expect(await keptIds()).toEqual([]);
  await expect(server.uploadStore.files.readPart(newer, 0, 1)).rejects.toThrow('Files can’t be reached');
});

test('a campaign asks for originals only if its approval says so', async () => {
  const approveBy = async (more: object) => {
    const campaignId = await given.campaign(brandId, { approvalStatus: 'PENDING' });
    await operate(server, 'decide-on-campaign', { campaignId, decision: 'APPROVED', ...more });
    const [row] = await server.db.select().from(campaigns).where(eq(campaigns.id, campaignId));
    return row?.asksForOriginals;
  };
  expect(await approveBy({ asksForOriginals: true })).toBe(true);
  expect(await approveBy({})).toBe(false);
});
