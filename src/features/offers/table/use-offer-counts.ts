import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#domain/money.ts';
import { type OfferFilterKey, offerFilters } from '#domain/offer-stage.ts';
import { offerCountQuery } from '../queries.ts';

/**
 * Number of a campaign's offers in each filter, once somebody is about to look.
 * @param listed total of the current list, which knows it already
 */
export function useOfferCounts(campaignId: string, filter: OfferFilterKey, listed: number | undefined) {
  const [wanted, setWanted] = useState(false);
  const results = useQueries({
    queries: offerFilters.map(({ key }) => ({ ...offerCountQuery(campaignId, key), enabled: wanted })),
  });
  const counts: Partial<Record<OfferFilterKey, string>> = {};
  for (const [index, { key }] of offerFilters.entries()) {
    const total = key === filter ? (listed ?? results[index]?.data) : results[index]?.data;
    if (total !== undefined) counts[key] = formatCount(total);
  }
  return { counts, count: () => setWanted(true) };
}
