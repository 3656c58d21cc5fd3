import type { ShownPart } from '#domain/drafts/film-edits.ts';

/** Accepted containers. They are detected from the content, never from the file name. */
const containers = ['mp4', 'quicktime', 'matroska', 'webm'] as const;
export type Container = (typeof containers)[number];

/** One track of a draft. `number` counts the tracks of its kind from 0. */
interface Track {
  number: number;
  /** Duration of the part that is shown. */
  durationMs: number;
  /** The part shown by the track's edit list; null if the track has no edit list. */
  shown: ShownPart | null;
  /** True if the creator trimmed the video, and the file still has the parts that were cut off. */
  isTrimmed: boolean;
  /** True if the shown part can be copied alone, without anything that was trimmed off. */
  isCopyable: boolean;
}

/** Codecs of older phones and cameras, which browsers don't play. */
export const olderCodecs = ['mpeg4', 'h263', 'mjpeg'] as const;

/** A draft's properties according to its container. Widths and heights are as displayed: rotated, in square pixels. */
export interface DraftMedia {
  container: Container;
  durationMs: number;
  video: Track & {
    codec: 'avc' | 'hevc' | 'vp9' | 'av1' | 'vp8' | 'prores' | (typeof olderCodecs)[number];
    /** Codec as in RFC 6381, such as `avc1.64001f`; null if unknown. */
    codecString: string | null;
    width: number;
    height: number;
    /** Number of frames to decode. An estimate for Matroska and WebM, which have no frame index. */
    frames: number;
    rotation: 0 | 90 | 180 | 270;
    /** True if players should mirror the video, as front cameras request. Not every browser does. */
    isMirrored: boolean;
    /** True for a video with so few frames that some have to be repeated, such as a photo with a song. */
    hasLongFrames: boolean;
    /** Transfer function of an HDR video, whose colors have to be tone-mapped; null for SDR. */
    hdr: 'pq' | 'hlg' | null;
  };
  /** Null for a silent video. */
  audio: (Track & { codec: string; channels: number }) | null;
  /** True if playback can start during the download, because the index is at the front. */
  isFastStart: boolean;
  sizeBytes: number;
}
