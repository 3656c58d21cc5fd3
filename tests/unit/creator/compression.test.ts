import { describe, expect, test } from 'vitest';
import { isSmallEnough } from '#creator/upload/compress-video.ts';
import { compressionPace } from '#creator/upload/compression-pace.ts';
import { readVideo } from '#creator/upload/video-facts.ts';
import { photoWithSong, trimmed } from '#tests/support/media/field-films.ts';
import { goodVideo } from '#tests/support/media/hostile.ts';
import { hasFfmpeg } from '#tests/support/media/make.ts';

const mb = 1_000_000;

describe('a picked video is sent as it is', () => {
  test('if it is small and plays in every browser, since saving a few seconds isn’t worth a wait', () => {
    expect(isSmallEnough(1.7 * mb, { durationMs: 4_000, codec: 'avc', shown: null })).toBe(true);
    expect(isSmallEnough(1.7 * mb, { durationMs: 4_000, codec: 'hevc', shown: null })).toBe(false);
    expect(isSmallEnough(1.7 * mb, { durationMs: 4_000, codec: null, shown: null })).toBe(false);
  });

  test('if it is long, but has a low bit rate', () => {
    expect(isSmallEnough(90 * mb, { durationMs: 600_000, codec: 'avc', shown: null })).toBe(true);
    expect(isSmallEnough(200 * mb, { durationMs: 600_000, codec: 'avc', shown: null })).toBe(false);
  });
});

describe.skipIf(!hasFfmpeg)('a trimmed video (skipped where ffmpeg is missing)', () => {
  test.each([
    ['at its beginning', { fromSecs: 2, secs: 2 }],
    ['at its end', { fromSecs: 0, secs: 2 }],
    ['at both', { fromSecs: 1, secs: 2 }],
  ])('%s is compressed without the cut parts, and never sent as it is', async (_, trim) => {
    const file = new Blob([new Uint8Array(trimmed(trim))]);
    const facts = await readVideo(file);
    expect(facts).toMatchObject({ isJoined: false, shown: { start: 0, end: 2 } });
    expect(facts.videoSeconds).toBeCloseTo(2);
    expect(isSmallEnough(file.size, facts)).toBe(false);
  });

  test('is distinguished from an untrimmed one', async () => {
    expect((await readVideo(new Blob([new Uint8Array(goodVideo())]))).shown).toBeNull();
    expect((await readVideo(new Blob([new Uint8Array(photoWithSong())]))).shown).toBeNull();
  });
});

describe('compressing a video', () => {
  function paced(sizeBytes: number, compressedBytes: number) {
    let at = 0;
    const pace = compressionPace({ sizeBytes, compressedBytes }, () => at);
    return (ms: number, fraction: number) => {
      at = ms;
      pace.progress(fraction);
      return pace.isTooSlow();
    };
  }

  test('is not judged in its first moments', () => {
    expect(paced(27 * mb, 5 * mb)(1_000, 0)).toBe(false);
  });

  test('stops after a few seconds if it would take longer than sending the original', () => {
    // 27 MB are sent in 43 s; this encoder would need 85.
    expect(paced(27 * mb, 5 * mb)(1_700, 0.02)).toBe(true);
    expect(paced(27 * mb, 5 * mb)(1_700, 0.1)).toBe(false);
  });

  test('stops if it would take more than five minutes, however large the original', () => {
    expect(paced(1_900 * mb, 90 * mb)(2_000, 0.005)).toBe(true);
    expect(paced(1_900 * mb, 90 * mb)(2_000, 0.01)).toBe(false);
  });

  test('continues once it has been running for a while, so its work isn’t lost', () => {
    const isTooSlow = paced(27 * mb, 5 * mb);
    expect(isTooSlow(2_000, 0.2)).toBe(false);
    expect(isTooSlow(20_000, 0.3)).toBe(false);
  });

  test('stops at any time if it hangs', () => {
    const isTooSlow = paced(27 * mb, 5 * mb);
    expect(isTooSlow(5_000, 0)).toBe(true);
    const later = paced(27 * mb, 5 * mb);
    later(10_000, 0.6);
    expect(later(29_000, 0.6)).toBe(false);
    expect(later(31_000, 0.6)).toBe(true);
  });
});
