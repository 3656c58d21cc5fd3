import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useReadyChoice } from '#app/queries/ready-choice.ts';
import type { OfferFilterKey } from '#domain/offers/offer-stage.ts';
import { offerListQuery } from './queries.ts';

/** Filter, page and offer that a campaign's list shows. */
export interface OfferChoice {
  filter: OfferFilterKey;
  page: number;
}

interface Given {
  campaignId: string;
  shown: OfferChoice;
  lastPage: number;
  /** Shows the choice. */
  take: (choice: OfferChoice) => void;
}

/**
 * Other filters and pages, each taken once its offers are there, or after a blink: the list is rendered once for them, not
 * once without them and again with them.
 */
export function useOfferChoice({ campaignId, shown, lastPage, take }: Given) {
  const client = useQueryClient();
  const fetch = useCallback(
    ({ filter, page }: OfferChoice) => client.prefetchQuery(offerListQuery(campaignId, filter, page)),
    [client, campaignId],
  );
  const choose = useReadyChoice(fetch, take);
  const { filter, page } = shown;
  // The page that was asked for last: presses can come faster than pages, and each goes one on.
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
    /** A filter that may be chosen next. */
    approachFilter: (next: OfferFilterKey) => fetch({ filter: next, page: 1 }),
    chooseFilter: (next: OfferFilterKey) => {
      goal.current = 1;
      choose({ filter: next, page: 1 });
    },
    /** A page that may be turned to next, so many from here. */
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
