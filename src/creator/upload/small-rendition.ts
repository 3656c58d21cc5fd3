import { BlobSource, BufferTarget, Conversion, canEncodeVideo, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';
import type { VideoFacts } from './video-facts.ts';

const shortSide = 720;
/** The requested rate; encoders give a tenth more. */
const bitsPerSecond = 1_250_000;
const mostFramesPerSecond = 30;
/** Seconds between frames from which a player can start. */
const keyFrameSeconds = 2;
/** One that is hardly smaller is not worth the loss. */
const worthwhile = 0.8;
const toleranceSeconds = 1;

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

/** The size of the small one: its shorter side has 720 pixels at most. */
export function smallSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, shortSide / Math.min(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

/** True if a video is small enough as it is: its sound included, it has few more bits than a small one would have. */
const isSmall = (sizeBytes: number, durationMs: number) => (sizeBytes * 8000) / durationMs < bitsPerSecond * 1.4;

interface Making {
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

/**
 * Makes a small one of a video: 720p in H.264, with its sound as it is, playable from its first bytes.
 * @returns null where this browser can't, or only without the sound: the server makes one then
 * @throws the signal's reason
 */
export async function smallRendition(file: Blob, facts: VideoFacts, making: Making): Promise<Blob | null> {
  if (typeof VideoEncoder === 'undefined' || isSmall(file.size, facts.durationMs)) return null;
  try {
    const made = await convert(facts, making);
    const isUsable = made !== null && made.size < file.size * worthwhile && (await isWhole(made, facts));
    return isUsable ? made : null;
  } catch {
    // Codecs of devices fail in many ways; whatever it was, the original is there.
    making.signal.throwIfAborted();
    return null;
  }
}

async function convert({ input, video, audio, hasSound }: VideoFacts, { signal, onProgress }: Making) {
  if (!(await video.canDecode()) || (hasSound && audio === null)) return null;
  const size = smallSize(await video.getDisplayWidth(), await video.getDisplayHeight());
  if (!(await canEncodeVideo('avc', { ...size, bitrate: bitsPerSecond }))) return null;
  const { averagePacketRate } = await video.computePacketStats(100);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({
    ...{ input, output, tracks: 'primary', showWarnings: false },
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
  const cancel = () => void conversion.cancel();
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    await conversion.execute();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return target.buffer === null ? null : new Blob([target.buffer], { type: 'video/mp4' });
}

/** True if all of the original is in it, with its sound: encoders have ended early without a word. */
async function isWhole(made: Blob, { durationMs, hasSound }: VideoFacts): Promise<boolean> {
  const input = new Input({ source: new BlobSource(made), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const seconds = await input.computeDuration(video === null ? [] : [video]);
  return video !== null && (audio !== null || !hasSound) && seconds > durationMs / 1000 - toleranceSeconds;
}
