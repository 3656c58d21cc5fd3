import { type FileHandle, open } from 'node:fs/promises';
import {
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import { mostDailyWork } from '#domain/draft-work.ts';
import { topBoxes } from '../files/video.ts';
import type { Container, DraftMedia } from './media.ts';
import { DraftRefusedError, isMachineError, refusals } from './refused.ts';

const longestMs = 600_000;
/** The most pixels of the coded picture. The largest that phones record is 4224 x 3024. */
const mostPixels = 16_000_000;
const sampledFrames = 300;
/** Milliseconds that an encoder may add at the end: no reason to cut a video again. */
const toleranceMs = 1_000;

/** None of these formats names another file or an address, as playlists do. */
const formats: readonly (readonly [InputFormat, Container])[] = [
  [MP4, 'mp4'],
  [QTFF, 'quicktime'],
  [WEBM, 'webm'],
  [MATROSKA, 'matroska'],
];

/**
 * Reads what a video holds, from its index and a few packets of each track.
 * @throws {DraftRefusedError} for what is no video, broken, or beyond the limits
 * @throws {NodeJS.ErrnoException} where the machine can't read it
 */
export async function readMedia(path: string): Promise<DraftMedia> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const input = openInput(file, size);
  try {
    return { ...(await mediaOf(input)), isFastStart: await startsFast(path, size), sizeBytes: size };
  } catch (error) {
    // The library throws all kinds of errors for a broken file.
    throw error instanceof DraftRefusedError || isMachineError(error) ? error : refusals.broken();
  } finally {
    input.dispose();
    await file.close();
  }
}

/** A file as the library reads it: part by part, and nothing but this file. */
export function openInput(file: FileHandle, sizeBytes: number): Input {
  return new Input({
    formats: formats.map(([format]) => format),
    source: new CustomSource({
      getSize: () => sizeBytes,
      prefetchProfile: 'fileSystem',
      async read(start, end) {
        const bytes = Buffer.alloc(end - start);
        await file.read(bytes, 0, bytes.length, start);
        return bytes;
      },
    }),
  });
}

async function mediaOf(input: Input): Promise<Omit<DraftMedia, 'isFastStart' | 'sizeBytes'>> {
  const format = await input.getFormat().catch(() => null);
  const container = formats.find(([known]) => known === format)?.[1];
  if (container === undefined) throw refusals.noVideo();
  const tracks = await input.getTracks();
  if (tracks.length === 0) throw refusals.broken();
  const picture = tracks.find((track) => track.isVideoTrack());
  if (picture === undefined) throw refusals.noPicture();
  const video = await pictureOf(picture, container);
  const audio = await soundOf(tracks.filter((track) => track.isAudioTrack()));
  const durationMs = Math.max(video.durationMs, audio?.durationMs ?? 0);
  if (durationMs > longestMs + toleranceMs) throw refusals.tooLong(lengthInWords(durationMs));
  return { container, durationMs, video, audio };
}

async function pictureOf(track: InputVideoTrack, container: Container): Promise<DraftMedia['video']> {
  const codec = await track.getCodec();
  if (codec === null) throw refusals.unknownPicture();
  if ((await track.getCodedWidth()) * (await track.getCodedHeight()) > mostPixels) throw refusals.tooLarge();
  const durationMs = await wholeMs(track);
  if (durationMs === 0) throw refusals.broken();
  return {
    number: track.number - 1,
    durationMs,
    codec,
    codecString: await track.getCodecParameterString(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    frames: await framesOf(track, { container, durationMs }),
    rotation: await track.getRotation(),
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
async function soundOf(tracks: readonly InputAudioTrack[]): Promise<DraftMedia['audio']> {
  let isUnknown = false;
  for (const track of tracks) {
    const codec = await track.getCodec();
    if (codec === null) {
      isUnknown = true;
      continue;
    }
    const durationMs = await wholeMs(track);
    if (durationMs > 0) {
      return { number: track.number - 1, durationMs, codec, channels: await track.getNumberOfChannels() };
    }
  }
  // Sound that can't be read is not left out without a word.
  if (isUnknown) throw refusals.unknownSound();
  return null;
}

/**
 * The length of a track in ms, 0 without content.
 * @throws {DraftRefusedError} where its last packet is not in the file: it was cut off
 */
async function wholeMs(track: InputTrack): Promise<number> {
  const packets = new EncodedPacketSink(track);
  if ((await packets.getFirstPacket()) === null) return 0;
  const last = await packets.getPacket(Number.POSITIVE_INFINITY);
  if (last === null || last.data.byteLength === 0) throw refusals.broken();
  return Math.round((last.timestamp + last.duration) * 1000);
}

async function startsFast(path: string, sizeBytes: number): Promise<boolean> {
  const boxes = await topBoxes(path, sizeBytes).catch(() => null);
  if (boxes === null || !boxes.includes('moov') || boxes.includes('moof')) return false;
  return boxes.indexOf('moov') < boxes.indexOf('mdat');
}

/** 12 min 4 s. */
function lengthInWords(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)];
  return `${minutes} min${seconds > 0 ? ` ${seconds} s` : ''}`;
}
