/** Characters that some file systems refuse, that hide or reverse adjacent letters, and unpaired surrogates. */
const notInNames = /[<>:"/\\|?*\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;
/**
 * File systems allow 255 bytes or characters; the rest of a file name takes about 43 of them, and a character takes up to four
 * bytes.
 */
const maxPartLength = 50;

/** A name as part of a file name, safe on any file system. */
export const fileNamePart = (name: string): string =>
  [...name.trim().replace(notInNames, '_').replace(/\s/gu, '_')].slice(0, maxPartLength).join('');
