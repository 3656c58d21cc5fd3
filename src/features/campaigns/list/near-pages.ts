import type { QueryClient } from '@tanstack/react-query';
import type { CampaignFilterKey } from '../queries.ts';

/** Pages before and behind what is seen that are kept up to date with it. */
const margin = 1;

interface Pages {
  near: { first: number; last: number };
  /** Pages that a change has gone past unread, as `filter page`. */
  behind: Set<string>;
}

const known = new WeakMap<QueryClient, Pages>();

function pagesOf(client: QueryClient): Pages {
  const pages = known.get(client) ?? { near: { first: 1, last: 1 + margin }, behind: new Set() };
  known.set(client, pages);
  return pages;
}

/**
 * For a page of a list that is read again: whether it can wait until one comes to it. A list of thousands would else be
 * fetched as a whole at every change.
 */
export function canWait(client: QueryClient, filter: CampaignFilterKey, page: number): boolean {
  const { near, behind } = pagesOf(client);
  const waits = page < near.first || page > near.last;
  if (waits) behind.add(`${filter} ${page}`);
  return waits;
}

/** These pages are seen now. Whether one of them, or beside them, has waited for that: it is to be read again. */
export function comeNear(client: QueryClient, filter: CampaignFilterKey, first: number, last: number): boolean {
  const pages = pagesOf(client);
  pages.near = { first: first - margin, last: last + margin };
  let waited = false;
  for (let page = pages.near.first; page <= pages.near.last; page += 1) {
    // Forgotten whether it still exists or not: what doesn't would be asked for on and on.
    if (pages.behind.delete(`${filter} ${page}`)) waited = true;
  }
  return waited;
}
