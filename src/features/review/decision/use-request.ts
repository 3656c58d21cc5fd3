import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Fulfillment } from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { changeTemplates, visibleChangeTemplates } from '#domain/offers/change-templates.ts';
import { acceptsNote, planRequest, remarkTemplate, sortByVideoTime } from '#domain/review/remarks.ts';
import { secondsOf } from '#domain/review/video-time.ts';
import { brandQuery } from '#features/auth/public.ts';
import { changeTemplatesQuery } from '../queries.ts';
import type { TypedRemark } from './checklist-store.ts';
import { remarkProblems, toRemark } from './typed-remark.ts';
import type { OpenChecklist } from './use-checklist.ts';

const noProblems = { text: null, at: null };

/** Ids of a remark's two fields. */
export const fieldsOf = (id: string) => ({ text: `remark-${id}`, at: `remark-at-${id}` });

/** State of a request for changes: the options, the validation problems, and the submit function. */
export function useRequest(checklist: OpenChecklist, fulfillment: Fulfillment | null) {
  // The app bundles the default list, so the choice never waits for a response.
  const { data = changeTemplates } = useQuery(changeTemplatesQuery());
  const { data: brand } = useQuery(brandQuery());
  /** Set on the first submit. Problems are shown only after that, rather than during typing. */
  const [tried, setTried] = useState(false);
  const brandName = brand?.name ?? '';
  const templates = visibleChangeTemplates(data);
  const ticked = templates.filter(({ name }) => checklist.chosen.has(name));
  const isVideo = fulfillment?.evidenceType === 'VIDEO_WITH_CAPTION';
  const durationMs = fulfillment?.metadata.durationMs ?? null;

  const isShown = ({ template }: TypedRemark) =>
    template === null || ticked.some((each) => each.name === template && acceptsNote(each));
  const shown = checklist.remarks.filter(isShown).map((each) => (isVideo ? each : { ...each, at: '' }));
  const remarks = shown.flatMap((each) => toRemark(each) ?? []);
  const withRemark = new Set(remarks.map(({ templateName }) => templateName));
  const problemsOf = (remark: TypedRemark) => remarkProblems(remark, durationMs);
  const plan = planRequest({ templates: data, ticked: ticked.map(({ name }) => name), remarks, brandName });

  return {
    templates,
    ticked,
    brandName,
    isVideo,
    remarks: sortByVideoTime(shown.map((each) => ({ ...each, atSeconds: secondsOf(each.at) }))),
    /** True if remarks can stand alone, or belong to a ticked template. */
    takesRemarks: remarkTemplate(data) !== undefined || templates.some(acceptsNote),
    /** Number on the button: remarks, and ticked templates without one. */
    count: remarks.length + ticked.filter(({ name }) => !withRemark.has(name)).length,
    problemsOf: (remark: TypedRemark) => (tried ? problemsOf(remark) : noProblems),
    /** The reason why the whole request can't be sent; null before the first submit, or if there is none. */
    problem: tried ? plan.problem : null,
    /** Returns the changes to send. If something is invalid, returns null and focuses the first invalid field. */
    ready(): RequestedChange[] | null {
      setTried(true);
      const fault = shown.flatMap((each) => {
        const { text, at } = problemsOf(each);
        return text ? [fieldsOf(each.id).text] : at ? [fieldsOf(each.id).at] : [];
      })[0];
      if (fault !== undefined) document.getElementById(fault)?.focus();
      return fault === undefined ? plan.changes : null;
    },
  };
}
export type ChangeRequestForm = ReturnType<typeof useRequest>;
