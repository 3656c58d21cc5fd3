const [quote, backslash] = [0x22, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * True if a JSON text has more than `levels` nested arrays and objects. It scans bytes without building values, and
 * stops at the first level too many. The result for invalid JSON is undefined: its parser rejects it.
 */
export function isNestedDeeper(bytes: Uint8Array, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
    }
  }
  return false;
}
