import { useState } from 'react';
import { nextToReview } from '#domain/review/review-inbox.ts';

export interface Run {
  /** 1-based position of a submission in this run; 0 if it isn't part of it. */
  placeOf(offerId: string): number;
  total: number;
  /** Id of the submission to show after deciding on another; null at the end. */
  after(offerId: string): string | null;
  /** Id of the adjacent undecided submission; null at the ends. */
  neighbour(offerId: string, step: 1 | -1): string | null;
}

const none: readonly string[] = [];

/**
 * A run through the inbox with one filter. Its order is stable while submissions are decided and others arrive, so that
 * "3 of 12" keeps counting. New ones are appended.
 * @param pending ids of the submissions matching the filter, in order; undefined until they're known
 * @param filter key of the filter; a different one starts a new run
 */
export function useRun(pending: readonly string[] = none, filter: string): Run {
  const [run, setRun] = useState({ filter, order: none, pending: none });
  let { order } = run;
  if (run.filter !== filter || run.pending !== pending) {
    const before = run.filter === filter ? run.order : none;
    const known = new Set(before);
    order = [...before, ...pending.filter((id) => !known.has(id))];
    setRun({ filter, order, pending });
  }
  const open = new Set(pending);
  return {
    placeOf: (id) => order.indexOf(id) + 1,
    total: order.length,
    after: (id) => nextToReview(order, id, (each) => open.has(each)),
    neighbour(id, step) {
      const left = order.filter((each) => open.has(each) || each === id);
      const place = left.indexOf(id);
      return place < 0 ? null : (left[place + step] ?? null);
    },
  };
}
