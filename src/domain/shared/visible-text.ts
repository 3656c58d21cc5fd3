/** Control and format characters, such as zero-width spaces and direction marks, and line separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const edges = /^[\p{Cc}\p{Cf}\p{Z}]+|[\p{Cc}\p{Cf}\p{Z}]+$/gu;
/** Joiners within emoji sequences, which are part of the visible text. */
const joiners = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Normalizes typed or pasted text to NFC, and trims spaces and invisible characters. */
export const visibleText = (text: string): string => text.normalize('NFC').replace(edges, '');

/** True if text contains invisible characters, so it looks like a different text. */
export const hasInvisible = (text: string): boolean => invisible.test(text.replace(joiners, ''));
