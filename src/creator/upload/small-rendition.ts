import { BlobSource, BufferTarget, Conversion, canEncodeVideo, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';
import { compressionPace } from './compression-pace.ts';
import type { VideoFacts } from './video-facts.ts';

const shortSide = 720;
/** The requested rate; encoders give a tenth more. */
const bitsPerSecond = 1_250_000;
const mostFramesPerSecond = 30;
/** Seconds between frames from which a player can start. */
const keyFrameSeconds = 2;
/** A file of this size is sent in under half a minute: compressing would take longer than it saves. */
const smallBytes = 12_000_000;
/** Interval of checks of the encoder's pace, ms: a hanging encoder reports nothing. */
const paceEveryMs = 500;
const toleranceSeconds = 1;

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

/** The size of the small one: its shorter side has 720 pixels at most. */
export function smallSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, shortSide / Math.min(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

/** True if compressing a video would gain little, and brands' browsers play it as it is. */
export function isSmallEnough(
  sizeBytes: number,
  { durationMs, codec, shown }: Pick<VideoFacts, 'durationMs' | 'codec' | 'shown'>,
): boolean {
  // Its file has the parts that the creator cut off. A compressed one hasn't.
  if (shown !== null) return false;
  if (codec !== 'avc' && codec !== 'vp9') return false;
  return sizeBytes <= smallBytes || (sizeBytes * 8000) / durationMs < bitsPerSecond * 1.4;
}

interface Making {
  signal: AbortSignal;
  /** Aborted when the creator would rather send the original. */
  asItIs: AbortSignal;
  /** False where the original is too large to be sent: then it is compressed however long it takes. */
  canSendOriginal: boolean;
  onProgress(fraction: number): void;
}

/**
 * Compresses a video: 720p in H.264, with its sound as it is, playable from its first bytes.
 * @returns null where the original is to be sent: it is small already, this browser can't compress it or is too slow, or its
 *   creator would rather send it
 * @throws the signal's reason
 */
export async function smallRendition(file: Blob, facts: VideoFacts, making: Making): Promise<Blob | null> {
  if (typeof VideoEncoder === 'undefined' || isSmallEnough(file.size, facts)) return null;
  const stop = new AbortController();
  const pace = compressionPace({
    sizeBytes: file.size,
    compressedBytes: (bitsPerSecond * facts.durationMs) / 8000,
  });
  const watch = setInterval(() => making.canSendOriginal && pace.isTooSlow() && stop.abort(), paceEveryMs);
  const end = () => stop.abort();
  for (const signal of [making.signal, making.asItIs]) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { signal: stop.signal });
  }
  try {
    const onProgress = (fraction: number) => {
      pace.progress(fraction);
      making.onProgress(fraction);
    };
    const made = await convert(facts, { signal: stop.signal, onProgress });
    const isSmaller = made !== null && (made.size < file.size || facts.shown !== null);
    return made !== null && isSmaller && (await isWhole(made, facts)) ? made : null;
  } catch {
    // Devices' codecs fail in many ways, and a stopped conversion does too: the original is still there.
    making.signal.throwIfAborted();
    return null;
  } finally {
    clearInterval(watch);
    stop.abort();
  }
}

async function convert(
  { input, video, audio, hasSound, shown, isJoined }: VideoFacts,
  { signal, onProgress }: Pick<Making, 'signal' | 'onProgress'>,
) {
  if (isJoined || !(await video.canDecode()) || (hasSound && audio === null)) return null;
  const size = smallSize(await video.getDisplayWidth(), await video.getDisplayHeight());
  if (!(await canEncodeVideo('avc', { ...size, bitrate: bitsPerSecond }))) return null;
  const { averagePacketRate } = await video.computePacketStats(100);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({
    ...{ input, output, tracks: 'primary', showWarnings: false },
    ...(shown === null ? {} : { trim: shown }),
    // Nothing of what the file says of people and places.
    tags: {},
    video: {
      ...{ ...size, fit: 'contain', codec: 'avc', bitrate: bitsPerSecond, keyFrameInterval: keyFrameSeconds },
      ...{ forceTranscode: true, allowRotationMetadata: false },
      ...(averagePacketRate > mostFramesPerSecond + 1 ? { frameRate: mostFramesPerSecond } : {}),
    },
    // AAC is copied: browsers on Linux can't encode it.
    audio: { codec: 'aac' },
  });
  const used = conversion.utilizedTracks.map(({ type }) => type);
  if (!conversion.isValid || !used.includes('video') || (hasSound && !used.includes('audio'))) return null;
  conversion.onProgress = onProgress;
  // Shown at once: an encoder that hangs from its start can be skipped.
  onProgress(0);
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      // A hanging encoder ignores this, too, so don't wait for it.
      void conversion.cancel().catch(() => undefined);
      reject(signal.reason);
    });
  });
  await Promise.race([conversion.execute(), stopped]);
  return target.buffer === null ? null : new Blob([target.buffer], { type: 'video/mp4' });
}

/** True if all of the original is in it, with its sound: encoders have ended early without an error. */
async function isWhole(made: Blob, { videoSeconds, hasSound }: VideoFacts): Promise<boolean> {
  const input = new Input({ source: new BlobSource(made), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const seconds = await input.computeDuration(video === null ? [] : [video]);
  return video !== null && (audio !== null || !hasSound) && seconds > videoSeconds - toleranceSeconds;
}
