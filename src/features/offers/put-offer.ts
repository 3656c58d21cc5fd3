import type { QueryClient } from '@tanstack/react-query';
import type { Offer } from '#contract/offer.ts';
import type { Page } from '#contract/page.ts';
import { offerKeys } from './queries.ts';

/** The one of two answers about an offer that the server gave later; the first where they are of the same time. */
export function newerOffer(a: Offer | undefined, b: Offer | undefined): Offer | undefined {
  return a !== undefined && (b === undefined || Date.parse(a.updatedAt) >= Date.parse(b.updatedAt)) ? a : b;
}

function changeOffer(client: QueryClient, id: string, change: (shown: Offer) => Offer): void {
  client.setQueriesData<Page<Offer>>(
    { queryKey: offerKeys.lists },
    (list) => list && { ...list, data: list.data.map((each) => (each.id === id ? change(each) : each)) },
  );
}

/** Puts an offer wherever it is shown; what is newer there stays: an answer may come after news of what followed it. */
export function putOffer(client: QueryClient, offer: Offer): void {
  const newerOf = (shown: Offer | undefined) => newerOffer(offer, shown) ?? offer;
  client.setQueryData<Offer>(offerKeys.detail(offer.id), newerOf);
  changeOffer(client, offer.id, newerOf);
}

/** Lays a decision that waits over its offer wherever it is shown, whatever the offer holds by now. */
export function layDecision(client: QueryClient, id: string, pendingAction: NonNullable<Offer['pendingAction']>): void {
  const lay = (shown: Offer): Offer => ({ ...shown, pendingAction });
  client.setQueryData<Offer>(offerKeys.detail(id), (shown) => shown && lay(shown));
  changeOffer(client, id, lay);
}

/** An offer as some list has shown it: it stands in until its own answer is here. */
export function offerInLists(client: QueryClient, id: string): Offer | undefined {
  return client
    .getQueriesData<Page<Offer>>({ queryKey: offerKeys.lists })
    .flatMap(([, list]) => list?.data ?? [])
    .find((offer) => offer.id === id);
}
