import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { mostDailyWork } from '#domain/drafts/draft-work.ts';
import type { ShownPart } from '#domain/drafts/film-edits.ts';
import { refusals } from '../state/refused.ts';
import type { Container, DraftMedia } from './media.ts';
import { isCleanCut, lengthOf } from './track-length.ts';

/** The most pixels of the coded picture. The largest that phones record is 4224 x 3024. */
const mostPixels = 16_000_000;
const sampledFrames = 300;
/** A film with fewer frames a second, or with a longer frame, counts as still. */
const fewestFramesPerSec = 10;
const longestFrameMs = 500;

type Edits = ReadonlyMap<number, ShownPart>;
type PictureCodec = DraftMedia['video']['codec'];

/** Codecs that the library doesn't know, by the name of their sample entry: Dolby Vision's names for others, and older ones. */
const pictureCodecs: Readonly<Record<string, PictureCodec>> = {
  ...{ dvh1: 'hevc', dvhe: 'hevc', dva1: 'avc', dvav: 'avc' },
  ...{ mp4v: 'mpeg4', s263: 'h263', h263: 'h263', jpeg: 'mjpeg', mjpa: 'mjpeg' },
};
const soundCodecs: Readonly<Record<string, string>> = { ima4: 'ima4', samr: 'amr', sawb: 'amr' };

/** The first track that is a film: one of a single frame beside it is a cover, as of a music album. */
export async function filmOf(
  tracks: readonly InputVideoTrack[],
): Promise<{ track: InputVideoTrack; codec: PictureCodec }> {
  let still: { track: InputVideoTrack; codec: PictureCodec } | null = null;
  for (const track of tracks) {
    const codec = (await track.getCodec()) ?? pictureCodecs[String(await track.getInternalCodecId())];
    if (codec === undefined) continue;
    if ((await track.computePacketStats(2)).packetCount > 1) return { track, codec };
    still ??= { track, codec };
  }
  if (still === null) throw refusals.unknownPicture();
  return still;
}

interface Picture {
  codec: PictureCodec;
  container: Container;
  edits: Edits;
}

export async function pictureOf(
  track: InputVideoTrack,
  { codec, container, edits }: Picture,
): Promise<DraftMedia['video']> {
  if ((await track.getCodedWidth()) * (await track.getCodedHeight()) > mostPixels) throw refusals.tooLarge();
  const shown = edits.get(track.id) ?? null;
  const { durationMs, lastMs, isTrimmed } = await lengthOf(track, shown);
  if (durationMs === 0) throw refusals.broken();
  const frames = await framesOf(track, { container, durationMs });
  const isSlow = (frames * 1000) / durationMs < fewestFramesPerSec;
  return {
    ...{ number: track.number - 1, durationMs, shown, isTrimmed, codec, frames },
    isCopyable: shown === null || (shown.isOnePart && (!isTrimmed || (await isCleanCut(track, shown)))),
    hasLongFrames: isSlow || lastMs > longestFrameMs,
    codecString: await track.getCodecParameterString(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
    isMirrored: await track.getFlip(),
    hdr: hdrOf((await track.getColorSpace()).transfer),
  };
}

/** Counts the frames of an index. Without one the whole file would have to be read, so the rate of the first frames is taken. */
async function framesOf(
  track: InputVideoTrack,
  { container, durationMs }: { container: Container; durationMs: number },
): Promise<number> {
  if (container === 'mp4' || container === 'quicktime') {
    // The library reads an index slowly: more frames than any draft may have needn't be counted.
    const pixels = (await track.getCodedWidth()) * (await track.getCodedHeight());
    return (await track.computePacketStats(Math.ceil((mostDailyWork * 1_000_000) / pixels) + 1)).packetCount;
  }
  const { averagePacketRate } = await track.computePacketStats(sampledFrames);
  return Math.ceil((averagePacketRate * durationMs) / 1000);
}

const hdrOf = (transfer: string | null | undefined): DraftMedia['video']['hdr'] =>
  transfer === 'pq' || transfer === 'hlg' ? transfer : null;

/** The first track that can be read: beside it an iPhone records another of a kind that nothing else plays. */
export async function soundOf(tracks: readonly InputAudioTrack[], edits: Edits): Promise<DraftMedia['audio']> {
  let isUnknown = false;
  for (const track of tracks) {
    const codec = (await track.getCodec()) ?? soundCodecs[String(await track.getInternalCodecId())];
    if (codec === undefined) {
      isUnknown = true;
      continue;
    }
    const shown = edits.get(track.id) ?? null;
    const { durationMs, isTrimmed } = await lengthOf(track, shown);
    if (durationMs > 0) {
      return {
        ...{ number: track.number - 1, durationMs, shown, isTrimmed, codec },
        isCopyable: shown === null || shown.isOnePart,
        channels: await track.getNumberOfChannels(),
      };
    }
  }
  // Sound that can't be read is not left out without a word.
  if (isUnknown) throw refusals.unknownSound();
  return null;
}
