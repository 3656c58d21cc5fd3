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
import { mostVideoMs } from '#contract/draft-uploads.ts';
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
  /** Codec of the picture; null for an unknown one, and in Matroska, which browsers don't play. */
  codec: VideoCodec | null;
}

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
  const { video, audio, hasSound, durationMs } = read;
  if (video === null) throw new RefusedFileError('This file has no video track. Please choose a video.');
  if (durationMs > mostVideoMs + toleranceMs) throw new RefusedFileError(tooLong(durationMs));
  const videoSeconds = await input.computeDuration([video]);
  const codec = (await input.getFormat()) === MATROSKA ? null : await video.getCodec();
  return { input, video, audio, hasSound, durationMs, videoSeconds, codec };
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
