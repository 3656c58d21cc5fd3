import { maxChangeNoteLength } from '#contract/wire/bounds.ts';
import type { Remark } from '#domain/review/remarks.ts';
import { secondsOf, videoTime } from '#domain/review/video-time.ts';
import type { TypedRemark } from './checklist-store.ts';

/** Maximum remarks per request. */
export const maxRemarks = 20;

/** Converts a typed remark for sending; null if it's empty. */
export function toRemark({ template, text, at }: TypedRemark): Remark | null {
  const remark = { templateName: template, text: text.trim(), atSeconds: secondsOf(at) };
  return remark.text === '' && (template === null || at.trim() === '') ? null : remark;
}

/** Validation problems of a remark's two fields, each null if valid. The video's length is null if unknown. */
export function remarkProblems(
  { text, at }: TypedRemark,
  durationMs: number | null,
): Record<'text' | 'at', string | null> {
  const tooMany = text.trim().length - maxChangeNoteLength;
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
