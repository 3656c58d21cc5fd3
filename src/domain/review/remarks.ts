import type { ChangeTemplate, RequestedChange } from '#contract/brand/requested-changes.ts';
import { maxChangeNoteLength } from '#contract/wire/bounds.ts';
import { changeTitle, customTemplate, requestedChange } from '../offers/change-templates.ts';
import { videoTime } from './video-time.ts';

/** A brand's own remark on a submission, and the second of the draft that it refers to. */
export interface Remark {
  /** The template that the remark explains; null for a standalone remark. */
  templateName: string | null;
  /** Trimmed; empty if only a second is given. */
  text: string;
  atSeconds: number | null;
}

interface Request {
  templates: readonly ChangeTemplate[];
  /** Names of the selected templates. */
  ticked: readonly string[];
  remarks: readonly Remark[];
  brandName: string;
}

/** A request's changes in the API's format, or the reason that it can't be sent. */
export type PlannedRequest = { changes: RequestedChange[]; problem: null } | { changes: null; problem: string };

/** Sorts remarks by time in the video, followed by those without a time in their original order. */
export const sortByVideoTime = <R extends { atSeconds: number | null }>(remarks: readonly R[]): R[] =>
  remarks.toSorted((a, b) => (a.atSeconds ?? Number.POSITIVE_INFINITY) - (b.atSeconds ?? Number.POSITIVE_INFINITY));

/** A remark as a line of a joined note. The creator's page links each time in the note to the video. */
const lineOf = ({ text, atSeconds }: Remark): string =>
  [atSeconds === null ? '' : videoTime(atSeconds), text].filter((part) => part !== '').join(' ');

/** True if a server accepts the brand's own words with this template. */
export const acceptsNote = ({ name, takesNote }: ChangeTemplate): boolean =>
  takesNote === true || name === customTemplate;

/** The template for standalone remarks; undefined if the server offers none. */
export const remarkTemplate = (templates: readonly ChangeTemplate[]): ChangeTemplate | undefined =>
  templates.find(({ name }) => name === customTemplate);

const noteOf = ({ text, atSeconds }: Remark) => ({
  ...(text !== '' && { note: text }),
  ...(atSeconds !== null && { atSeconds }),
});

const same = (a: Remark, b: Remark) => a.text === b.text && a.atSeconds === b.atSeconds;

/**
 * Changes of one template: one per remark if the server accepts that many, otherwise a single one with one line per remark. For a
 * template that doesn't accept notes, the brand's words are sent as the specification's `reason`.
 * @returns an error message if the joined remarks are too long
 */
function changesOn(template: ChangeTemplate, all: readonly Remark[], brandName: string): RequestedChange[] | string {
  const { name, takesNote, mostNotes = 1 } = template;
  const remarks = sortByVideoTime(all).filter(
    (each, place, sorted) => sorted.findIndex((one) => same(one, each)) === place,
  );
  if (remarks.length === 0) return [requestedChange(name, brandName)];
  if (takesNote && remarks.length <= mostNotes) {
    return remarks.map((remark) => requestedChange(name, brandName, noteOf(remark)));
  }
  const joined = remarks.map(lineOf).join('\n');
  const tooMany = joined.length - maxChangeNoteLength;
  if (tooMany > 0) {
    const about = name === customTemplate ? 'Your remarks' : `Your remarks on “${changeTitle(name, [template])}”`;
    return `${about} are sent as one note, which is ${tooMany} characters too long. Shorten or remove some.`;
  }
  const change = requestedChange(name, brandName, takesNote ? { note: joined } : {});
  return [takesNote ? change : { ...change, variables: { ...change.variables, reason: joined } }];
}

/**
 * Converts selected templates and remarks to the changes of one request. Standalone remarks are sent with the hidden custom
 * template, or with the first selected one if the server has none. No remark is dropped or truncated: a request that doesn't fit
 * is refused.
 */
export function planRequest({ templates, ticked, remarks, brandName }: Request): PlannedRequest {
  const chosen = visibleIn(templates, ticked);
  const own = remarkTemplate(templates);
  const host = own ?? chosen.find(acceptsNote);
  const isOn = (template: ChangeTemplate, { templateName }: Remark) =>
    template.name === templateName && acceptsNote(template);
  const alone = remarks.filter((remark) => !chosen.some((template) => isOn(template, remark)));
  if (alone.length > 0 && host === undefined) {
    return {
      changes: null,
      problem: 'Select at least one change: this server doesn’t accept remarks without one.',
    };
  }
  const groups = [...chosen, ...(own !== undefined && alone.length > 0 ? [own] : [])].map((template) =>
    changesOn(
      template,
      [
        ...remarks.filter((remark) => chosen.includes(template) && isOn(template, remark)),
        ...(template === host ? alone : []),
      ],
      brandName,
    ),
  );
  const problem = groups.find((group) => typeof group === 'string');
  if (problem !== undefined) return { changes: null, problem };
  return { changes: groups.flatMap((group) => (typeof group === 'string' ? [] : group)), problem: null };
}

const visibleIn = (templates: readonly ChangeTemplate[], ticked: readonly string[]) =>
  templates.filter(({ name }) => name !== customTemplate && ticked.includes(name));
