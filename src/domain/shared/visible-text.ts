/** Controls and format characters, such as zero-width spaces and marks of direction, and separators of lines. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const edges = /^[\p{Cc}\p{Cf}\p{Z}]+|[\p{Cc}\p{Cf}\p{Z}]+$/gu;
/** Emoji of several parts are joined by one: it belongs to what is seen. */
const joiners = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Typed or pasted text in NFC, without spaces and invisible characters at its ends. */
export const visibleText = (text: string): string => text.normalize('NFC').replace(edges, '');

/** True if text has characters within it that can't be seen: it looks like another text and isn't. */
export const hasInvisible = (text: string): boolean => invisible.test(text.replace(joiners, ''));
