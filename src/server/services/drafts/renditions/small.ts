import type { DraftMedia } from '../media/media.ts';

const longEdgePx = 1280;
const shortEdgePx = 720;
/** Limit in bits per second, including sound. Renditions made by browsers have about 1.7 Mbit/s. */
const maxBitsPerSec = 2_300_000;
/** Allowance for the index, which outweighs the frames in a video of a few seconds. */
const slackBytes = 300_000;

/**
 * Scales a size to fit into 720p, in portrait or landscape. Returns even numbers, as H.264 requires, and never enlarges.
 */
export function smallSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, longEdgePx / Math.max(width, height), shortEdgePx / Math.min(width, height));
  const even = (length: number) => Math.max(16, 2 * Math.round((length * scale) / 2));
  return { width: even(width), height: even(height) };
}

/**
 * True if browsers play the video as it is, and it can be copied without trimmed parts. Browsers play H.264 only as
 * 8-bit 4:2:0.
 */
export function isPlayable({ container, video, audio }: DraftMedia): boolean {
  if (video.isMirrored || !video.isCopyable || audio?.isCopyable === false) return false;
  const sound = audio === null ? null : audio.codec;
  if (video.codec === 'avc') {
    const isUsual = /^avc1\.(42|4d|58|64)/i.test(video.codecString ?? '');
    return isUsual && container !== 'webm' && container !== 'matroska' && (sound === null || sound === 'aac');
  }
  const isWebm = container === 'webm' && video.codec === 'vp9' && video.hdr === null;
  return isWebm && (sound === null || sound === 'opus' || sound === 'vorbis');
}

/** True if a video is as small as browsers make it, so another encoding would gain nothing. */
export function isSmall(media: DraftMedia): boolean {
  const { container, video, durationMs, sizeBytes, isFastStart } = media;
  if (container !== 'mp4' || !isFastStart || !isPlayable(media) || video.hdr !== null) return false;
  const [short, long] = [Math.min(video.width, video.height), Math.max(video.width, video.height)];
  const maxBytes = (maxBitsPerSec / 8) * (durationMs / 1000) + slackBytes;
  // Browsers keep the height of a very wide video.
  return short <= shortEdgePx && long <= 2 * longEdgePx && sizeBytes <= maxBytes;
}
