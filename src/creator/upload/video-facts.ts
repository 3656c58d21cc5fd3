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
import { mostVideoMs } from '#contract/creator/draft-uploads.ts';
import { isCutOff, readEdits, type ShownPart } from '#domain/drafts/film-edits.ts';
import { RefusedFileError } from '#uploads/refused-file.ts';

/** Facts of a picked video, as its file states them. */
export interface VideoFacts {
  input: Input;
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  /** True if there is sound in it, of whatever kind. */
  hasSound: boolean;
  durationMs: number;
  /** Length of the picture alone: sound may go on after it. */
  videoSeconds: number;
  /** The part of the film that its edit lists show, in seconds; null where all of it is shown. */
  shown: { start: number; end: number } | null;
  /** True where only a player can show it right: it joins several parts. */
  isJoined: boolean;
  /** Codec of the picture; null for an unknown one, and in Matroska, which browsers don't play. */
  codec: VideoCodec | null;
}

/** A frame of a film with few of them. */
const frameSeconds = 0.1;
/** Cameras note a moment more than they were asked for. */
const toleranceMs = 1_000;

/**
 * Looks at a file before anything of it is sent.
 * @throws {RefusedFileError} for what is no video, has no picture, or is too long
 */
export async function readVideo(file: Blob): Promise<VideoFacts> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  const read = await tracksOf(input).catch(() => null);
  // A cut-off file can look like a file with nothing in it.
  if (read === null || (read.video === null && !read.hasSound)) throw new RefusedFileError(noVideo);
  const { video, audio, hasSound } = read;
  if (video === null) throw new RefusedFileError('This file has no video track. Please choose a video.');
  const edits = await readEdits(partsOf(file)).catch(() => new Map<number, ShownPart>());
  const edit = edits.get(video.id) ?? null;
  const { shown, videoSeconds } = await shownOf(input, video, edit);
  const durationMs = shown === null ? read.durationMs : (shown.end - shown.start) * 1000;
  if (durationMs > mostVideoMs + toleranceMs) throw new RefusedFileError(tooLong(durationMs));
  const codec = (await input.getFormat()) === MATROSKA ? null : await video.getCodec();
  return { input, video, audio, hasSound, durationMs, videoSeconds, shown, isJoined: edit?.isOnePart === false, codec };
}

const partsOf = (file: Blob) => ({
  sizeBytes: file.size,
  read: async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
});

/** The library knows where a film begins by its edit list, and not where it ends. */
async function shownOf(input: Input, video: InputVideoTrack, edit: ShownPart | null) {
  const endSeconds = await input.computeDuration([video]);
  if (edit === null) return { shown: null, videoSeconds: endSeconds };
  const [start, end] = [edit.fromSecs, Math.min(edit.toSecs, endSeconds)];
  const firstSeconds = await video.getFirstTimestamp();
  const isTrimmed =
    isCutOff(edit, { startSecs: firstSeconds, endSecs: firstSeconds + frameSeconds }) ||
    end < endSeconds - frameSeconds;
  return isTrimmed ? { shown: { start, end }, videoSeconds: end - start } : { shown: null, videoSeconds: endSeconds };
}

/** Broken files throw errors of any kind. */
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
  return `This video is ${length} long. The limit is ${mostVideoMs / 60_000} minutes: please choose a shorter one.`;
};
