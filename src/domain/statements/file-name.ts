/** Characters that some file system refuses, that hide or turn round the letters beside them, and halves of letters. */
const notInNames = /[<>:"/\\|?*\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;
/** File systems take 255 bytes or letters; the rest of a name has about 43, and a letter four bytes at most. */
const longestPart = 50;

/** A name as a part of a file's name, on any file system. */
export const fileNamePart = (name: string): string =>
  [...name.trim().replace(notInNames, '_').replace(/\s/gu, '_')].slice(0, longestPart).join('');
