import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { findEncoder } from '#server/services/drafts/renditions/encoder.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { call } from '#tests/support/calls/call.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { coffeeFilms, makeRenditions, orderRendition } from '#tests/support/drafts/renditions.ts';
import { hasFfmpeg, place } from '#tests/support/media/make.ts';
import { aStill } from '#tests/support/media/still.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const brandId = await given.brand();
const campaignId = await given.campaign(brandId);
let offerId: string;
let uploadId: string;

beforeEach(async () => {
  await server.db.delete(attempts);
  await server.db.delete(storedFiles);
  offerId = await owingOffer(server, brandId, campaignId);
  uploadId = await given.upload(brandId, offerId);
});

const scope = () => brandScope(server.db, brandId);
const save = async (picture: string, to = uploadId) => {
  const token = await server.linkOf(offerId);
  return call(server, endpoints.saveDraftPoster, { token, body: { uploadId: to, picture } });
};
const kept = async () => {
  const [row] = await server.db.select().from(draftUploads).where(eq(draftUploads.id, uploadId));
  return row?.posterName ?? null;
};
const bytesOf = (name: string | null) => readFileSync(join(server.dataDir, 'files', name ?? 'none'));

async function handIn(withFfmpeg: boolean): Promise<void> {
  await orderRendition(server, brandId, { offerId, uploadId });
  const encoder = withFfmpeg ? await findEncoder(null, { info: () => {}, warn: () => {} }) : null;
  await makeRenditions(server, { drafts: coffeeFilms, encoder });
}
const posterOf = async () => (await readOffer(scope(), offerId)).currentStage.fulfillment?.metadata.posterUrl;

describe('a still from the creator’s page', () => {
  test('is re-encoded, stripped of its location, and shown if the server has no ffmpeg', async () => {
    expect((await save(await aStill())).status).toBe(200);
    const name = await kept();
    expect(bytesOf(name).includes(place.slice(0, 8))).toBe(false);
    expect(await sharp(bytesOf(name)).metadata()).toMatchObject({ format: 'webp', width: 64, height: 36 });
    await handIn(false);
    expect(await posterOf()).toBe(`/files/${name}`);
  });

  test.skipIf(!hasFfmpeg)(
    'is replaced by the server’s own, which comes from the video that the brand watches',
    async () => {
      await save(await aStill());
      const name = await kept();
      await handIn(true);
      expect(await posterOf()).toMatch(/^\/files\//);
      expect(await posterOf()).not.toBe(`/files/${name}`);
    },
  );

  test('sent twice is stored once, and the last one counts', async () => {
    const still = await aStill();
    await save(still);
    const first = await kept();
    await save(still);
    expect(await kept()).toBe(first);
    await save(await aStill(80));
    expect(await kept()).not.toBe(first);
    expect(await server.db.select().from(storedFiles)).toHaveLength(2);
  });

  test('is optional', async () => {
    await handIn(false);
    const { currentStage } = await readOffer(scope(), offerId);
    expect(currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
    expect(currentStage.fulfillment?.metadata).not.toHaveProperty('posterUrl');
  });
});

describe('a still is refused with a message, and nothing is stored, for', () => {
  const base64 = (content: string | Buffer) => Buffer.from(content as string).toString('base64');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  const png = () =>
    sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const jpeg = async () => Buffer.from(await aStill(), 'base64');
  /** A header that claims 65,500 x 65,500 pixels. */
  const bomb = async () => {
    const content = await jpeg();
    const frame = content.indexOf(Buffer.from([0xff, 0xc0]));
    content.writeUInt16BE(65_500, frame + 5);
    content.writeUInt16BE(65_500, frame + 7);
    return content;
  };

  test.each<[string, () => Promise<string> | string, number, string]>([
    ['an SVG', () => base64(svg), 415, 'Expected a JPEG picture.'],
    ['a PNG', async () => base64(await png()), 415, 'Expected a JPEG picture.'],
    ['nothing', () => '', 415, 'Expected a JPEG picture.'],
    ['half a JPEG', async () => base64((await jpeg()).subarray(0, 120)), 415, 'File is not supported.'],
    [
      'a JPEG by its first bytes only',
      () => base64(Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(svg)])),
      415,
      'File is not supported.',
    ],
    ['a picture of 4,290 megapixels', async () => base64(await bomb()), 413, 'Expected at most 60 megapixels.'],
    ['invalid Base64', () => '***', 400, 'isn’t valid'],
    ['a picture that is too large', () => base64(Buffer.alloc(600_001)), 400, 'isn’t valid'],
  ])('%s', async (_, pictureOf, status, words) => {
    const answer = await save(await pictureOf());
    expect([answer.status, answer.error?.message]).toEqual([status, expect.stringContaining(words)]);
    expect(await kept()).toBeNull();
    expect(await server.db.select().from(storedFiles)).toEqual([]);
  });

  test('an upload that was cancelled or submitted, or belongs to another offer', async () => {
    const other = await given.upload(brandId, await given.offer(brandId, campaignId));
    expect((await save(await aStill(), other)).status).toBe(404);
    for (const change of [{ state: 'READY' as const }, { state: 'RECEIVED' as const, goneAt: server.clock.now() }]) {
      await server.db.update(draftUploads).set(change).where(eq(draftUploads.id, uploadId));
      const answer = await save(await aStill());
      expect([answer.status, answer.error?.message]).toEqual([
        404,
        'This upload no longer exists. Please choose the video again.',
      ]);
    }
    expect(await server.db.select().from(storedFiles)).toEqual([]);
  });
});
