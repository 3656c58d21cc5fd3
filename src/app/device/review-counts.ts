import { useQuery } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { listOffers } from '#contract/brand/offer.ts';
import type { ReviewCounts, WorkerMessage } from '#contract/worker/worker-message.ts';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

const current = createStore<ReviewCounts | null>(null);

/** Stores the worker's counts of submissions to review, unless they're for another brand. */
export function setReviewCounts(message: Extract<WorkerMessage, { type: 'to-review' }> | null): void {
  const session = readSession();
  const isOwn = message !== null && isBrandSession(session) && session.brandId === message.brandId;
  current.write(isOwn ? message.counts : null);
}

/**
 * Submissions awaiting the brand's decision, in total and by campaign, as the worker counts them in the local copy.
 * Null before the first count, and for another brand.
 */
export const useReviewCounts = (): ReviewCounts | null => useStore(current);

/** The total number of submissions to review; fetched from the server if there's no worker. Null until it's known. */
export function useReviewCount(): number | null {
  const counts = useReviewCounts();
  const { data } = useQuery({
    queryKey: ['offers', 'review-count'],
    queryFn: async ({ signal }) => {
      const query = { offerStageType: ['AWAITING_EVIDENCE_CLEARANCE'], page: 1, pageSize: 1 } as const;
      return (await call(listOffers, { query, signal })).data.pagination.total;
    },
    enabled: counts === null && !navigator.serviceWorker?.controller,
  });
  return counts?.total ?? data ?? null;
}
