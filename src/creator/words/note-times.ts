/** Part of a note; `atS` is its timestamp in the video in seconds, if it has one. */
export interface NotePart {
  text: string;
  atS: number | null;
}

const time = /\b(\d{1,2}:)?(\d{1,2}):([0-5]\d)\b/g;

const secondsOf = ([, hours, minutes, seconds]: RegExpMatchArray) =>
  Number.parseInt(hours ?? '0', 10) * 3600 + Number(minutes) * 60 + Number(seconds);

/** Splits a note at its timestamps, such as 0:12, so that each can link to its position in the video. */
export function notePartsOf(note: string): NotePart[] {
  const parts: NotePart[] = [];
  let end = 0;
  for (const found of note.matchAll(time)) {
    if (found.index > end) parts.push({ text: note.slice(end, found.index), atS: null });
    parts.push({ text: found[0], atS: secondsOf(found) });
    end = found.index + found[0].length;
  }
  if (end < note.length) parts.push({ text: note.slice(end), atS: null });
  return parts;
}
