import { join } from 'node:path';
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

interface Order {
  /** Null where there is no ffmpeg. */
  encoder: Encoder | null;
  /** The draft as it came. */
  from: string;
  /** True if a browser says that it has made it small. */
  saysSmall: boolean;
  /** An empty folder, for what is made. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Makes of a draft what every browser plays and a bad network carries. What is small already is copied, without what it says
 * of places and people.
 * @throws {DraftRefusedError} in words for the creator
 * @throws what `signal` was aborted with; any other error is the machine's, and the same again may do
 */
export async function makeRendition({ encoder, from, saysSmall, folder, signal }: Order): Promise<Rendition> {
  const given = await probeDraft(from, { signal });
  const isCopied = (saysSmall && isSmall(given)) || (encoder === null && isPlayable(given));
  const extension = isCopied && given.container === 'webm' ? 'webm' : 'mp4';
  const to = join(folder, `rendition.${extension}`);
  if (!isCopied && encoder === null) throw refusals.cannotConvert();
  const run = encoder && { encoder, folder, signal };
  let media: DraftMedia;
  if (isCopied || run === null) {
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
