import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { conversionWork } from '#domain/drafts/draft-work.ts';
import { type DraftMedia, olderCodecs } from '../media/media.ts';
import { copyDraft, probeDraft } from '../media/probe.ts';
import { type DraftRefusedError, refusals } from '../state/refused.ts';
import type { Encoder } from './encoder.ts';
import { encodeSmall, type Run, takeStill } from './ffmpeg.ts';
import { isPlayable, isSmall } from './small.ts';

/** The video that the brand will watch. */
export interface Rendition {
  path: string;
  extension: 'mp4' | 'webm';
  media: DraftMedia;
  /** A still as JPEG; null if none could be taken. */
  stillPath: string | null;
}

/** A draft as it was uploaded. */
interface Draft {
  from: string;
  media: DraftMedia;
  /** True if the uploading browser claims to have compressed it. */
  isDeclaredSmall: boolean;
}

interface RenditionOptions {
  /** Null if no usable ffmpeg was found. */
  encoder: Encoder | null;
  /** An empty folder for the output. */
  folder: string;
  signal: AbortSignal;
}

const isCopied = (encoder: Encoder | null, { media, isDeclaredSmall }: Draft): boolean =>
  (isDeclaredSmall && isSmall(media)) || (encoder === null && isPlayable(media));

/** Estimates the work of a rendition, see {@link conversionWork}; 0 if it can be copied. */
export const workOf = (encoder: Encoder | null, draft: Draft): number =>
  encoder === null || isCopied(encoder, draft) ? 0 : conversionWork(draft.media.video);

/**
 * Creates a rendition that plays in every browser and downloads quickly on slow networks. A draft that is already small
 * is only remuxed, without metadata about places and people.
 * @throws {DraftRefusedError} with a message for the creator
 * @throws the abort reason of `signal`; any other error is the machine's, and a retry may succeed
 */
export async function createRendition({ encoder, folder, signal }: RenditionOptions, draft: Draft): Promise<Rendition> {
  const { from, media: given } = draft;
  const copies = isCopied(encoder, draft);
  const extension = copies && given.container === 'webm' ? 'webm' : 'mp4';
  const to = join(folder, `rendition.${extension}`);
  if (!copies && encoder === null) throw whyNotCopied(given);
  const run = encoder && { encoder, folder, signal };
  let media: DraftMedia;
  if (copies || run === null) {
    media = await copyDraft({ from, to, tracks: given }, signal);
  } else {
    await encodeSmall(run, { from, to, media: given });
    media = await probeDraft(to, { signal });
  }
  requireWhole(given, media);
  if (run === null) return { path: to, extension, media, stillPath: null };
  return { path: to, extension, media, stillPath: await stillOf(run, { from: to, media }) };
}

/** Returns the error for a video that needs a conversion on a server without ffmpeg. */
function whyNotCopied({ video, audio }: DraftMedia): DraftRefusedError {
  if (olderCodecs.some((codec) => codec === video.codec)) return refusals.unknownPicture();
  if (audio?.codec === 'ima4' || audio?.codec === 'amr') return refusals.unknownSound();
  if (video.isMirrored) return refusals.mirrored();
  if (!video.isCopyable || audio?.isCopyable === false) return refusals.trimmed();
  return refusals.cannotConvert();
}

/** Takes a still, falling back to the first frame. A draft works without a still, so failures are ignored. */
async function stillOf(run: Run, { from, media }: { from: string; media: DraftMedia }): Promise<string | null> {
  const to = join(run.folder, 'still.jpg');
  for (const atMs of [Math.min(1_000, media.durationMs / 4), 0]) {
    await takeStill(run, { from, to, media, atMs }).catch(() => run.signal.throwIfAborted());
    if (existsSync(to)) return to;
  }
  return null;
}

/** Refuses an incomplete rendition, since a decoder may skip errors or stop early and still report success. */
function requireWhole(given: DraftMedia, made: DraftMedia): void {
  const isAsLong = (madeMs: number, givenMs: number) => madeMs >= givenMs * 0.95 - 1_000;
  if (!isAsLong(made.video.durationMs, given.video.durationMs)) throw refusals.broken();
  if (given.audio === null) return;
  if (made.audio === null || !isAsLong(made.audio.durationMs, given.audio.durationMs)) throw refusals.lostSound();
}
