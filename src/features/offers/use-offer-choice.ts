import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useDeferredChoice } from '#app/queries/ready-choice.ts';
import type { OfferFilterKey } from '#domain/offers/offer-stage.ts';
import { offerListQuery } from './queries.ts';

/** Filter and page of a campaign's offer list. */
export interface OfferChoice {
  filter: OfferFilterKey;
  page: number;
}

interface Params {
  campaignId: string;
  shown: OfferChoice;
  lastPage: number;
  /** Applies a choice. */
  take: (choice: OfferChoice) => void;
}

/**
 * Switches filters and pages once their offers have loaded, or after a short wait. The list then renders once with the
 * offers, instead of first without them.
 */
export function useOfferChoice({ campaignId, shown, lastPage, take }: Params) {
  const client = useQueryClient();
  const fetch = useCallback(
    ({ filter, page }: OfferChoice) => client.prefetchQuery(offerListQuery(campaignId, filter, page)),
    [client, campaignId],
  );
  const choose = useDeferredChoice(fetch, take);
  const { filter, page } = shown;
  // The latest requested page: clicks may be faster than pages load, and each moves one page on.
  const goal = useRef(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter resets the goal, on whichever page
  useEffect(() => {
    goal.current = page;
  }, [filter, page]);
  const fromGoal = useCallback(
    (step: number) => ({ filter, page: Math.min(Math.max(goal.current + step, 1), lastPage) }),
    [filter, lastPage],
  );
  return {
    /** Prefetches a filter that may be chosen next. */
    approachFilter: (next: OfferFilterKey) => fetch({ filter: next, page: 1 }),
    chooseFilter: (next: OfferFilterKey) => {
      goal.current = 1;
      choose({ filter: next, page: 1 });
    },
    /** Prefetches a page that may be opened next, given as a step from the current one. */
    approachPage: useCallback((step: number) => void fetch(fromGoal(step)), [fetch, fromGoal]),
    turn: useCallback(
      (step: number) => {
        const next = fromGoal(step);
        goal.current = next.page;
        choose(next);
      },
      [fromGoal, choose],
    ),
  };
}
