import { describe, expect, test } from 'vitest';
import { compressionPace } from '#creator/upload/compression-pace.ts';
import { isSmallEnough } from '#creator/upload/small-rendition.ts';

const mb = 1_000_000;

describe('a picked video is sent as it is', () => {
  test('if it is small and every browser plays it: a few seconds of film are not worth a wait', () => {
    expect(isSmallEnough(1.7 * mb, { durationMs: 4_000, codec: 'avc' })).toBe(true);
    expect(isSmallEnough(1.7 * mb, { durationMs: 4_000, codec: 'hevc' })).toBe(false);
    expect(isSmallEnough(1.7 * mb, { durationMs: 4_000, codec: null })).toBe(false);
  });

  test('if it is long, but has few bits a second', () => {
    expect(isSmallEnough(90 * mb, { durationMs: 600_000, codec: 'avc' })).toBe(true);
    expect(isSmallEnough(200 * mb, { durationMs: 600_000, codec: 'avc' })).toBe(false);
  });
});

describe('compressing', () => {
  function paced(sizeBytes: number, compressedBytes: number) {
    let at = 0;
    const pace = compressionPace({ sizeBytes, compressedBytes }, () => at);
    return (ms: number, fraction: number) => {
      at = ms;
      pace.progress(fraction);
      return pace.isTooSlow();
    };
  }

  test('is not judged in its first moment', () => {
    expect(paced(27 * mb, 5 * mb)(1_000, 0)).toBe(false);
  });

  test('that would take longer than sending the original stops after seconds', () => {
    // 27 MB are sent in 43 s; this encoder would need 85.
    expect(paced(27 * mb, 5 * mb)(1_700, 0.02)).toBe(true);
    expect(paced(27 * mb, 5 * mb)(1_700, 0.1)).toBe(false);
  });

  test('that would take more than five minutes stops, however large the original is', () => {
    expect(paced(1_900 * mb, 90 * mb)(2_000, 0.005)).toBe(true);
    expect(paced(1_900 * mb, 90 * mb)(2_000, 0.01)).toBe(false);
  });

  test('goes on once it has been under way for a while: its work is not thrown away', () => {
    const isTooSlow = paced(27 * mb, 5 * mb);
    expect(isTooSlow(2_000, 0.2)).toBe(false);
    expect(isTooSlow(20_000, 0.3)).toBe(false);
  });

  test('that hangs stops at any time', () => {
    const isTooSlow = paced(27 * mb, 5 * mb);
    expect(isTooSlow(5_000, 0)).toBe(true);
    const later = paced(27 * mb, 5 * mb);
    later(10_000, 0.6);
    expect(later(29_000, 0.6)).toBe(false);
    expect(later(31_000, 0.6)).toBe(true);
  });
});
