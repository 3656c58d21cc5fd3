/** Containers that drafts come in. What may open a file is settled by this, and by no name. */
const containers = ['mp4', 'quicktime', 'matroska', 'webm'] as const;
export type Container = (typeof containers)[number];

/** One track of a draft. `number` counts the tracks of its kind from 0. */
interface Track {
  number: number;
  durationMs: number;
}

/** The content of a draft as its container tells it. Widths and heights are as shown: rotated, in square pixels. */
export interface DraftMedia {
  container: Container;
  durationMs: number;
  video: Track & {
    codec: 'avc' | 'hevc' | 'vp9' | 'av1' | 'vp8' | 'prores';
    /** Codec as RFC 6381 writes it, such as `avc1.64001f`; null where it is not known. */
    codecString: string | null;
    width: number;
    height: number;
    /** Frames that a decoder has to read; an estimate in Matroska and WebM, which have no list of them. */
    frames: number;
    rotation: 0 | 90 | 180 | 270;
    /** The curve of a picture brighter than a usual screen shows, whose colours have to be mapped; null for others. */
    hdr: 'pq' | 'hlg' | null;
  };
  /** Null for a silent video. */
  audio: (Track & { codec: string; channels: number }) | null;
  /** Plays before it has come whole: the index is in front. */
  isFastStart: boolean;
  sizeBytes: number;
}
