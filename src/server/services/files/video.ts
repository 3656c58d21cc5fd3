import { ApiError } from '../../api-error.ts';

export const videoType = { mime: 'video/mp4', extension: 'mp4' } as const;

interface Box {
  type: string;
  /** Where it starts, where its content starts, and where it ends, in bytes. */
  start: number;
  content: number;
  end: number;
}

/** Boxes that hold others in which something about people or places may stand. */
const containers = new Set(['moov', 'trak', 'mdia']);
/** Boxes that describe rather than play: titles, places, cameras (ISO/IEC 14496-12, 8.10 and 8.11; XMP in `uuid`). */
const descriptions = new Set(['udta', 'meta', 'uuid']);

/** Whether a file calls itself an MP4 or a QuickTime film, by its first box. */
export function looksLikeVideo(content: Buffer): boolean {
  return /^ftyp(isom|iso\d|mp4\d|avc1|M4V |qt {2}|MSNV|dash|3gp\d)/.test(content.toString('latin1', 4, 12));
}

/**
 * A video as it came, less what it says about people and places: those boxes are blanked where they stand, so that nothing
 * that points into the file moves.
 * @throws {ApiError} 415 for what is not a whole MP4 or QuickTime film
 */
export function cleanVideo(given: Buffer): Buffer {
  const content = Buffer.from(given);
  const boxes = boxesIn(content, 0, content.length);
  const has = (type: string) => boxes?.some((box) => box.type === type) === true;
  if (boxes === null || !has('moov') || !has('mdat')) throw broken();
  blankDescriptions(content, boxes);
  return content;
}

const broken = () =>
  new ApiError('unsupported_media_type', 'File is not supported. Expected an MP4 video that is not broken.');

/** `moov`, `trak`, `mdia` and what is in it; a file that goes deeper is made to exhaust whoever walks it. */
const deepest = 4;

function blankDescriptions(content: Buffer, boxes: Box[], depth = 1): void {
  if (depth > deepest) throw broken();
  for (const { type, start, content: from, end } of boxes) {
    if (descriptions.has(type)) {
      content.write('free', start + 4, 'latin1');
      content.fill(0, from, end);
    } else if (containers.has(type)) {
      blankDescriptions(content, boxesIn(content, from, end) ?? [], depth + 1);
    }
  }
}

/** The boxes that fill a range; null if they don't fill it, as in a file that was cut off. */
function boxesIn(content: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  let start = from;
  while (start < to) {
    if (to - start < 8) return null;
    const short = content.readUInt32BE(start);
    const isLong = short === 1;
    if (isLong && to - start < 16) return null;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(content.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short;
    if (size < header || size > to - start) return null;
    boxes.push({
      type: content.toString('latin1', start + 4, start + 8),
      start,
      content: start + header,
      end: start + size,
    });
    start += size;
  }
  return boxes;
}
