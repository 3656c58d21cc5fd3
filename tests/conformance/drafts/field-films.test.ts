import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import type { DraftMedia } from '#server/services/drafts/media/media.ts';
import { probeDraft } from '#server/services/drafts/media/probe.ts';
import { type Encoder, findEncoder } from '#server/services/drafts/renditions/encoder.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { draftWorkshop } from '#tests/support/drafts/draft-workshop.ts';
import {
  coverFirst,
  dolbyVision,
  filmOfOlderCodec,
  lastFrameLong,
  mirrored,
  olderFilms,
  photoWithSong,
  trimmed,
} from '#tests/support/media/field-films.ts';
import { ffmpeg, hasFfmpeg } from '#tests/support/media/make.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const limit = { timeout: 120_000 };
const { server, given } = await apiServer();
const { order, row, fill, stored, scripted } = draftWorkshop(server);
const brandId = await given.brand();
const encoder = (await findEncoder(null, { info: () => {}, warn: () => {} })) as Encoder;

beforeEach(async () => {
  await server.db.delete(attempts);
  await server.db.delete(draftUploads);
});

type Upload = Partial<typeof draftUploads.$inferInsert>;

/** Submits a video. @returns its state, and the file for the brand */
async function handedIn(film: Buffer, way: Encoder | null, more: Upload = {}) {
  const path = join(newFolder(), 'draft');
  writeFileSync(path, film);
  const id = await order(brandId, path, more);
  await fill(way);
  const { state, reason, fileName, posterName } = await row(id);
  const media = fileName === null ? null : await probeDraft(stored(fileName));
  return { state, reason, posterName, media, path: stored(fileName) };
}

