import type { ShownPart } from '#domain/drafts/film-edits.ts';

/** Containers that drafts come in. What may open a file is settled by this, and by no name. */
const containers = ['mp4', 'quicktime', 'matroska', 'webm'] as const;
export type Container = (typeof containers)[number];

/** One track of a draft. `number` counts the tracks of its kind from 0. */
interface Track {
  number: number;
  /** Length of the part that is shown. */
  durationMs: number;
  /** The part that its edit list shows; null without a list. */
  shown: ShownPart | null;
  /** True if the file has more of it than is shown: its creator cut that off. */
  isTrimmed: boolean;
  /** True if the shown part can be copied alone, without anything that was trimmed off. */
  isCopyable: boolean;
}

/** Codecs of older phones and cameras, which no browser plays. */
export const olderCodecs = ['mpeg4', 'h263', 'mjpeg'] as const;

/** A draft's content according to its container. Widths and heights are as displayed: rotated, in square pixels. */
export interface DraftMedia {
  container: Container;
  durationMs: number;
  video: Track & {
    codec: 'avc' | 'hevc' | 'vp9' | 'av1' | 'vp8' | 'prores' | (typeof olderCodecs)[number];
    /** Codec as RFC 6381 writes it, such as `avc1.64001f`; null where it is not known. */
    codecString: string | null;
    width: number;
    height: number;
    /** Frames that a decoder has to read; an estimate in Matroska and WebM, which have no list of them. */
    frames: number;
    rotation: 0 | 90 | 180 | 270;
    /** True if players are to mirror it, as front cameras ask. Not every browser does. */
    isMirrored: boolean;
    /** True for a video with so few frames that some have to be repeated, such as a photo with a song. */
    hasLongFrames: boolean;
    /** The curve of a picture brighter than a usual screen shows, whose colours have to be mapped; null for others. */
    hdr: 'pq' | 'hlg' | null;
  };
  /** Null for a silent video. */
  audio: (Track & { codec: string; channels: number }) | null;
  /** Plays before it has come whole: the index is in front. */
  isFastStart: boolean;
  sizeBytes: number;
}
