import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Page } from '#contract/wire/page.ts';
import { internStrings } from '../shell/shared-texts.ts';

/** Number of pages before and after the visible ones that are also kept up to date. */
const margin = 1;

interface Pages {
  near: { first: number; last: number };
  /** Pages that were skipped by a refetch and may be stale. */
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
 * True if refetching a page can wait until the user scrolls near it. Otherwise each changed figure would refetch a list
 * of thousands of rows.
 */
function canWait(client: QueryClient, list: QueryKey, page: number): boolean {
  const { near, behind } = pagesOf(client, list);
  const waits = page < near.first || page > near.last;
  if (waits) behind.add(page);
  return waits;
}

/**
 * Records the visible pages. Returns true if any of them, or an adjacent one, is stale and the list must be refetched.
 */
export function recordVisiblePages(client: QueryClient, list: QueryKey, first: number, last: number): boolean {
  const pages = pagesOf(client, list);
  pages.near = { first: first - margin, last: last + margin };
  let waited = false;
  for (let page = pages.near.first; page <= pages.near.last; page += 1) {
    // Remove even a page that no longer exists, or it would be requested over and over.
    if (pages.behind.delete(page)) waited = true;
  }
  return waited;
}

interface Params<T> {
  client: QueryClient;
  /** Key of the list that the page belongs to. */
  queryKey: QueryKey;
  /** Number of the page, 1-based. */
  page: number;
  read: () => Promise<Page<T>>;
  /** Resolves after the next frame. */
  painted: () => Promise<void>;
}

/**
 * Reads a page of an infinite list. Returns a cached page unchanged if it isn't near the viewport. A page that extends
 * the list is returned one frame later: on a slow phone, parsing and rendering it together take more than a frame.
 */
export async function listPage<T>({ client, queryKey, page, read, painted }: Params<T>): Promise<Page<T>> {
  const known = client.getQueryData<InfiniteData<Page<T>>>(queryKey)?.pages[page - 1];
  if (known && canWait(client, queryKey, page)) return known;
  const answer = internStrings(await read());
  if (known === undefined && page > 1) await painted();
  return answer;
}
