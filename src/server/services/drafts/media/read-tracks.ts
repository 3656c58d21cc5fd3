import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { maxDailyWork } from '#domain/drafts/draft-work.ts';
import type { ShownPart } from '#domain/drafts/film-edits.ts';
import { refusals } from '../state/refused.ts';
import type { Container, DraftMedia } from './media.ts';
import { isCleanCut, lengthOf } from './track-length.ts';

/** Maximum pixels of the coded picture. The largest that phones record is 4224 x 3024. */
const maxPixels = 16_000_000;
const sampledFrames = 300;
/** A video with fewer frames per second, or with a longer frame, has long frames. */
const minFramesPerSec = 10;
const maxFrameMs = 500;

type Edits = ReadonlyMap<number, ShownPart>;
type PictureCodec = DraftMedia['video']['codec'];

/** Codecs that the library doesn't know, by sample entry: Dolby Vision's names for other codecs, and older ones. */
const pictureCodecs: Readonly<Record<string, PictureCodec>> = {
  ...{ dvh1: 'hevc', dvhe: 'hevc', dva1: 'avc', dvav: 'avc' },
  ...{ mp4v: 'mpeg4', s263: 'h263', h263: 'h263', jpeg: 'mjpeg', mjpa: 'mjpeg' },
};
const soundCodecs: Readonly<Record<string, string>> = { ima4: 'ima4', samr: 'amr', sawb: 'amr' };

/** Returns the first real video track. A track with a single frame beside another is a cover image, as in music files. */
export async function mainVideoTrack(
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
  if ((await track.getCodedWidth()) * (await track.getCodedHeight()) > maxPixels) throw refusals.tooLarge();
  const shown = edits.get(track.id) ?? null;
  const { durationMs, lastMs, isTrimmed } = await lengthOf(track, shown);
  if (durationMs === 0) throw refusals.broken();
  const frames = await framesOf(track, { container, durationMs });
  const isSlow = (frames * 1000) / durationMs < minFramesPerSec;
  return {
    ...{ number: track.number - 1, durationMs, shown, isTrimmed, codec, frames },
    isCopyable: shown === null || (shown.isOnePart && (!isTrimmed || (await isCleanCut(track, shown)))),
    hasLongFrames: isSlow || lastMs > maxFrameMs,
    codecString: await track.getCodecParameterString(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
    isMirrored: await track.getFlip(),
    hdr: hdrOf((await track.getColorSpace()).transfer),
  };
}

/**
 * Counts the frames of an index. Containers without an index would have to be read entirely, so their count is
 * estimated from the rate of the first frames.
 */
async function framesOf(
  track: InputVideoTrack,
  { container, durationMs }: { container: Container; durationMs: number },
): Promise<number> {
  if (container === 'mp4' || container === 'quicktime') {
    // The library reads an index slowly, so stop counting at more frames than any draft may have.
    const pixels = (await track.getCodedWidth()) * (await track.getCodedHeight());
    return (await track.computePacketStats(Math.ceil((maxDailyWork * 1_000_000) / pixels) + 1)).packetCount;
  }
  const { averagePacketRate } = await track.computePacketStats(sampledFrames);
  return Math.ceil((averagePacketRate * durationMs) / 1000);
}

const hdrOf = (transfer: string | null | undefined): DraftMedia['video']['hdr'] =>
  transfer === 'pq' || transfer === 'hlg' ? transfer : null;

/** Returns the first readable audio track. iPhones also record one in a format that other players can't read. */
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
  // Never drop unreadable sound silently.
  if (isUnknown) throw refusals.unknownSound();
  return null;
}
