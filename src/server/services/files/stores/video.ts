import { type FileHandle, open } from 'node:fs/promises';
import { ApiError } from '#server/errors/api-error.ts';

export const videoType = { mime: 'video/mp4', extension: 'mp4' } as const;
/** Type of drafts that couldn't be converted. */
export const webVideoType = { mime: 'video/webm', extension: 'webm' } as const;

interface Box {
  type: string;
  /** Offsets of the box's start, its content and its end, in bytes. */
  start: number;
  content: number;
  end: number;
}

/** Boxes that may contain other boxes with data about people or places. */
const containers = new Set(['moov', 'trak', 'mdia']);
/** Boxes with metadata rather than media: titles, places, cameras (ISO/IEC 14496-12, 8.10 and 8.11; XMP in `uuid`). */
const descriptions = new Set(['udta', 'meta', 'uuid']);
/**
 * Maximum depth: `moov`, `trak`, `mdia` and its children. A file that nests deeper is probably meant to exhaust a
 * parser.
 */
const deepest = 4;
/** Maximum number of boxes. A video in fragments of two seconds has a few hundred. */
const maxBoxes = 50_000;

/** True if a file's first box declares it an MP4 or QuickTime video. */
export function looksLikeVideo(head: Buffer): boolean {
  return /^ftyp(isom|iso\d|mp4\d|avc1|M4V |qt {2}|MSNV|dash|3gp\d)/.test(head.toString('latin1', 4, 12));
}

/** Returns the types of a file’s outermost boxes, in order; null if they don’t fill the file. */
export async function topBoxes(path: string, sizeBytes: number): Promise<string[] | null> {
  const file = await open(path, 'r');
  try {
    const boxes = await boxesIn({ file, window: byteWindow(file), boxesLeft: maxBoxes }, 0, sizeBytes);
    return boxes?.map(({ type }) => type) ?? null;
  } finally {
    await file.close();
  }
}

/**
 * Removes a video's metadata about people and places. The boxes are blanked in place, so the file's length and the
 * offsets within it stay valid.
 * @throws {ApiError} 415 if it isn't a complete MP4 or QuickTime video
 */
export async function cleanVideo(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const walk = { file, window: byteWindow(file), boxesLeft: maxBoxes };
    const boxes = await boxesIn(walk, 0, sizeBytes);
    const has = (type: string) => boxes?.some((box) => box.type === type) === true;
    if (boxes === null || !has('moov') || !has('mdat')) throw broken();
    await blankDescriptions(walk, boxes);
  } finally {
    await file.close();
  }
}

interface Walk {
  file: FileHandle;
  window: ByteWindow;
  boxesLeft: number;
}

const broken = () =>
  new ApiError('unsupported_media_type', 'File is not supported. Expected an MP4 video that isn’t damaged.');

async function blankDescriptions(walk: Walk, boxes: Box[], depth = 1): Promise<void> {
  if (depth > deepest) throw broken();
  for (const { type, start, content: from, end } of boxes) {
    if (descriptions.has(type)) {
      await walk.file.write(Buffer.from('free', 'latin1'), 0, 4, start + 4);
      await blank(walk.file, from, end);
    } else if (containers.has(type)) {
      await blankDescriptions(walk, (await boxesIn(walk, from, end)) ?? [], depth + 1);
    }
  }
}

async function blank(file: FileHandle, from: number, end: number): Promise<void> {
  const zeros = Buffer.alloc(65_536);
  for (let at = from; at < end; at += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
  }
}

/** Returns the boxes that fill a range; null if they don't fill it, for example in a truncated file. */
async function boxesIn(walk: Walk, from: number, to: number): Promise<Box[] | null> {
  const boxes: Box[] = [];
  let start = from;
  while (start < to) {
    if (to - start < 8) return null;
    if (--walk.boxesLeft < 0) throw broken();
    const head = await walk.window.at(start, 16);
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    if (isLong && to - start < 16) return null;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - start : short;
    if (size < header || size > to - start) return null;
    boxes.push({ type: head.toString('latin1', 4, 8), start, content: start + header, end: start + size });
    start += size;
  }
  return boxes;
}

interface ByteWindow {
  /** Returns the bytes from `start`; bytes beyond the file's end are 0. */
  at(start: number, length: number): Promise<Buffer>;
}

/** Buffers reads of small, adjacent parts of a file. */
function byteWindow(file: FileHandle, windowBytes = 65_536): ByteWindow {
  const held = Buffer.alloc(windowBytes);
  let heldFrom = 0;
  let heldTo = 0;
  return {
    async at(start, length) {
      if (start < heldFrom || start + length > heldTo) {
        held.fill(0);
        await file.read(held, 0, windowBytes, start);
        [heldFrom, heldTo] = [start, start + windowBytes];
      }
      return held.subarray(start - heldFrom, start - heldFrom + length);
    },
  };
}
