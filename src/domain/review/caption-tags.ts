/** A hashtag with its `#`, whether or not it was stored with one; null if there is none. */
export const hashtagText = (stored: string | null | undefined): string | null =>
  stored ? `#${stored.replace(/^#/, '')}` : null;

const plain = (text: string) => text.normalize('NFC').toLowerCase();
/** Characters that continue a tag. A dot or hyphen does so only before another letter, since a dot may also end a sentence. */
const goesOn = /^(?:[\p{L}\p{M}\p{N}_]|[.-][\p{L}\p{N}_])/u;
const wordBefore = /[\p{L}\p{M}\p{N}_]$/u;

/** True if a caption has this exact hashtag or @handle, ignoring case. Longer tags that begin with it don't count. */
export function hasTag(caption: string, tag: string): boolean {
  const [text, wanted] = [plain(caption), plain(tag)];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!wordBefore.test(text.slice(0, at)) && !goesOn.test(text.slice(at + wanted.length))) return true;
  }
  return false;
}
