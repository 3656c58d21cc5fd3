import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { smallSize } from '#creator/upload/compress-video.ts';
import { fingerprintOf, renditionFingerprint, sha256In, sha256Of } from '#creator/upload/fingerprint.ts';
import { uploadRate } from '#creator/upload/rate.ts';
import { readVideo } from '#creator/upload/video-facts.ts';

/** A film with one packet a second; it is never decoded, so the packets may hold anything. */
async function film(seconds: number): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 64, codedHeight: 64 };
  for (let at = 0; at < seconds; at += 1) {
    await source.add(new EncodedPacket(new Uint8Array([1, 2, 3]), 'key', at, 1), { decoderConfig });
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)]);
}

describe('a picked file', () => {
  test('of ten minutes is accepted, and a longer one is refused with its length', async () => {
    expect((await readVideo(await film(600))).durationMs).toBe(600_000);
    await expect(readVideo(await film(725))).rejects.toThrow('This video is 12 minutes and 5 seconds long.');
  });

  test('that isn’t a video, or is broken, gets an error that names the accepted files', async () => {
    const broken = (await film(3)).slice(0, 200);
    for (const file of [new Blob(['#EXTM3U\nfile:///etc/passwd']), new Blob([new Uint8Array(4096)]), broken]) {
      await expect(readVideo(file)).rejects.toThrow('Please choose an MP4, MOV or WebM file.');
    }
  });
});

test.each([
  [1920, 1080, 1280, 720],
  [1080, 1920, 720, 1280],
  [640, 360, 640, 360],
  [2160, 2160, 720, 720],
  [1919, 1081, 1278, 720],
])('%i x %i becomes %i x %i', (width, height, toWidth, toHeight) => {
  expect(smallSize(width, height)).toEqual({ width: toWidth, height: toHeight });
});

describe('fingerprints', () => {
  const bytes = (fill: number, size = 5_000_000) => new Uint8Array(size).fill(fill);
  const changed = (at: number) => {
    const copy = bytes(7);
    copy[at] = 9;
    return new Blob([copy]);
  };

  test('match for the same content, and differ for a different beginning, end or length', async () => {
    const own = await fingerprintOf(new Blob([bytes(7)]));
    expect(await fingerprintOf(new Blob([bytes(7)]))).toBe(own);
    for (const other of [changed(3), changed(4_999_999), new Blob([bytes(7, 5_000_001)])]) {
      expect(await fingerprintOf(other)).not.toBe(own);
    }
    expect(own).toMatch(/^[\w.:-]{1,200}$/);
  });

  test('contain the hash of small files, and none of originals', async () => {
    const hash = await sha256Of(new Blob(['abc']));
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256In(renditionFingerprint(hash))).toBe(hash);
    expect(sha256In(await fingerprintOf(new Blob(['abc'])))).toBeNull();
  });
});

test('the time left follows the recent speed, and isn’t estimated too early', () => {
  let at = 0;
  const rate = uploadRate(() => at);
  const after = (ms: number, bytes: number) => {
    at = ms;
    return rate.secondsLeft(bytes, 100_000);
  };
  expect([after(0, 0), after(1_000, 1_000), after(4_000, 4_000)]).toEqual([null, null, 96]);
  // The connection has become much slower; the average drops the earlier speed step by step.
  expect(after(30_000, 5_000)).toBeNull();
  expect(after(40_000, 6_000)).toBe(940);
  expect(after(41_000, 5_500)).toBe(2079);
});
