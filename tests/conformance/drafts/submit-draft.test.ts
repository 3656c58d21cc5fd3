import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { offerLines } from '#server/services/admin/offers/format.ts';
import { readDraftState } from '#server/services/drafts/state/draft-state.ts';
import { removeDiscardedUploads } from '#server/services/files/transfers/remove-discarded-uploads.ts';
import type { UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { noLookups } from '#server/services/posts/lookups/look-up.ts';
import { pieces } from '#tests/support/calls/metrics.ts';
import { moveNow, owingOffer } from '#tests/support/calls/offers.ts';
import { makeRenditions, orderRendition } from '#tests/support/drafts/renditions.ts';
import { hasFfmpeg, iphoneFilm, olderFilm } from '#tests/support/media/make.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { taskNamed } from '#tests/support/servers/operate.ts';

// The server's side of `npm run admin -- submit-draft`.

const { server, given } = await apiServer();
const brandId = await given.brand();
const campaignId = await given.campaign(brandId);
let offerId: string;
let isClosed: boolean;

beforeEach(async () => {
  await server.db.delete(attempts);
  await server.db.delete(draftUploads);
  isClosed = false;
  offerId = await owingOffer(server, brandId, campaignId);
});

const now = () => server.clock.now();
const scope = () => brandScope(server.db, brandId);
const unneeded = () => {
  throw new Error('Not needed');
};
const context = (files?: Partial<UploadStore['files']>) => ({
  ...{ db: server.db, now, sessionSecret: unneeded, payments: unneeded, lookUpPost: noLookups },
  publicUrl: 'https://afield.test',
  fileStore: async () => server.uploads.store,
  uploadStore: async (): Promise<UploadStore> => ({
    ...server.uploadStore,
    files: { ...server.uploadStore.files, ...files },
    close: () => {
      isClosed = true;
    },
  }),
});
interface Params {
  name?: string;
  sizeBytes?: number;
  caption?: string | null;
  offerId?: string;
  files?: Partial<UploadStore['files']>;
}
function submit(bytes: Uint8Array, { files, ...more }: Params = {}) {
  const input = { offerId, name: 'from-mail.mov', sizeBytes: bytes.length, caption: null, ...more };
  return taskNamed('submit-draft').execute(context(files), input, pieces(bytes, 65_536)) as Promise<{ offer: Offer }>;
}
const fill = () => makeRenditions(server);
const uploads = () => server.db.select().from(draftUploads).where(eq(draftUploads.offerId, offerId));
const lines = async () => {
  const input = { campaignId, stages: [] };
  const { offers, drafts } = (await taskNamed('list-offers').execute(context(), input, pieces(''))) as {
    offers: Offer[];
    drafts: Parameters<typeof offerLines>[1];
  };
  return offerLines(
    offers.filter(({ id }) => id === offerId),
    drafts,
    now(),
  );
};
/** Expects that a refused draft leaves no files, and that its creator sees none of it. */
async function expectNothingLeft() {
  expect(await readDraftState(scope(), offerId)).toBeNull();
  await removeDiscardedUploads(server.db, server.uploadStore, now());
  expect(await uploads()).toEqual([]);
}

describe.skipIf(!hasFfmpeg)('a draft by command (skipped where ffmpeg is missing)', { timeout: 60_000 }, () => {
  test('is handled like a creator’s: stored, prepared, sent to the brand, and submitted by the provider', async () => {
    const { offer } = await submit(readFileSync(olderFilm()), { caption: 'First sip' });
    expect(offer.currentStage.type).toBe('SUBMIT_EVIDENCE');
    expect(await readDraftState(scope(), offerId)).toMatchObject({ state: 'processing', name: 'from-mail.mov' });
    expect(await lines()).toMatch(/ {2}A draft is being prepared\.$/);
    expect(isClosed).toBe(true);
    await fill();
    const handedIn = await readOffer(scope(), offerId);
    expect(handedIn).toMatchObject({
      currentStage: {
        type: 'AWAITING_EVIDENCE_CLEARANCE',
        fulfillment: { metadata: { caption: 'First sip', width: 1280, height: 720, hasSound: true } },
      },
    });
    expect(handedIn.history?.at(-1)).toMatchObject({ move: 'submit-draft', by: 'provider' });
    expect(await lines()).not.toMatch(/draft is being/);
    await expect(submit(readFileSync(olderFilm()))).rejects.toThrow(
      'Can’t submit a draft: the offer has a submission in review.',
    );
  });

  test('from a bucket is downloaded to this machine first', async () => {
    await submit(readFileSync(olderFilm()), { files: { pathOf: () => null } });
    expect(await readDraftState(scope(), offerId)).toMatchObject({ state: 'processing' });
  });

  test('that can’t be prepared is shown in the offer list and on the creator’s page', async () => {
    await submit(readFileSync(iphoneFilm()));
    await fill();
    expect(await lines()).toMatch(/ {2}The draft can’t be used: We can’t convert this video\./);
    expect(await readDraftState(scope(), offerId)).toMatchObject({ state: 'failed' });
  });

  test('replaces an earlier one by command, but not one by its creator', async () => {
    await submit(readFileSync(olderFilm()), { name: 'first.mov' });
    await submit(readFileSync(olderFilm()), { name: 'second.mov' });
    expect(await readDraftState(scope(), offerId)).toMatchObject({ state: 'processing', name: 'second.mov' });
    await server.db.delete(draftUploads);
    const uploadId = await given.upload(brandId, offerId, { createdAt: now(), changedAt: now() });
    await orderRendition(server, brandId, { offerId, uploadId });
    await expect(submit(readFileSync(olderFilm()))).rejects.toThrow(
      'Can’t submit a draft: the creator’s own draft is being processed.',
    );
    expect(await readDraftState(scope(), offerId)).toMatchObject({ state: 'processing', name: 'IMG_0042.MOV' });
  });

  test('is refused without a trace if the offer ended during preparation', async () => {
    const bytes = readFileSync(olderFilm());
    const withdraw = () => moveNow(server, brandId, { move: 'withdraw', input: {}, offerId, by: 'creator' });
    async function* slowly() {
      yield bytes;
      expect(await uploads()).toMatchObject([{ state: 'UPLOADING' }]);
      expect(await readDraftState(scope(), offerId)).toBeNull();
      await withdraw();
    }
    const input = { offerId, name: 'late.mov', sizeBytes: bytes.length, caption: null };
    await expect(taskNamed('submit-draft').execute(context(), input, slowly())).rejects.toThrow(
      'Can’t submit a draft: the offer has ended.',
    );
    expect(isClosed).toBe(true);
    await expectNothingLeft();
  });
});

describe('a file that isn’t a valid draft is refused with a message, and leaves nothing', () => {
  const text = Buffer.from('Dear team, here is my draft.');

  test.each([
    ['a text file', text, {}, 'We can’t read this file as a video. Please choose an MP4, MOV or WebM file.'],
    ['an empty file', Buffer.alloc(0), {}, 'This file is empty. Please choose another video.'],
    ['a file that is too large', text, { sizeBytes: 3_000_000_000 }, 'This video is too large. The limit is 2 GB.'],
    ['a file that grows', text, { sizeBytes: 10 }, 'The file changed while it was being read. Please try again.'],
    ['a file that shrinks', text, { sizeBytes: 100 }, 'The file changed while it was being read. Please try again.'],
    ['an empty caption', text, { caption: ' ' }, /^caption: /],
    ['an unknown offer', text, { offerId: `off_${'0'.repeat(26)}` }, `There is no offer off_${'0'.repeat(26)}.`],
  ])('%s', async (_, bytes, more, words) => {
    await expect(submit(bytes, more)).rejects.toThrow(words);
    await expectNothingLeft();
  });

  test('an offer that owes a link accepts no draft', async () => {
    await server.db.delete(draftUploads);
    const linkCampaign = await given.campaign(brandId, { asks: [] });
    offerId = await owingOffer(server, brandId, linkCampaign);
    await expect(submit(text)).rejects.toThrow('Can’t submit a draft: the offer needs a link.');
    await expectNothingLeft();
  });
});
