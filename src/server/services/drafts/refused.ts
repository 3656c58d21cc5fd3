/** A draft that can't be used as it is. Its message is for the creator: what is wrong, and what to do. */
export class DraftRefusedError extends Error {
  override readonly name = 'DraftRefusedError';
}

/** True if an error is the machine's, and not the video's: a file is gone, a disk is full. */
export const isMachineError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

const again = 'then upload it again.';

/** Words for creators about a file, by its fault. */
export const refusals = {
  noVideo: () =>
    new DraftRefusedError('This file is not a video that can be read here. Expected an MP4, MOV or WebM video.'),
  broken: () =>
    new DraftRefusedError(
      `This video is broken or was cut off. If it plays on your phone, save it there as a new file, ${again}`,
    ),
  noPicture: () => new DraftRefusedError('This file has no picture. Expected a video.'),
  tooLong: (length: string) =>
    new DraftRefusedError(`This video is ${length} long. Expected at most 10 minutes: cut it, ${again}`),
  tooLarge: () => new DraftRefusedError(`This video is larger than 4K. Export it in 1080p, ${again}`),
  unknownPicture: () =>
    new DraftRefusedError(`The format of this video is not known here. Export it as MP4 (H.264), ${again}`),
  unknownSound: () =>
    new DraftRefusedError(`The sound of this video can’t be read here. Export it as MP4 with AAC sound, ${again}`),
  lostSound: () =>
    new DraftRefusedError(`The sound of this video got lost. Export it as MP4 (H.264) with AAC sound, ${again}`),
  /** This server can't convert videos. */
  cannotConvert: () =>
    new DraftRefusedError(
      `This video can’t be converted here. Expected H.264 in MP4: on an iPhone choose Settings > Camera > Formats > Most Compatible and film again, or export it as MP4 (H.264), ${again}`,
    ),
  tooHard: () =>
    new DraftRefusedError(
      `This video takes too long, or too much memory, to be read. Export it as MP4 (H.264) in 1080p, ${again}`,
    ),
} as const;
