import { longestChangeNote } from '#contract/bounds.ts';
import type { ChangeNote } from '#contract/offer.ts';
import { secondsOf, videoTime } from '#domain/video-time.ts';

/** A note on a requested change as it is typed: its text, and the place in the video. */
export interface TypedNote {
  note: string;
  at: string;
}

export const noNote: TypedNote = { note: '', at: '' };

/** The typed note as the call takes it; empty fields are left out. */
export function toNote({ note, at }: TypedNote): Omit<ChangeNote, 'templateName'> {
  const text = note.trim();
  const atSeconds = secondsOf(at);
  return { ...(text !== '' && { note: text }), ...(atSeconds !== null && { atSeconds }) };
}

/** Faults of a typed note for its two fields; null where there is none. The video's length is null where it isn't known. */
export function noteProblems(
  { note, at }: TypedNote,
  durationMs: number | null,
): Record<keyof TypedNote, string | null> {
  const tooMany = note.trim().length - longestChangeNote;
  return { note: tooMany > 0 ? `${tooMany} characters too many` : null, at: placeProblem(at, durationMs) };
}

function placeProblem(at: string, durationMs: number | null): string | null {
  if (at.trim() === '') return null;
  const seconds = secondsOf(at);
  if (seconds === null) return 'Enter a time such as 0:12';
  return durationMs !== null && seconds * 1000 > durationMs
    ? `The video ends at ${videoTime(durationMs / 1000)}`
    : null;
}
