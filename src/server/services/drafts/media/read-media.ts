import { type FileHandle, open } from 'node:fs/promises';
import { CustomSource, Input, type InputFormat, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { type ReadableFile, readEdits, type ShownPart } from '#domain/drafts/film-edits.ts';
import { topBoxes } from '#server/services/files/stores/video.ts';
import { DraftRefusedError, isMachineError, refusals } from '../state/refused.ts';
import type { Container, DraftMedia } from './media.ts';
import { mainVideoTrack, pictureOf, soundOf } from './read-tracks.ts';

const maxMs = 600_000;
/**
 * Tolerance of the length limit. Encoders may add some milliseconds, which shouldn't force the creator to trim again.
 */
const toleranceMs = 1_000;

/** Accepted formats. Unlike playlists, none of them can refer to another file or URL. */
const formats: readonly (readonly [InputFormat, Container])[] = [
  [MP4, 'mp4'],
  [QTFF, 'quicktime'],
  [WEBM, 'webm'],
  [MATROSKA, 'matroska'],
];

/**
 * Reads a video's properties from its index and a few packets of each track.
 * @throws {DraftRefusedError} for a file that isn't a video, is broken, or exceeds the limits
 * @throws {NodeJS.ErrnoException} if the machine can't read it
 */
export async function readMedia(path: string): Promise<DraftMedia> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const input = openInput(file, size);
  try {
    const edits = await readEdits(partsOf(file, size));
    return { ...(await mediaOf(input, edits)), isFastStart: await startsFast(path, size), sizeBytes: size };
  } catch (error) {
    // The library throws all kinds of errors for a broken file.
    throw error instanceof DraftRefusedError || isMachineError(error) ? error : refusals.broken();
  } finally {
    input.dispose();
    await file.close();
  }
}

/** Opens a file for the library, which reads it in chunks and can't access any other file. */
export function openInput(file: FileHandle, sizeBytes: number): Input {
  return new Input({
    formats: formats.map(([format]) => format),
    source: new CustomSource({
      getSize: () => sizeBytes,
      prefetchProfile: 'fileSystem',
      read: partsOf(file, sizeBytes).read,
    }),
  });
}

const partsOf = (file: FileHandle, sizeBytes: number): ReadableFile => ({
  sizeBytes,
  async read(start, end) {
    const bytes = Buffer.alloc(end - start);
    await file.read(bytes, 0, bytes.length, start);
    return bytes;
  },
});

async function mediaOf(
  input: Input,
  edits: ReadonlyMap<number, ShownPart>,
): Promise<Omit<DraftMedia, 'isFastStart' | 'sizeBytes'>> {
  const format = await input.getFormat().catch(() => null);
  const container = formats.find(([known]) => known === format)?.[1];
  if (container === undefined) throw refusals.noVideo();
  const tracks = await input.getTracks();
  if (tracks.length === 0) throw refusals.broken();
  const pictures = tracks.filter((track) => track.isVideoTrack());
  if (pictures.length === 0) throw refusals.noPicture();
  const { track, codec } = await mainVideoTrack(pictures);
  const video = await pictureOf(track, { codec, container, edits });
  const audio = await soundOf(
    tracks.filter((track) => track.isAudioTrack()),
    edits,
  );
  const durationMs = Math.max(video.durationMs, audio?.durationMs ?? 0);
  if (durationMs > maxMs + toleranceMs) throw refusals.tooLong(lengthText(durationMs));
  return { container, durationMs, video, audio };
}

async function startsFast(path: string, sizeBytes: number): Promise<boolean> {
  const boxes = await topBoxes(path, sizeBytes).catch(() => null);
  if (boxes === null || !boxes.includes('moov') || boxes.includes('moof')) return false;
  return boxes.indexOf('moov') < boxes.indexOf('mdat');
}

/** Formats a length like "12 min 4 s". */
function lengthText(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)];
  return `${minutes} min${seconds > 0 ? ` ${seconds} s` : ''}`;
}
