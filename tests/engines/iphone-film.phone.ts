import { readFileSync } from 'node:fs';
import { handIn } from '#tests/e2e/fixtures/steps/hand-in.ts';
import { hasFfmpeg, iphoneFilm } from '#tests/support/media/make.ts';
import { button, expectThere, openCampaign, openOffer } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

/** Runs in a page: returns the progress of the open draft's player. */
function played() {
  const video = document.querySelector<HTMLVideoElement>('[role="dialog"] video');
  if (video === null) throw new Error('There is no video.');
  // Each engine has its own property for detected sound: Chromium, Firefox and WebKit in this order.
  const { webkitAudioDecodedByteCount, mozHasAudio, audioTracks } = video as HTMLVideoElement & {
    webkitAudioDecodedByteCount?: number;
    mozHasAudio?: boolean;
    audioTracks?: { length: number };
  };
  const { currentTime, videoWidth, videoHeight, muted, error } = video;
  const sound = webkitAudioDecodedByteCount ?? (mozHasAudio === undefined ? audioTracks?.length : Number(mozHasAudio));
  return { currentTime, videoWidth, videoHeight, muted, error: error?.message ?? null, hasSound: (sound ?? 0) > 0 };
}

test('an iPhone’s HEVC video plays for the brand, upright and with sound', async ({ tab, brand, server }) => {
  test.skip(!hasFfmpeg, 'ffmpeg is missing');
  const creatorId = await server.given.creator(brand.id, { firstName: 'Ingrid', lastName: 'Sommer' });
  const since = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: new Date(), creatorId } as const;
  const offerId = await server.given.offer(brand.id, brand.campaignId, since);
  const content = readFileSync(iphoneFilm());
  await handIn(server, await server.creatorToken(offerId), { filename: 'IMG_0042.MOV', content });
  await server.makeRenditions();

  const draft = { creator: 'Ingrid Sommer' };
  await openCampaign(tab, brand);
  await openOffer(tab, draft);
  const play = button('Play Ingrid Sommer’s draft');
  await expectThere(tab, play);
  await tab.press(play);
  await expect
    .poll(() => tab.evaluate(played))
    .toMatchObject({ videoWidth: 720, videoHeight: 1280, muted: false, error: null, hasSound: true });
  await expect.poll(async () => (await tab.evaluate(played)).currentTime).toBeGreaterThan(1.5);
});
