import { BlobSource, BufferTarget, Conversion, canEncodeVideo, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';
import { compressionPace } from './compression-pace.ts';
import type { VideoFacts } from './video-facts.ts';

const shortSide = 720;
/** Requested bit rate; encoders exceed it by a tenth. */
const bitsPerSecond = 1_250_000;
const maxFramesPerSecond = 30;
/** Seconds between key frames, at which a player can start. */
const keyFrameSeconds = 2;
/** A file of this size uploads in under half a minute, so compressing would take longer than it saves. */
const smallBytes = 12_000_000;
/** Interval for checking the encoder's pace, ms: a hanging encoder reports nothing. */
const paceEveryMs = 500;
const toleranceSeconds = 1;

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

/** Size of the compressed video: its shorter side has at most 720 pixels. */
export function smallSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, shortSide / Math.min(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

/** True if compressing a video would gain little, and brands' browsers can play it unchanged. */
export function isSmallEnough(
  sizeBytes: number,
  { durationMs, codec, shown }: Pick<VideoFacts, 'durationMs' | 'codec' | 'shown'>,
): boolean {
  // The file still contains the parts that the creator trimmed; a compressed file wouldn't.
  if (shown !== null) return false;
  if (codec !== 'avc' && codec !== 'vp9') return false;
  return sizeBytes <= smallBytes || (sizeBytes * 8000) / durationMs < bitsPerSecond * 1.4;
}

interface CompressOptions {
  signal: AbortSignal;
  /** Aborted when the creator prefers to send the original. */
  skipCompression: AbortSignal;
  /** False if the original is too large to send. The video is then compressed, however long that takes. */
  canSendOriginal: boolean;
  onProgress(fraction: number): void;
}

/**
 * Compresses a video to 720p H.264 and AAC, playable from its first bytes. Sound that is already AAC is copied.
 * @returns null if the original should be sent: it's small already, this browser can't compress it or is too slow, or
 * the creator prefers the original
 * @throws the signal's reason
 */
export async function compressVideo(file: Blob, facts: VideoFacts, making: CompressOptions): Promise<Blob | null> {
  if (typeof VideoEncoder === 'undefined' || isSmallEnough(file.size, facts)) return null;
  const stop = new AbortController();
  const pace = compressionPace({
    sizeBytes: file.size,
    compressedBytes: (bitsPerSecond * facts.durationMs) / 8000,
  });
  const watch = setInterval(() => making.canSendOriginal && pace.isTooSlow() && stop.abort(), paceEveryMs);
  const end = () => stop.abort();
  for (const signal of [making.signal, making.skipCompression]) {
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
    // Device codecs fail in many ways, and canceled conversions reject, too. The original is still available.
    making.signal.throwIfAborted();
    return null;
  } finally {
    clearInterval(watch);
    stop.abort();
  }
}

async function convert(
  { input, video, audio, hasSound, shown, isJoined }: VideoFacts,
  { signal, onProgress }: Pick<CompressOptions, 'signal' | 'onProgress'>,
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
    // Drop metadata about people and places.
    tags: {},
    video: {
      ...{ ...size, fit: 'contain', codec: 'avc', bitrate: bitsPerSecond, keyFrameInterval: keyFrameSeconds },
      ...{ forceTranscode: true, allowRotationMetadata: false },
      ...(averagePacketRate > maxFramesPerSecond + 1 ? { frameRate: maxFramesPerSecond } : {}),
    },
    // AAC is copied, since browsers on Linux can't encode it.
    audio: { codec: 'aac' },
  });
  const used = conversion.utilizedTracks.map(({ type }) => type);
  if (!conversion.isValid || !used.includes('video') || (hasSound && !used.includes('audio'))) return null;
  conversion.onProgress = onProgress;
  // Report progress immediately, so that an encoder that hangs from the start can be skipped.
  onProgress(0);
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      // A hanging encoder ignores cancellation, too, so don't await it.
      void conversion.cancel().catch(() => undefined);
      reject(signal.reason);
    });
  });
  await Promise.race([conversion.execute(), stopped]);
  return target.buffer === null ? null : new Blob([target.buffer], { type: 'video/mp4' });
}

/** True if the result has the original's full length and its sound: encoders have ended early without an error. */
async function isWhole(made: Blob, { videoSeconds, hasSound }: VideoFacts): Promise<boolean> {
  const input = new Input({ source: new BlobSource(made), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const seconds = await input.computeDuration(video === null ? [] : [video]);
  return video !== null && (audio !== null || !hasSound) && seconds > videoSeconds - toleranceSeconds;
}
