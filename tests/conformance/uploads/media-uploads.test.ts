import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mediaUploadsPath } from '#contract/brand/media-uploads.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mediaUploads } from '#server/database/tables/file-tables.ts';
import { attempts, brands } from '#server/database/tables/tables.ts';
import { demoMediaDir } from '#server/paths.ts';
import { removeDiscardedUploads } from '#server/services/files/transfers/remove-discarded-uploads.ts';
import { s3Uploads } from '#server/services/files/transfers/s3-uploads.ts';
import { mediaKind, type UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { dropOldMediaUploads } from '#server/services/files/uploads/media-uploads.ts';
import { call } from '#tests/support/calls/call.ts';
import { metadataOf, tusCall } from '#tests/support/calls/tus-client.ts';
import { type MadePersona, makePersona } from '#tests/support/personas/make-persona.ts';
import { keptOut } from '#tests/support/personas/personas.ts';
import { flatPicture, uploadOf } from '#tests/support/servers/brand-files.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';
import { type S3Server, startS3 } from '#tests/support/services/s3.ts';

const { storeUpload, uploadFiles } = endpoints;
const dayMs = 86_400_000;

/** A video of this size; free space follows its own boxes. */
function filmOf(sizeBytes: number): Buffer {
  const film = readFileSync(join(demoMediaDir(), 'coffee.mp4'));
  const free = Buffer.alloc(sizeBytes - film.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([film, free]);
}
const film = filmOf(12_000_000);

describe.each(['disk', 'S3'])('brands’ files that arrive by tus, on %s', (place) => {
  let s3: S3Server | undefined;
  let store: UploadStore | undefined;
  let server: TestServer;
  let address: string;
  let brandId: string;
  let token: string;

  beforeAll(async () => {
    if (place === 'S3') {
      s3 = await startS3();
      store = await s3Uploads(mediaKind, s3.settings(), pino({ level: 'silent' }));
    }
    server = await startTestServer(store ? { mediaStore: store } : {});
    address = await server.listen();
  });
  afterAll(async () => {
    await server?.close();
    store?.close();
    await s3?.close();
  });
  beforeEach(async () => {
    await server.db.delete(attempts);
    await server.db.delete(mediaUploads);
    brandId = await world(server.db).brand();
    token = (await server.sessionOf(brandId)).accessToken;
  });

  const begin = (sizeBytes: number, destination = 'campaigns/media', as = token) =>
    tusCall(address, 'POST', mediaUploadsPath, {
      token: as,
      headers: { 'Upload-Length': String(sizeBytes), 'Upload-Metadata': metadataOf({ destination }) },
    });
  const begun = async (sizeBytes: number, destination?: string) =>
    (await begin(sizeBytes, destination)).headers.location ?? '';
  const patch = (to: string, offset: number, body: Uint8Array, options: Parameters<typeof tusCall>[3] = {}) =>
    tusCall(address, 'PATCH', to, { token, body, ...options, headers: { 'Upload-Offset': String(offset) } });
  const idIn = (to: string) => to.split('/').at(-1) ?? '';
  const storeIt = (to: string, as = token) => call(server, storeUpload, { token: as, body: { uploadId: idIn(to) } });
  async function uploaded(content: Uint8Array, destination?: string): Promise<string> {
    const to = await begun(content.length, destination);
    expect(await patch(to, 0, content)).toMatchObject({ status: 204 });
    return to;
  }
  const rowsLeft = () => server.db.select().from(mediaUploads);

  test('a 12 MB video resumes after a cut, and is stored where creators can read it', async () => {
    const to = await begun(film.length);
    const half = film.subarray(0, 6_000_000);
    expect(await patch(to, 0, half)).toMatchObject({ status: 204 });
    expect(await storeIt(to)).toMatchObject({ status: 409, data: { code: 'upload_conflict' } });
    const head = await tusCall(address, 'HEAD', to, { token });
    expect(head.headers['upload-offset']).toBe(String(half.length));
    expect(await patch(to, half.length, film.subarray(half.length))).toMatchObject({ status: 204 });
    const { status, data } = await storeIt(to);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      mime: 'video/mp4',
      url: expect.stringMatching(/^https:\/\/afield\.test\/files\/brd_/),
    });
    const kept = await server.app.request(new URL(data.url).pathname);
    expect((await kept.arrayBuffer()).byteLength).toBe(film.length);
  });

  test('a repeated request gets the same response, as does the same file by the other endpoint', async () => {
    const picture = await flatPicture();
    const to = await uploaded(picture, 'brand/profile-picture/');
    const first = (await storeIt(to)).data;
    expect(first).toMatchObject({ mime: 'image/webp' });
    expect((await storeIt(to)).data).toEqual(first);
    expect((await call(server, uploadFiles, { token, body: uploadOf([picture]) })).data.urls).toEqual([first]);
  });

  test('the upload’s content is deleted once it is stored, and its row a day later', async () => {
    const to = await uploaded(await flatPicture(), 'brand/profile-picture/');
    const path = server.mediaStore.files.pathOf(idIn(to));
    await storeIt(to);
    if (path !== null) expect(existsSync(path)).toBe(false);
    const unfinished = await begun(film.length);
    expect(await patch(unfinished, 0, film.subarray(0, 1_000_000))).toMatchObject({ status: 204 });
    await dropOldMediaUploads(server.db, new Date(server.clock.now().getTime() + dayMs + 1));
    expect(await tusCall(address, 'HEAD', unfinished, { token })).toMatchObject({ status: 404 });
    await removeDiscardedUploads(server.db, server.mediaStore, server.clock.now());
    expect(await rowsLeft()).toEqual([]);
    if (s3) expect(await s3.namesIn('incoming-media')).toEqual([]);
  });

  test('an unusable file is refused, before the upload if its size shows it', async () => {
    expect(await begin(0)).toMatchObject({ status: 400, message: 'This file is empty. Please choose another one.' });
    expect(await begin(100_000_001)).toMatchObject({ status: 413, message: 'File is too large' });
    expect(await begin(10_000_001, 'brand/profile-picture/')).toMatchObject({ status: 413 });
    expect(await begin(1_000, 'elsewhere/')).toMatchObject({ status: 400 });
    const noPicture = await uploaded(Buffer.from('no picture at all'));
    expect(await storeIt(noPicture)).toMatchObject({ status: 415 });
    const large = Buffer.concat([await flatPicture(), Buffer.alloc(10_000_000)]);
    expect(await storeIt(await uploaded(large))).toMatchObject({ status: 413, data: { message: 'File is too large' } });
  });

  test('a brand’s unfinished uploads share a limit of 1 GB', async () => {
    for (let i = 0; i < 10; i += 1) expect(await begin(100_000_000)).toMatchObject({ status: 201 });
    expect(await begin(1)).toMatchObject({ status: 413 });
    const [first] = await rowsLeft();
    await tusCall(address, 'DELETE', `${mediaUploadsPath}/${first?.id}`, { token });
    expect(await begin(1)).toMatchObject({ status: 201 });
  });

  test('an upload belongs to its brand alone', async () => {
    const to = await uploaded(await flatPicture());
    const other = (await server.sessionOf(await world(server.db).brand())).accessToken;
    expect(await tusCall(address, 'HEAD', to, { token: other })).toMatchObject({ status: 404 });
    expect(await patch(to, 0, Buffer.from('x'), { token: other })).toMatchObject({ status: 404 });
    expect(await tusCall(address, 'DELETE', to, { token: other })).toMatchObject({ status: 404 });
    expect(await storeIt(to, other)).toMatchObject({ status: 404 });
    expect(await tusCall(address, 'HEAD', to)).toMatchObject({ status: 401 });
    expect(await storeIt(to)).toMatchObject({ status: 200 });
  });

  test.each(keptOut)('a brand that is %s can’t start an upload', async (persona) => {
    const made: MadePersona = await makePersona(server, persona);
    const { accessToken } = await server.sessionOf(made.brandId);
    expect(await begin(1_000, 'campaigns/media', accessToken)).toMatchObject({ status: 403 });
  });

  test('an erased brand’s uploads are deleted with it', async () => {
    const to = await begun(film.length);
    const named = server.db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
    await operate(server, 'erase-data', { kind: 'brand', named: (await named)[0]?.email ?? '', isConfirmed: true });
    const [row] = await rowsLeft();
    expect(row).toMatchObject({ id: idIn(to), goneAt: server.clock.now() });
    await removeDiscardedUploads(server.db, server.mediaStore, server.clock.now());
    expect(await rowsLeft()).toEqual([]);
  });
});
