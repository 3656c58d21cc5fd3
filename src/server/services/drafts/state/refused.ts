/** A draft that can't be used as it is. Its message is shown to the creator and names the problem and the remedy. */
export class DraftRefusedError extends Error {
  override readonly name = 'DraftRefusedError';
}

/** True if an error is the machine's and not the video's, for example a missing file or a full disk. */
export const isMachineError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

const uploadAgainAdvice = 'then upload it again.';
const exportSmaller = 'Export it as MP4 (H.264) in 1080p at 30 fps';

/** Messages for creators, by problem. */
export const refusals = {
  noVideo: () => new DraftRefusedError('We can’t read this file as a video. Please choose an MP4, MOV or WebM file.'),
  broken: () =>
    new DraftRefusedError(
      `This video is damaged or incomplete. If it plays on your phone, save it there as a new file, ${uploadAgainAdvice}`,
    ),
  noPicture: () => new DraftRefusedError('This file has no video track. Please choose a video.'),
  tooLong: (length: string) =>
    new DraftRefusedError(`This video is ${length} long. The limit is 10 minutes: trim it, ${uploadAgainAdvice}`),
  tooLarge: () =>
    new DraftRefusedError(`This video’s resolution is above 4K. Export it in 1080p, ${uploadAgainAdvice}`),
  unknownPicture: () =>
    new DraftRefusedError(`We don’t support this video’s format. Export it as MP4 (H.264), ${uploadAgainAdvice}`),
  unknownSound: () =>
    new DraftRefusedError(`We can’t read this video’s sound. Export it as MP4 with AAC sound, ${uploadAgainAdvice}`),
  lostSound: () =>
    new DraftRefusedError(
      `We couldn’t keep this video’s sound. Export it as MP4 (H.264) with AAC sound, ${uploadAgainAdvice}`,
    ),
  /** This server can't convert videos. */
  cannotConvert: () =>
    new DraftRefusedError(
      `We can’t convert this video. On an iPhone, choose Settings > Camera > Formats > Most Compatible and record the video again, or export it as MP4 (H.264), ${uploadAgainAdvice}`,
    ),
  /** Some browsers ignore mirroring, and this server can't convert videos. */
  mirrored: () =>
    new DraftRefusedError(
      `This video is stored mirrored, and we can’t flip it. Export it as MP4 (H.264), ${uploadAgainAdvice}`,
    ),
  trimmed: () =>
    new DraftRefusedError(
      `You trimmed this video, but the file still has the parts you cut off. Export it as a new video, ${uploadAgainAdvice}`,
    ),
  tooHard: () => new DraftRefusedError(`We can’t process this video. ${exportSmaller}, ${uploadAgainAdvice}`),
  tooMuchWork: () =>
    new DraftRefusedError(`This video takes too long to process. ${exportSmaller}, ${uploadAgainAdvice}`),
  /** The offer's daily budget is used up. */
  usedUp: () =>
    new DraftRefusedError(
      `You’ve reached today’s limit for long, high-resolution videos. ${exportSmaller}, or upload it again in 24 hours.`,
    ),
} as const;
