import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Page } from '#contract/page.ts';
import { withSharedTexts } from './shared-texts.ts';

/** Pages before and behind what is seen that are kept up to date with it. */
const margin = 1;

interface Pages {
  near: { first: number; last: number };
  /** Pages that a change has gone past unread. */
  behind: Set<number>;
}

const pagesByClient = new WeakMap<QueryClient, Map<string, Pages>>();

function pagesOf(client: QueryClient, list: QueryKey): Pages {
  const lists = pagesByClient.get(client) ?? new Map<string, Pages>();
  pagesByClient.set(client, lists);
  const key = hashKey(list);
  const pages = lists.get(key) ?? { near: { first: 1, last: 1 + margin }, behind: new Set() };
  lists.set(key, pages);
  return pages;
}

/**
 * True if a page of a list that is read again can wait until the user comes to it: a list of thousands would be fetched as a
 * whole whenever a figure changes.
 */
function canWait(client: QueryClient, list: QueryKey, page: number): boolean {
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

interface Given<T> {
  client: QueryClient;
  /** Key of the list that the page is a part of. */
  queryKey: QueryKey;
  /** From 1. */
  page: number;
  read: () => Promise<Page<T>>;
  /** Resolves in a frame that has nothing else to do. */
  painted: () => Promise<void>;
}

/**
 * A page of a list that goes on as far as one scrolls. One that has come before and is not near is left as it is. One that
 * goes on from where the list ended is handed over in another frame than the one in which it was read: reading and drawing
 * it are together more than a slow phone does in a frame.
 */
export async function listPage<T>({ client, queryKey, page, read, painted }: Given<T>): Promise<Page<T>> {
  const known = client.getQueryData<InfiniteData<Page<T>>>(queryKey)?.pages[page - 1];
  if (known && canWait(client, queryKey, page)) return known;
  const answer = withSharedTexts(await read());
  if (known === undefined && page > 1) await painted();
  return answer;
}
