import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LocalDecision } from '#app/intents/local-decision.ts';
import { type InboxFilter, matchesInbox } from '#domain/review/review-inbox.ts';
import { toReviewQuery } from '#features/offers/public.ts';
import { useCampaignTitles } from './list/use-campaign-titles.ts';

/**
 * All submissions that await the brand, those matching the filter, and the titles of their campaigns.
 * @param decided decisions whose campaign titles are needed, too
 */
export function useInbox(filter: InboxFilter, decided: readonly LocalDecision[]) {
  const read = useQuery(toReviewQuery());
  const all = read.data;
  const { kind, campaignId, text } = filter;
  const ids = useMemo(
    () => [
      ...[...(all ?? []), ...decided].map((each) => each.campaignId),
      ...(campaignId === undefined ? [] : [campaignId]),
    ],
    [all, decided, campaignId],
  );
  const titleOf = useCampaignTitles(ids);
  const shown = useMemo(
    () => all?.filter((offer) => matchesInbox(offer, titleOf(offer.campaignId), { kind, campaignId, text })),
    [all, titleOf, kind, campaignId, text],
  );
  const campaigns = useMemo(() => {
    const counts = new Map<string, number>(campaignId === undefined ? [] : [[campaignId, 0]]);
    for (const offer of all ?? []) counts.set(offer.campaignId, (counts.get(offer.campaignId) ?? 0) + 1);
    return [...counts]
      .map(([id, count]) => ({ id, count, title: titleOf(id) }))
      .sort((a, b) => a.title.localeCompare(b.title));
  }, [all, campaignId, titleOf]);
  return { read, all, shown, campaigns, titleOf };
}
