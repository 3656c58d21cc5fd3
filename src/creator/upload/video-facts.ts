import {
  BlobSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  type VideoCodec,
  WEBM,
} from 'mediabunny';
import { maxVideoMs } from '#contract/creator/draft-uploads.ts';
import { isOutsideShownPart, readEdits, type ShownPart } from '#domain/drafts/film-edits.ts';
import { RefusedFileError } from '#uploads/refused-file.ts';

/** Facts about a picked video, from its file. */
export interface VideoFacts {
  input: Input;
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  /** True if the file has sound in any format. */
  hasSound: boolean;
  durationMs: number;
  /** Length of the video track: the sound may be longer. */
  videoSeconds: number;
  /** The range shown by the file's edit lists, in seconds; null if all of it is shown. */
  shown: { start: number; end: number } | null;
  /** True if the file joins several parts, which only a player shows correctly. */
  isJoined: boolean;
  /** The video codec; null if it's unknown, and in Matroska, which browsers don't play. */
  codec: VideoCodec | null;
}

/** Longest frame of a video with a low frame rate. */
const frameSeconds = 0.1;
/** Cameras record slightly longer than requested. */
const toleranceMs = 1_000;

/**
 * Inspects a file before any of it is sent.
 * @throws {RefusedFileError} if it isn't a video, has no video track, or is too long
 */
export async function readVideo(file: Blob): Promise<VideoFacts> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  const read = await tracksOf(input).catch(() => null);
  // A truncated file can look like an empty one.
  if (read === null || (read.video === null && !read.hasSound)) throw new RefusedFileError(noVideo);
  const { video, audio, hasSound } = read;
  if (video === null) throw new RefusedFileError('This file has no video track. Please choose a video.');
  const edits = await readEdits(partsOf(file)).catch(() => new Map<number, ShownPart>());
  const edit = edits.get(video.id) ?? null;
  const { shown, videoSeconds } = await shownOf(input, video, edit);
  const durationMs = shown === null ? read.durationMs : (shown.end - shown.start) * 1000;
  if (durationMs > maxVideoMs + toleranceMs) throw new RefusedFileError(tooLong(durationMs));
  const codec = (await input.getFormat()) === MATROSKA ? null : await video.getCodec();
  return { input, video, audio, hasSound, durationMs, videoSeconds, shown, isJoined: edit?.isOnePart === false, codec };
}

const partsOf = (file: Blob) => ({
  sizeBytes: file.size,
  read: async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
});

/** The library applies an edit list's start, but not its end. */
async function shownOf(input: Input, video: InputVideoTrack, edit: ShownPart | null) {
  const endSeconds = await input.computeDuration([video]);
  if (edit === null) return { shown: null, videoSeconds: endSeconds };
  const [start, end] = [edit.fromSecs, Math.min(edit.toSecs, endSeconds)];
  const firstSeconds = await video.getFirstTimestamp();
  const isTrimmed =
    isOutsideShownPart(edit, { startSecs: firstSeconds, endSecs: firstSeconds + frameSeconds }) ||
    end < endSeconds - frameSeconds;
  return isTrimmed ? { shown: { start, end }, videoSeconds: end - start } : { shown: null, videoSeconds: endSeconds };
}

/** Malformed files throw errors of any kind. */
async function tracksOf(input: Input) {
  const audios = await input.getAudioTracks();
  return {
    video: await input.getPrimaryVideoTrack(),
    audio: await input.getPrimaryAudioTrack(),
    hasSound: audios.length > 0,
    durationMs: (await input.computeDuration()) * 1000,
  };
}

const noVideo = 'We can’t read this file as a video. Please choose an MP4, MOV or WebM file.';

const tooLong = (durationMs: number) => {
  const minutes = Math.floor(durationMs / 60_000);
  const seconds = Math.round((durationMs % 60_000) / 1000);
  const length = seconds === 0 ? `${minutes} minutes` : `${minutes} minutes and ${seconds} seconds`;
  return `This video is ${length} long. The limit is ${maxVideoMs / 60_000} minutes: please choose a shorter one.`;
};
