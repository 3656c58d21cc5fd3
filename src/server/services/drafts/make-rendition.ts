import { join } from 'node:path';
import { conversionWork } from '#domain/draft-work.ts';
import type { Encoder } from './encoder.ts';
import { encodeSmall, takeStill } from './ffmpeg.ts';
import type { DraftMedia } from './media.ts';
import { copyDraft, probeDraft } from './probe.ts';
import { refusals } from './refused.ts';
import { isPlayable, isSmall } from './small.ts';

/** The video that the brand will watch. */
export interface Rendition {
  path: string;
  extension: 'mp4' | 'webm';
  media: DraftMedia;
  /** A still of it as JPEG; null where nothing here can make one. */
  stillPath: string | null;
}

/** A draft as it came. */
interface Draft {
  from: string;
  media: DraftMedia;
  /** True if a browser says that it has made it small. */
  saysSmall: boolean;
}

interface Making {
  /** Null where there is no ffmpeg. */
  encoder: Encoder | null;
  /** An empty folder, for what is made. */
  folder: string;
  signal: AbortSignal;
}

const isCopied = (encoder: Encoder | null, { media, saysSmall }: Draft): boolean =>
  (saysSmall && isSmall(media)) || (encoder === null && isPlayable(media));

/** Estimates the work of a rendition, see {@link conversionWork}; 0 for one that is copied. */
export const workOf = (encoder: Encoder | null, draft: Draft): number =>
  encoder === null || isCopied(encoder, draft) ? 0 : conversionWork(draft.media.video);

/**
 * Makes of a draft what every browser plays and a bad network carries. What is small already is copied, without what it says
 * of places and people.
 * @throws {DraftRefusedError} in words for the creator
 * @throws what `signal` was aborted with; any other error is the machine's, and the same again may do
 */
export async function makeRendition({ encoder, folder, signal }: Making, draft: Draft): Promise<Rendition> {
  const { from, media: given } = draft;
  const copies = isCopied(encoder, draft);
  const extension = copies && given.container === 'webm' ? 'webm' : 'mp4';
  const to = join(folder, `rendition.${extension}`);
  if (!copies && encoder === null) throw refusals.cannotConvert();
  const run = encoder && { encoder, folder, signal };
  let media: DraftMedia;
  if (copies || run === null) {
    const numbers = { video: given.video.number, audio: given.audio?.number ?? null };
    media = await copyDraft({ from, to, numbers }, signal);
  } else {
    await encodeSmall(run, { from, to, media: given });
    media = await probeDraft(to, { signal });
  }
  requireWhole(given, media);
  if (run === null) return { path: to, extension, media, stillPath: null };
  const stillPath = join(folder, 'still.jpg');
  await takeStill(run, { from: to, to: stillPath, media });
  return { path: to, extension, media, stillPath };
}

/** A decoder that stumbles goes on, or ends early, and reports success. */
function requireWhole(given: DraftMedia, made: DraftMedia): void {
  const isAsLong = (madeMs: number, givenMs: number) => madeMs >= givenMs * 0.95 - 1_000;
  if (!isAsLong(made.video.durationMs, given.video.durationMs)) throw refusals.broken();
  if (given.audio === null) return;
  if (made.audio === null || !isAsLong(made.audio.durationMs, given.audio.durationMs)) throw refusals.lostSound();
}
