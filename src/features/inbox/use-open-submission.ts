import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import type { InboxFilter } from '#domain/review/review-inbox.ts';
import { removeFromReview } from '#features/offers/public.ts';
import { slideAway } from './deck/slide-away.ts';
import { useRun } from './use-run.ts';

interface Options {
  /** Submissions matching the filter; undefined until they're known. */
  shown: readonly Offer[] | undefined;
  filter: InboxFilter;
  /** True if the list and a submission fit side by side. */
  isDesk: boolean;
  /** Id of the offer in the URL, if any. */
  offerId: string | undefined;
  onOpen: (offerId: string) => void;
  onSwap: (offerId: string | undefined) => void;
  onClose: () => void;
}

/** The open submission, and functions to move through its run. */
export function useOpenSubmission({ shown, filter, isDesk, offerId, onOpen, onSwap, onClose }: Options) {
  const client = useQueryClient();
  const ids = useMemo(() => shown?.map(({ id }) => id), [shown]);
  const run = useRun(ids, JSON.stringify(filter));
  const pane = useRef<HTMLDivElement>(null);
  const id = offerId ?? (isDesk ? ids?.[0] : undefined);
  const show = useCallback(
    (next: string) => (offerId === undefined ? onOpen : onSwap)(next),
    [offerId, onOpen, onSwap],
  );
  return {
    /** Id of the open submission. Beside the list, the first one is open even if the URL has none. */
    id,
    run,
    /** Ref for the element that contains the submission. */
    pane,
    /** Opens a submission, as a new history entry if none is in the URL. */
    show,
    /** Shows another submission instead. */
    swap: onSwap,
    close: onClose,
    move(step: 1 | -1) {
      const next = id === undefined ? ids?.[0] : run.neighbour(id, step);
      if (next) onSwap(next);
    },
    /** Removes a decided submission from the list, and shows the next one. */
    leaveDecided(decidedId: string) {
      const next = run.after(decidedId);
      removeFromReview(client, decidedId);
      if (next !== null && !isDesk) slideAway(pane.current, 1);
      if (next !== null) onSwap(next);
      else if (isDesk) onSwap(undefined);
      else onClose();
    },
  };
}
export type OpenSubmission = ReturnType<typeof useOpenSubmission>;