/** RGB values in the middle of a picture's left half. */
async function leftOf(path: string): Promise<number[]> {
  const { data } = await sharp(path)
    .resize(4, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

/** The first frame that a player shows. */
function firstFrame(film: string): string {
  const path = join(newFolder(), 'frame.png');
  ffmpeg(['-i', film, '-frames:v', '1', path]);
  return path;
}

const isAbout = (ms: number) => (media: DraftMedia | null) => Math.abs((media?.durationMs ?? 0) - ms) < 200;
const ready = { state: 'READY', reason: null };
const refused = (words: RegExp) => ({ state: 'FAILED', reason: expect.stringMatching(words) });
const unknownFormat = /^We don’t support this video’s format. Export it as MP4 \(H\.264\)/;
const wasTrimmed = /^You trimmed this video, but the file still has the parts you cut off\. Export it as a new video/;

describe.skipIf(!hasFfmpeg)('videos as creators have them (skipped where ffmpeg is missing)', () => {
  describe.each([
    ['with ffmpeg', encoder],
    ['by copying', null],
  ])('%s', (_, way) => {
    test('a screen recording whose last frame is held keeps its full length', limit, async () => {
      const taken = await handedIn(lastFrameLong(), way);
      expect(taken).toMatchObject(ready);
      expect(taken.media).toSatisfy(isAbout(12_000));
      expect(taken.media?.video.durationMs).toBeGreaterThan(11_800);
    });

    test('a photo with music is accepted and lasts as long as the music', limit, async () => {
      const taken = await handedIn(photoWithSong(), way);
      expect(taken).toMatchObject({ ...ready, media: { audio: { codec: 'aac' } } });
      expect(taken.media).toSatisfy(isAbout(12_000));
      expect(taken.media?.audio?.durationMs).toBeGreaterThan(11_800);
      if (way === null) return;
      const [red = 0, green = 0] = await leftOf(stored(taken.posterName));
      expect(red).toBeGreaterThan(200);
      expect(green).toBeLessThan(50);
    });

    test('the video behind a cover picture is used', limit, async () => {
      const taken = await handedIn(coverFirst(), way);
      expect(taken).toMatchObject({ ...ready, media: { video: { codec: 'avc', width: 64 }, audio: { codec: 'aac' } } });
      expect(taken.media).toSatisfy(isAbout(4_000));
    });

    test.each(['dvh1', 'dvhe', 'dva1', 'dvav'] as const)(
      'Dolby Vision under the name %s is transcoded, or refused with a message',
      limit,
      async (name) => {
        const taken = await handedIn(dolbyVision(name), way);
        if (way === null) expect(taken).toMatchObject(refused(/^We can’t convert this video\..*Most Compatible/));
        else expect(taken).toMatchObject({ ...ready, media: { video: { codec: 'avc' }, audio: { codec: 'aac' } } });
      },
    );

    test.each(olderFilms)('%s', limit, async (film) => {
      const taken = await handedIn(filmOfOlderCodec(film), way);
      const words = film.includes('sound') ? /^We can’t read this video’s sound/ : unknownFormat;
      if (way === null) expect(taken).toMatchObject(refused(words));
      else expect(taken).toMatchObject({ ...ready, media: { video: { codec: 'avc' }, audio: { codec: 'aac' } } });
    });

    test('a mirrored video looks as on the phone, or is refused with a message', limit, async () => {
      const taken = await handedIn(mirrored(), way);
      if (way === null) {
        expect(taken).toMatchObject(refused(/^This video is stored mirrored.*Export it as MP4/));
        return;
      }
      expect(taken).toMatchObject({ ...ready, media: { video: { isMirrored: false } } });
      const [red = 0, , blue = 0] = await leftOf(firstFrame(taken.path));
      expect(blue).toBeGreaterThan(red + 100);
    });

    test('parts trimmed at a key frame don’t reach the brand', limit, async () => {
      const taken = await handedIn(trimmed({ fromSecs: 1, secs: 2 }), way);
      expect(taken).toMatchObject({
        ...ready,
        media: { video: { isTrimmed: false, frames: 60 }, audio: { codec: 'aac' } },
      });
      expect(taken.media).toSatisfy(isAbout(2_000));
      expect(taken.media?.audio?.isTrimmed).toBe(false);
      const [red = 0, green = 0] = await leftOf(firstFrame(taken.path));
      expect(green).toBeGreaterThan(red + 50);
    });

    test('parts trimmed between key frames don’t reach the brand', limit, async () => {
      const taken = await handedIn(trimmed({ fromSecs: 1.5, secs: 2 }), way);
      if (way === null) {
        expect(taken).toMatchObject(refused(wasTrimmed));
        return;
      }
      expect(taken).toMatchObject({ ...ready, media: { video: { isTrimmed: false, frames: 60 } } });
      expect(taken.media).toSatisfy(isAbout(2_000));
    });

    test('a browser’s claim that a trimmed video is transcoded changes nothing', limit, async () => {
      const taken = await handedIn(trimmed({ fromSecs: 1, secs: 1 }), way, { isRendition: true });
      expect(taken).toMatchObject({ ...ready, media: { video: { isTrimmed: false, frames: 30 } } });
    });

    test('an original with trimmed parts isn’t kept for the brand', limit, async () => {
      const campaignId = await given.campaign(brandId, { asksForOriginals: true });
      const offerId = await owingOffer(server, brandId, campaignId);
      expect(await handedIn(trimmed({ fromSecs: 1, secs: 2 }), way, { offerId })).toMatchObject(refused(wasTrimmed));
    });
  });

  test('a browser’s still isn’t shown for a trimmed video, since it may show a trimmed part', limit, async () => {
    const posterName = `${brandId}/${newId('upl').padEnd(43, 'a')}.webp`;
    expect((await handedIn(trimmed({ fromSecs: 1, secs: 2 }), null, { posterName })).posterName).toBeNull();
    expect((await handedIn(coverFirst(), null, { posterName })).posterName).toBe(posterName);
  });

  test('a missing still never fails a draft', limit, async () => {
    const stillless = scripted(encoder, 'case "$*" in *"-c:v mjpeg"*) exit 9;; esac');
    expect(await handedIn(coverFirst(), stillless)).toMatchObject({ ...ready, posterName: null });
    const broken = scripted(encoder, 'case "$*" in *"-c:v mjpeg"*) echo no > still.jpg; exit 0;; esac');
    expect(await handedIn(coverFirst(), broken)).toMatchObject({ ...ready, posterName: null });
    const empty = scripted(encoder, 'case "$*" in *"-c:v mjpeg"*) exit 0;; esac');
    expect(await handedIn(coverFirst(), empty)).toMatchObject({ ...ready, posterName: null });
  });
});
