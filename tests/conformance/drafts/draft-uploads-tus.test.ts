import { createHash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { s3Uploads } from '#server/services/files/transfers/s3-uploads.ts';
import { draftKind, type UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { call as callApi } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { beginTus, tusCall } from '#tests/support/calls/tus-client.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { type World, world } from '#tests/support/servers/world.ts';
import { type S3Server, startS3 } from '#tests/support/services/s3.ts';

const path = '/creator/v1.0/uploads';
const mb = 1024 * 1024;
const video = randomBytes(12 * mb);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Counts bytes written to the store from now on. */
function countWritten({ data }: UploadStore): () => number {
  const write = data.write.bind(data);
  let bytes = 0;
  async function* counted(source: Readable) {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  data.write = (source, ...rest) => write(Readable.from(counted(source)), ...rest);
  return () => bytes;
}

/** A promise that is resolved by `give`. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

describe.each(['disk', 'S3'])('uploads on %s', (place) => {
  let s3: S3Server | undefined;
  let store: UploadStore | undefined;
  let server: TestServer;
  let address: string;
  let given: World;
  let brandId: string;
  let offerId: string;
  let token: string;

  beforeAll(async () => {
    if (place === 'S3') {
      // With one part per page, lists of parts continue in another response.
      s3 = await startS3({ pageSize: 1 });
      store = await s3Uploads(draftKind, s3.settings(), pino({ level: 'silent' }));
    }
    server = await startTestServer(store ? { uploadStore: store } : {});
    address = await server.listen();
    given = world(server.db);
    brandId = await given.brand();
  });
  afterAll(async () => {
    await server?.close();
    store?.close();
    await s3?.close();
  });
  beforeEach(async () => {
    await server.db.delete(attempts);
    await server.db.delete(draftUploads);
    offerId = await anOffer();
    token = await server.linkOf(offerId);
  });

  const anOffer = async () => owingOffer(server, brandId, await given.campaign(brandId));
  const call = (method: string, to: string, options: Parameters<typeof tusCall>[3] = {}) =>
    tusCall(address, method, to, { token, ...options });
  async function begin(sizeBytes = video.length, metadata: Record<string, string> = {}): Promise<string> {
    const { status, headers } = await beginTus(address, token, sizeBytes, { filename: 'IMG_0042.MOV', ...metadata });
    expect(status).toBe(201);
    return headers.location ?? '';
  }
  const patch = (to: string, offset: number, body: Uint8Array, options: Parameters<typeof tusCall>[3] = {}) =>
    call('PATCH', to, { body, ...options, headers: { 'Upload-Offset': String(offset), ...options.headers } });
  const offsetOf = async (to: string) => Number((await call('HEAD', to)).headers['upload-offset']);
  const rowOf = async (to: string) => {
    const [row] = await server.db
      .select()
      .from(draftUploads)
      .where(eq(draftUploads.id, to.split('/').at(-1) ?? ''));
    return row;
  };
  async function contentOf(to: string): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await server.uploadStore.files.read(to.split('/').at(-1) ?? '')) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  test('received bytes are readable only by this user', async () => {
    if (store !== undefined) return;
    const path = server.uploadStore.files.pathOf((await begin()).split('/').at(-1) ?? '') ?? '';
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test('a video sent in parts arrives unchanged and is verified', async () => {
    const to = await begin(video.length, { sha256: sha256(video), fingerprint: 'v1:abc', rendition: '1' });
    expect(await offsetOf(to)).toBe(0);
    const first = await patch(to, 0, video.subarray(0, 7 * mb));
    expect([first.status, first.headers['upload-offset']]).toEqual([204, String(7 * mb)]);
    expect(await rowOf(to)).toMatchObject({ state: 'UPLOADING', receivedBytes: 7 * mb, isRendition: true });
    expect((await patch(to, 7 * mb, video.subarray(7 * mb))).status).toBe(204);
    expect(await rowOf(to)).toMatchObject({ state: 'RECEIVED', receivedBytes: video.length, name: 'IMG_0042.MOV' });
    expect((await contentOf(to)).equals(video)).toBe(true);
    // The range crosses the border between two parts.
    const part = await server.uploadStore.files.readPart(to.split('/').at(-1) ?? '', 7 * mb - 3, 7 * mb + 4);
    expect(Buffer.from(await new Response(part).arrayBuffer()).equals(video.subarray(7 * mb - 3, 7 * mb + 5))).toBe(
      true,
    );
    expect(await offsetOf(to)).toBe(video.length);
  });

  test('an interrupted part keeps its received bytes, and the video resumes from there', async () => {
    const to = await begin();
    await patch(to, 0, video.subarray(0, mb));
    // The request announces the whole rest, but only four megabytes arrive.
    const written = countWritten(server.uploadStore);
    const { give, given: cut } = signal();
    const sending = patch(to, mb, video.subarray(mb), { cutAfter: { bytes: 4 * mb, when: cut } });
    await expect.poll(written, { timeout: 20_000 }).toBe(4 * mb);
    give();
    await expect(sending).rejects.toThrow('cut');
    const kept = await offsetOf(to);
    expect(kept).toBe(5 * mb);
    expect((await patch(to, kept, video.subarray(kept))).status).toBe(204);
    expect((await contentOf(to)).equals(video)).toBe(true);
  });

  test('a server stopped during a part keeps the received bytes', async () => {
    const own = await startTestServer(store ? { uploadStore: store } : {});
    const at = await own.listen();
    const world2 = world(own.db);
    const brand = await world2.brand();
    const by = { token: await own.linkOf(await owingOffer(own, brand, await world2.campaign(brand))) };
    const begun = await tusCall(at, 'POST', path, { ...by, headers: { 'Upload-Length': String(video.length) } });
    const to = begun.headers.location ?? '';
    const written = countWritten(own.uploadStore);
    const { give, given: until } = signal();
    const sending = tusCall(at, 'PATCH', to, {
      ...{ ...by, body: video, holdAfterBytes: { bytes: 3 * mb, until } },
      headers: { 'Upload-Offset': '0' },
    });
    sending.catch(() => {});
    const row = async () => (await own.db.select().from(draftUploads))[0];
    await expect.poll(written, { timeout: 20_000 }).toBe(3 * mb);
    await own.stopUploads();
    expect((await row())?.receivedBytes).toBe(3 * mb);
    const next = await tusCall(at, 'PATCH', to, { ...by, body: video, headers: { 'Upload-Offset': '0' } });
    expect([next.status, next.code]).toEqual([503, 'unavailable']);
    give();
    await own.close();
  });

  test('a device that reconnects takes over the upload, also at another process', async () => {
    const to = await begin();
    const written = countWritten(server.uploadStore);
    const { give, given: until } = signal();
    const stuck = patch(to, 0, video, { holdAfterBytes: { bytes: 2 * mb, until } });
    stuck.catch(() => {});
    await expect.poll(written, { timeout: 20_000 }).toBe(2 * mb);
    const headers = { Authorization: `Bearer ${token}`, 'Tus-Resumable': '1.0.0' };
    const response = await server.twin.request(to, { method: 'HEAD', headers });
    const kept = Number(response.headers.get('Upload-Offset'));
    expect(kept).toBe(2 * mb);
    expect((await patch(to, kept, video.subarray(kept))).status).toBe(204);
    give();
    expect((await contentOf(to)).equals(video)).toBe(true);
  });

  test('content that differs from its announcement is refused with a message', async () => {
    const to = await begin(mb, { sha256: sha256(video) });
    const { status, message } = await patch(to, 0, video.subarray(0, mb));
    expect([status, message]).toEqual([400, 'The video was damaged during the upload. Please upload it again.']);
    expect(await rowOf(to)).toMatchObject({ state: 'FAILED', reason: message });
    expect((await call('HEAD', to)).status).toBe(404);
  });

  test('an upload whose last response was lost counts as complete for any later request', async () => {
    const to = await begin(mb);
    await patch(to, 0, video.subarray(0, mb));
    // A killed process that hadn't recorded the end leaves this state.
    const id = (await rowOf(to))?.id ?? '';
    await server.db.update(draftUploads).set({ state: 'UPLOADING', receivedBytes: 0 }).where(eq(draftUploads.id, id));
    expect(await offsetOf(to)).toBe(mb);
    expect((await rowOf(to))?.state).toBe('RECEIVED');
  });

  test('a cancelled upload is deleted with its file, even while being written', async () => {
    const to = await begin();
    await patch(to, 0, video.subarray(0, 6 * mb));
    expect((await call('DELETE', to)).status).toBe(204);
    expect([(await call('HEAD', to)).status, (await call('DELETE', to)).status]).toEqual([404, 404]);
    await expect(contentOf(to)).rejects.toThrow();
    if (s3) expect(await s3.namesIn('incoming-drafts')).not.toContain(to.split('/').at(-1));
  });

  test('bytes at a wrong offset, or beyond the announced size, are refused, and nothing is lost', async () => {
    const to = await begin(2 * mb);
    await patch(to, 0, video.subarray(0, mb));
    const elsewhere = await patch(to, 5, video.subarray(0, 10));
    expect([elsewhere.status, elsewhere.code]).toEqual([409, 'upload_conflict']);
    const response = await patch(to, mb, video.subarray(0, 2 * mb));
    expect([response.status, response.code]).toEqual([413, 'payload_too_large']);
    const chunked = await patch(to, mb, video.subarray(0, 3 * mb), {
      headers: { 'Content-Length': '', 'Transfer-Encoding': 'chunked' },
    }).catch(() => null);
    expect(chunked === null || chunked.status === 413).toBe(true);
    const kept = await offsetOf(to);
    expect(kept).toBeGreaterThanOrEqual(mb);
    expect((await rowOf(to))?.state).toBe('UPLOADING');
  });

  test('a connection isn’t reused or drained for bytes already stored, and refusals arrive', async () => {
    const to = await begin(2 * mb);
    const headers = { Connection: 'keep-alive' };
    const head = await call('HEAD', to, { headers });
    const part = await patch(to, 0, video.subarray(0, mb), { headers });
    // A browser repeats a request like this by itself when a reused connection breaks.
    const again = await patch(to, 0, video.subarray(0, 1_000), { headers });
    expect([head, part, again].map(({ status, headers: { connection } }) => [status, connection])).toEqual([
      [200, 'close'],
      [204, 'close'],
      [409, 'close'],
    ]);
    const refused = await patch(to, 0, video.subarray(0, 1_000), { headers, token: 'nobody' });
    expect([refused.status, refused.headers.connection]).toEqual([401, 'keep-alive']);
  });

  test('POST replaces PATCH and DELETE on networks that block them, with the same checks', async () => {
    const to = await begin(2 * mb);
    const other = await server.linkOf(await anOffer());
    const instead = (method: string, offset: number, body?: Uint8Array, by = token) =>
      call('POST', to, {
        ...{ token: by, body },
        headers: { 'Upload-Offset': String(offset), 'X-HTTP-Method-Override': method },
      });
    const part = video.subarray(0, mb);
    expect((await instead('PATCH', 0, part, other)).status).toBe(404);
    expect((await instead('PATCH', 0, part, 'nobody')).status).toBe(401);
    expect((await instead('PATCH', 0, part)).headers['upload-offset']).toBe(String(mb));
    expect((await instead('PATCH', 0, part)).code).toBe('upload_conflict');
    expect((await instead('PATCH', mb, video.subarray(0, 2 * mb))).code).toBe('payload_too_large');
    expect((await instead('HEAD', 0)).status).toBe(405);
    expect((await call('POST', to)).status).toBe(405);
    expect((await instead('DELETE', 0)).status).toBe(204);
    expect((await call('HEAD', to)).status).toBe(404);
  });

  test('another creator’s upload doesn’t exist', async () => {
    const to = await begin(mb);
    const other = await server.linkOf(await anOffer());
    for (const [method, body] of [['HEAD'], ['PATCH', video.subarray(0, mb)], ['DELETE']] as const) {
      const headers = { 'Upload-Offset': '0' };
      expect((await call(method, to, { token: other, body, headers })).status).toBe(404);
      expect((await call(method, to, { token: 'nobody', body, headers })).status).toBe(401);
    }
    expect(await offsetOf(to)).toBe(0);
  });

  test('the page sees the progress, submits the draft, and cancels it', async () => {
    const page = async () => (await openLink(server, token)).data;
    const to = await begin(mb, { fingerprint: 'v1:abc' });
    const uploadId = to.split('/').at(-1) ?? '';
    await patch(to, 0, video.subarray(0, 1000));
    expect((await page()).draft).toMatchObject({ state: 'uploading', url: to, receivedBytes: 1000 });
    const body = { move: 'submit-draft', uploadId, caption: 'First sip' } as const;
    const early = await moveByLink(server, token, body);
    expect(early.error).toMatchObject({ code: 'invalid_request', message: 'The video hasn’t finished uploading.' });
    await patch(to, 1000, video.subarray(1000, mb));
    const { data } = await moveByLink(server, token, body);
    expect([data.draft?.state, data.stage.type]).toEqual(['processing', 'SUBMIT_EVIDENCE']);
    const other = await moveByLink(server, token, body, 7);
    expect([other.status, other.error?.code]).toEqual([412, 'offer_changed']);
    const dropped = await callApi(server, endpoints.dropCreatorDraft, { token, body: { uploadId } });
    expect(dropped.data.draft).toBeNull();
  });

  test('no response was a server error', () => {
    expect(server.errors).toEqual([]);
  });
});
