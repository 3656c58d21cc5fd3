/**
 * The part of a track that its edit list shows, in seconds on the video's clock. The rest was trimmed, but is still in the file.
 */
export interface ShownPart {
  fromSecs: number;
  /** Infinity if the list specifies no end. */
  toSecs: number;
  /** False for a list that joins several parts, or changes the playback speed: only a decoder can render those. */
  isOnePart: boolean;
}

/** A file that is read in ranges. */
export interface ReadableFile {
  sizeBytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

interface Box {
  type: string;
  /** Offsets of the box's content and of its end, in bytes. */
  content: number;
  end: number;
}

/** A generous limit, since the index of a ten-minute video takes only a few hundred kilobytes. */
const maxIndexBytes = 64_000_000;
const maxBoxes = 10_000;

/**
 * Reads the edit lists of an MP4 or QuickTime file (ISO/IEC 14496-12, 8.6.6), by track id.
 * @returns no entry for tracks without an edit list; an empty map for files of other types
 */
export async function readEdits(file: ReadableFile): Promise<Map<number, ShownPart>> {
  const edits = new Map<number, ShownPart>();
  const index = await findIndex(file);
  if (index === null) return edits;
  const boxes = boxesIn(index, 0, index.byteLength);
  const header = boxes.find(({ type }) => type === 'mvhd');
  const unitsPerSec = header === undefined ? 0 : index.getUint32(header.content + (isLong(index, header) ? 20 : 12));
  for (const track of boxes.filter(({ type }) => type === 'trak')) {
    const parts = boxesIn(index, track.content, track.end);
    const trackHeader = parts.find(({ type }) => type === 'tkhd');
    const edit = parts.find(({ type }) => type === 'edts');
    const list = edit && boxesIn(index, edit.content, edit.end).find(({ type }) => type === 'elst');
    if (trackHeader === undefined || list === undefined || unitsPerSec === 0) continue;
    const shown = shownBy(index, list, unitsPerSec);
    if (shown !== null) edits.set(index.getUint32(trackHeader.content + (isLong(index, trackHeader) ? 20 : 12)), shown);
  }
  return edits;
}

/** True if a part of a track lies entirely outside the shown part. Times are rounded to the video's clock. */
export const isOutsideShownPart = (shown: ShownPart, part: { startSecs: number; endSecs: number }): boolean =>
  part.endSecs <= shown.fromSecs + roundingSecs || part.startSecs >= shown.toSecs - roundingSecs;

const roundingSecs = 0.002;

/** Version 1 of a box has 64-bit times. */
const isLong = (index: DataView, { content }: Box): boolean => index.getUint8(content) === 1;

function shownBy(index: DataView, list: Box, unitsPerSec: number): ShownPart | null {
  const hasLongTimes = isLong(index, list);
  const entryBytes = hasLongTimes ? 20 : 12;
  const count = Math.min(index.getUint32(list.content + 4), Math.floor((list.end - list.content - 8) / entryBytes));
  let [emptyUnits, shownUnits, shownParts, hasOtherSpeed] = [0, 0, 0, false];
  for (let entry = 0; entry < count; entry++) {
    const at = list.content + 8 + entry * entryBytes;
    const units = hasLongTimes ? Number(index.getBigUint64(at)) : index.getUint32(at);
    const from = hasLongTimes ? Number(index.getBigInt64(at + 8)) : index.getInt32(at + 4);
    if (from < 0) {
      // A leading empty edit moves the start. An empty edit between two parts counts as another part.
      if (shownParts === 0) emptyUnits += units;
      else shownParts += 1;
      continue;
    }
    shownParts += 1;
    shownUnits = units === 0 ? Number.POSITIVE_INFINITY : shownUnits + units;
    hasOtherSpeed ||= index.getInt32(at + entryBytes - 4) !== 0x10000;
  }
  if (shownParts === 0) return null;
  const fromSecs = emptyUnits / unitsPerSec;
  return { fromSecs, toSecs: fromSecs + shownUnits / unitsPerSec, isOnePart: shownParts === 1 && !hasOtherSpeed };
}

/** Content of the `moov` box. */
async function findIndex({ sizeBytes, read }: ReadableFile): Promise<DataView | null> {
  let start = 0;
  for (let count = 0; count < maxBoxes && start + 8 <= sizeBytes; count++) {
    const head = viewOf(await read(start, Math.min(start + 16, sizeBytes)));
    const box = boxAt(head, 0, sizeBytes - start);
    if (box === null) return null;
    const bytes = box.end - box.content;
    if (box.type === 'moov') {
      return bytes > maxIndexBytes ? null : viewOf(await read(start + box.content, start + box.end));
    }
    start += box.end;
  }
  return null;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function boxesIn(index: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to && boxes.length < maxBoxes; ) {
    const box = boxAt(index, start, to - start);
    if (box === null) break;
    boxes.push(box);
    start = box.end;
  }
  return boxes;
}

/** Parses a box header; null if the box exceeds the available bytes. */
function boxAt(bytes: DataView, start: number, roomBytes: number): Box | null {
  const short = bytes.getUint32(start);
  if (short === 1 && (roomBytes < 16 || bytes.byteLength < start + 16)) return null;
  const headBytes = short === 1 ? 16 : 8;
  const size = short === 1 ? Number(bytes.getBigUint64(start + 8)) : short === 0 ? roomBytes : short;
  if (size < headBytes || size > roomBytes) return null;
  const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => bytes.getUint8(start + offset)));
  return { type, content: start + headBytes, end: start + size };
}
