import { parseJson, tooLarge } from '../requests/read-body.ts';

/** Part of a diverted string: its start, some of its text, or its end. */
export type Piece = { kind: 'start' } | { kind: 'text'; text: string } | { kind: 'end' };

interface DivertedJson {
  /** Parses the next chunk and yields the pieces of diverted strings. */
  read(chunk: Uint8Array): Generator<Piece>;
  /** The JSON parsed so far, with each diverted string replaced by its index from 0; an empty one stays empty. */
  value(): unknown;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const escapes: Readonly<Record<string, string>> = { '/': '/', n: '\n', r: '\r', t: '\t' };

/**
 * Parses JSON whose values under `key` are long strings, and diverts those as they arrive: only the rest is kept in
 * memory. The strings are expected to be base64. Non-ASCII bytes are decoded as Latin-1, and escapes that base64 can't
 * contain are decoded as NUL. An escaped quote may therefore end the string early, but such a body is rejected in any
 * case.
 * @throws {ApiError} 413 if the rest is longer than `limitBytes`; `value` throws 400 for invalid JSON
 */
export function divertStrings(key: string, limitBytes: number): DivertedJson {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let state: 'outside' | 'string' = 'outside';
  let isDiverting = false;
  /** The last string as written, with escapes, up to the maximum length of the key. */
  let word = '';
  let isAfterKey = false;
  /** An incomplete escape, from its backslash; empty outside an escape. */
  let begun = '';
  let count = 0;
  let hasText = false;

  const keep = (bytes: Buffer) => {
    keptBytes += bytes.length;
    if (keptBytes > limitBytes) throw tooLarge(limitBytes);
    // Copied, because a subarray would keep the whole chunk in memory.
    kept.push(Buffer.from(bytes));
  };

  /** Parses up to a diverted string or the chunk's end, and returns that position. */
  function readKept(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (state === 'string') {
        if (begun !== '') begun = '';
        else if (byte === backslash) begun = '\\';
        else if (byte === quote) state = 'outside';
        if (state === 'string' && word.length <= key.length * 6) word += String.fromCharCode(byte);
      } else if (byte === quote) {
        if (isAfterKey) {
          isDiverting = true;
          keep(chunk.subarray(from, at));
          return at + 1;
        }
        [state, word] = ['string', ''];
      } else if (!isSpace(byte)) {
        isAfterKey = byte === colon && isEscapeOf(word, key);
      }
    }
    keep(chunk.subarray(from));
    return chunk.length;
  }

  /** Yields a diverted string up to its end or the chunk's end, and returns that position. */
  function* readDiverted(chunk: Buffer, from: number): Generator<Piece, number> {
    const closing = chunk.indexOf(quote, from);
    let text = begun + chunk.toString('latin1', from, closing === -1 ? chunk.length : closing);
    begun = closing === -1 ? (/\\(u[0-9a-f]{0,3})?$/i.exec(text)?.[0] ?? '') : '';
    text = text.slice(0, text.length - begun.length).replace(/\\(?:u[0-9a-f]{4}|.?)/gis, meaningOf);
    if (text !== '') {
      hasText = true;
      yield { kind: 'text', text };
    }
    if (closing === -1) return chunk.length;
    keep(Buffer.from(hasText ? `"${count}"` : '""'));
    count += 1;
    [isDiverting, isAfterKey] = [false, false];
    yield { kind: 'end' };
    return closing + 1;
  }

  return {
    *read(given) {
      const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      for (let at = 0; at < chunk.length; ) {
        if (isDiverting) {
          at = yield* readDiverted(chunk, at);
          continue;
        }
        at = readKept(chunk, at);
        if (isDiverting) {
          hasText = false;
          yield { kind: 'start' };
        }
      }
    },
    value: () => parseJson(Buffer.concat(kept)),
  };
}

/** True if a JSON string as written decodes to this text: `"a"` can also be written `"\u0061"`. */
function isEscapeOf(written: string, meant: string): boolean {
  if (!written.includes('\\')) return written === meant;
  try {
    return JSON.parse(`"${written}"`) === meant;
  } catch {
    return false;
  }
}

/** The character for an escape sequence. */
function meaningOf(written: string): string {
  const code = /^\\u([0-9a-f]{4})$/i.exec(written)?.[1];
  return code === undefined ? (escapes[written[1] ?? ''] ?? '\0') : String.fromCharCode(Number.parseInt(code, 16));
}
