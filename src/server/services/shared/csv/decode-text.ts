import { isUtf8 } from 'node:buffer';
import { CommandError } from '#server/errors/command-error.ts';

const saveAs = 'Save it as comma-separated values (CSV) in UTF-8.';

/** Magic bytes of spreadsheets: ZIP archives such as `.xlsx`, and Excel's older files. */
const spreadsheets: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const markBytes = 4;

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/**
 * Decodes the text of a file given to a command: UTF-8, or UTF-16 with a byte order mark, which stays in the text.
 * @param advice appended to the error message for a file that is too long
 * @throws {CommandError} for another encoding, a spreadsheet's own format, and a file that is too long
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  advice = '',
): AsyncGenerator<string> {
  let length = 0;
  let decode: ((piece: Uint8Array, isLast: boolean) => string) | null = null;
  let start: Uint8Array = new Uint8Array();
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) {
      throw new CommandError(`The file is too long. Expected at most ${maxBytes / 1e6} MB${advice}.`);
    }
    if (decode !== null) yield decode(piece, false);
    else {
      start = Buffer.concat([start, piece]);
      if (start.length < markBytes) continue;
      decode = decoderFor(start);
      yield decode(start, false);
    }
  }
  yield decode === null ? decoderFor(start)(start, true) : decode(new Uint8Array(), true);
}

function decoderFor(start: Uint8Array) {
  if (spreadsheets.some((mark) => startsWith(start, mark))) {
    throw new CommandError(`The file is a spreadsheet, not text. ${saveAs}`);
  }
  if (startsWith(start, [0xff, 0xfe])) return utf16Decoder('utf-16le');
  return startsWith(start, [0xfe, 0xff]) ? utf16Decoder('utf-16be') : utf8Decoder();
}

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be') {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (piece: Uint8Array, isLast: boolean) => {
    try {
      return decoder.decode(piece, { stream: !isLast });
    } catch {
      throw new CommandError(`The file begins as UTF-16 text, but isn’t all of it. ${saveAs}`);
    }
  };
}

/** Decodes whole characters at a time, so that an error can name the line of an invalid byte. */
function utf8Decoder() {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Uint8Array = new Uint8Array();
  let line = 1;
  let endsWithCr = false;
  return (piece: Uint8Array, isLast: boolean) => {
    const given = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = isLast ? given.length : wholeCharacters(given);
    rest = given.subarray(end);
    const whole = given.subarray(0, end);
    if (!isUtf8(whole)) {
      const bad = line + lineOfBadByte(whole) - (endsWithCr && whole[0] === lf ? 1 : 0);
      throw new CommandError(`Line ${bad} isn’t UTF-8 text. The file may have a Windows encoding. ${saveAs}`);
    }
    const text = decoder.decode(whole);
    if (endsWithCr && text.startsWith('\n')) line -= 1;
    line += text.match(lineEnds)?.length ?? 0;
    if (text !== '') endsWithCr = text.endsWith('\r');
    return text;
  };
}
const lf = 0x0a;
const lineEnds = /\r\n|\r|\n/g;

/** Returns the length without an incomplete character at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = (byte & 0xc0) === 0x80;
    if (isContinuation) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Returns the number of lines before the first byte that isn't UTF-8. */
const lineOfBadByte = (bytes: Uint8Array): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .split(lineEnds)
    .findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
