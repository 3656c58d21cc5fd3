import type { QueryClient } from '@tanstack/react-query';
import type { Offer } from '../../contract/offer.ts';
import type { Page } from '../../contract/page.ts';
import { offerKeys } from './queries.ts';

/** Puts an offer as it is now wherever it is shown. */
export function putOffer(client: QueryClient, offer: Offer): void {
  client.setQueryData(offerKeys.detail(offer.id), offer);
  client.setQueriesData<Page<Offer>>(
    { queryKey: offerKeys.lists },
    (list) => list && { ...list, data: list.data.map((each) => (each.id === offer.id ? offer : each)) },
  );
}

/** An offer as some list has shown it: it stands in until its own answer is here. */
export function offerInLists(client: QueryClient, id: string): Offer | undefined {
  return client
    .getQueriesData<Page<Offer>>({ queryKey: offerKeys.lists })
    .flatMap(([, list]) => list?.data ?? [])
    .find((offer) => offer.id === id);
}
