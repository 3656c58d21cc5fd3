import { longestChangeNote } from '#contract/wire/bounds.ts';
import type { Remark } from '#domain/review/remarks.ts';
import { secondsOf, videoTime } from '#domain/review/video-time.ts';
import type { TypedRemark } from './checklist-store.ts';

/** The most remarks of one request. */
export const mostRemarks = 20;

/** The typed remark as it is sent; null for one that is empty. */
export function toRemark({ template, text, at }: TypedRemark): Remark | null {
  const remark = { templateName: template, text: text.trim(), atSeconds: secondsOf(at) };
  return remark.text === '' && (template === null || at.trim() === '') ? null : remark;
}

/** Faults of a typed remark for its two fields; null where there is none. The video's length is null where it isn't known. */
export function remarkProblems(
  { text, at }: TypedRemark,
  durationMs: number | null,
): Record<'text' | 'at', string | null> {
  const tooMany = text.trim().length - longestChangeNote;
  return { text: tooMany > 0 ? `${tooMany} characters too many` : null, at: placeProblem(at, durationMs) };
}

function placeProblem(at: string, durationMs: number | null): string | null {
  if (at.trim() === '') return null;
  const seconds = secondsOf(at);
  if (seconds === null) return 'Enter a time such as 0:12';
  return durationMs !== null && seconds * 1000 > durationMs
    ? `The video ends at ${videoTime(durationMs / 1000)}`
    : null;
}
