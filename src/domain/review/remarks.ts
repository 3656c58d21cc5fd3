import type { ChangeTemplate, RequestedChange } from '#contract/brand/requested-changes.ts';
import { longestChangeNote } from '#contract/wire/bounds.ts';
import { changeTitle, customTemplate, requestedChange } from '../offers/change-templates.ts';
import { videoTime } from './video-time.ts';

/** A brand's own words on a submission, and the second of the draft that they are about. */
export interface Remark {
  /** The template that it explains; null for a remark on no template. */
  templateName: string | null;
  /** Trimmed; empty where only a second is given. */
  text: string;
  atSeconds: number | null;
}

interface Request {
  templates: readonly ChangeTemplate[];
  /** Names of the templates that were ticked. */
  ticked: readonly string[];
  remarks: readonly Remark[];
  brandName: string;
}

/** The changes of a request on the wire, or a sentence on why it can't be sent. */
export type PlannedRequest = { changes: RequestedChange[]; problem: null } | { changes: null; problem: string };

/** In the order of the video; remarks without a second follow, in the order given. */
export const inVideoOrder = <R extends { atSeconds: number | null }>(remarks: readonly R[]): R[] =>
  remarks.toSorted((a, b) => (a.atSeconds ?? Number.POSITIVE_INFINITY) - (b.atSeconds ?? Number.POSITIVE_INFINITY));

/** A remark as a line of a joined note. The creator's page leads from each time in it to its place in the video. */
const lineOf = ({ text, atSeconds }: Remark): string =>
  [atSeconds === null ? '' : videoTime(atSeconds), text].filter((part) => part !== '').join(' ');

/** True if a server can send the brand's own words with this template. */
export const takesWords = ({ name, takesNote }: ChangeTemplate): boolean =>
  takesNote === true || name === customTemplate;

/** The template for remarks on no template; undefined where the server offers none. */
export const remarkTemplate = (templates: readonly ChangeTemplate[]): ChangeTemplate | undefined =>
  templates.find(({ name }) => name === customTemplate);

const noteOf = ({ text, atSeconds }: Remark) => ({
  ...(text !== '' && { note: text }),
  ...(atSeconds !== null && { atSeconds }),
});

const same = (a: Remark, b: Remark) => a.text === b.text && a.atSeconds === b.atSeconds;

/**
 * The changes of one template: one for each remark where the server takes as many, else one that holds all of them, a line
 * each. A template without notes takes the brand's words only as the specification's `reason`.
 * @returns a sentence where the joined remarks are too long
 */
function changesOn(template: ChangeTemplate, all: readonly Remark[], brandName: string): RequestedChange[] | string {
  const { name, takesNote, mostNotes = 1 } = template;
  const remarks = inVideoOrder(all).filter(
    (each, place, sorted) => sorted.findIndex((one) => same(one, each)) === place,
  );
  if (remarks.length === 0) return [requestedChange(name, brandName)];
  if (takesNote && remarks.length <= mostNotes) {
    return remarks.map((remark) => requestedChange(name, brandName, noteOf(remark)));
  }
  const joined = remarks.map(lineOf).join('\n');
  const tooMany = joined.length - longestChangeNote;
  if (tooMany > 0) {
    const about = name === customTemplate ? 'Your remarks' : `Your remarks on “${changeTitle(name, [template])}”`;
    return `${about} are sent as one note here, and are ${tooMany} characters too long together. Shorten or remove some.`;
  }
  const change = requestedChange(name, brandName, takesNote ? { note: joined } : {});
  return [takesNote ? change : { ...change, variables: { ...change.variables, reason: joined } }];
}

/**
 * Puts ticked templates and remarks into the changes of one request. Remarks that stand alone go with the hidden custom
 * template, or with the first ticked one where the server has none. No remark is left out or cut: a request that doesn't fit
 * isn't planned.
 */
export function planRequest({ templates, ticked, remarks, brandName }: Request): PlannedRequest {
  const chosen = visibleIn(templates, ticked);
  const own = remarkTemplate(templates);
  const host = own ?? chosen.find(takesWords);
  const isOn = (template: ChangeTemplate, { templateName }: Remark) =>
    template.name === templateName && takesWords(template);
  const alone = remarks.filter((remark) => !chosen.some((template) => isOn(template, remark)));
  if (alone.length > 0 && host === undefined) {
    return {
      changes: null,
      problem: 'Select a change that your remarks go with: this server takes none on their own.',
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
