import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '#contract/page.ts';
import { canWait } from './near-pages.ts';
import { withSharedTexts } from './shared-texts.ts';

interface Given<T> {
  client: QueryClient;
  /** Of the list that the page is one of. */
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
