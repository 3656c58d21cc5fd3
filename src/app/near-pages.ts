import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Pages before and behind what is seen that are kept up to date with it. */
const margin = 1;

interface Pages {
  near: { first: number; last: number };
  /** Pages that a change has gone past unread. */
  behind: Set<number>;
}

const known = new WeakMap<QueryClient, Map<string, Pages>>();

function pagesOf(client: QueryClient, list: QueryKey): Pages {
  const lists = known.get(client) ?? new Map<string, Pages>();
  known.set(client, lists);
  const key = hashKey(list);
  const pages = lists.get(key) ?? { near: { first: 1, last: 1 + margin }, behind: new Set() };
  lists.set(key, pages);
  return pages;
}

/**
 * For a page of a list that is read again: whether it can wait until one comes to it. A list of thousands would else be
 * fetched as a whole whenever a figure changes.
 */
export function canWait(client: QueryClient, list: QueryKey, page: number): boolean {
  const { near, behind } = pagesOf(client, list);
  const waits = page < near.first || page > near.last;
  if (waits) behind.add(page);
  return waits;
}

/** These pages are seen now. Whether one of them, or beside them, has waited for that: the list is to be read again. */
export function comeNear(client: QueryClient, list: QueryKey, first: number, last: number): boolean {
  const pages = pagesOf(client, list);
  pages.near = { first: first - margin, last: last + margin };
  let waited = false;
  for (let page = pages.near.first; page <= pages.near.last; page += 1) {
    // Forgotten whether it still exists or not: what doesn't would be asked for on and on.
    if (pages.behind.delete(page)) waited = true;
  }
  return waited;
}
