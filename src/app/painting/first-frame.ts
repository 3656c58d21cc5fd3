import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { readSession } from '#api/session/session.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';

type Persister = ReturnType<typeof createSyncStoragePersister>;
export type PersistedClient = Parameters<Persister['persistClient']>[0];

const storageKey = 'afield-first-frame';
const maxChars = 100_000;
const kinds: readonly ChangedKind[] = ['brand', 'tags', 'campaigns'];

/**
 * True for queries with `meta: { firstFrame: true }`, which are restored from local storage before any database is
 * open.
 */
const isOfFirstFrame = (query: Query): boolean =>
  query.meta?.firstFrame === true &&
  query.state.status === 'success' &&
  kinds.some((kind) => kind === query.queryKey[0]);

type Stored = DehydratedState['queries'][number];

const firstPageOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
    ? { ...data, pages: (data.pages as unknown[]).slice(0, 1), pageParams: (data.pageParams as unknown[]).slice(0, 1) }
    : data;

/**
 * Keeps each kind's most recently fetched query (such as the list with its last filter), and only a list's first page.
 */
function trimmed(queries: readonly Stored[]): Stored[] {
  const latest = new Map<unknown, Stored>();
  for (const query of queries) {
    const kind = query.queryKey[0];
    const other = latest.get(kind);
    if (!other || query.state.dataUpdatedAt >= other.state.dataUpdatedAt) latest.set(kind, query);
  }
  return [...latest.values()].map((query) => ({
    ...query,
    state: { ...query.state, data: firstPageOf(query.state.data) },
  }));
}

/** Serializes at most 100 KB; the worker's copy has the rest. */
export function serializeFirstFrame(client: PersistedClient): string {
  const queries = trimmed(client.clientState.queries);
  for (;;) {
    const text = JSON.stringify({ ...client, clientState: { mutations: [], queries } });
    if (text.length <= maxChars || queries.length === 0) return text;
    queries.pop();
  }
}

/** Parses the stored text, reviving each response's `storedAt` as a Date. */
export const parseFirstFrame = (text: string): PersistedClient =>
  JSON.parse(text, (key, value: unknown) =>
    key === 'storedAt' && typeof value === 'string' ? new Date(value) : value,
  ) as PersistedClient;

/** A delayed save must not restore data after a logout. */
const storageOfSession = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    if (readSession() !== null) localStorage.setItem(key, value);
  },
  removeItem: (key: string) => localStorage.removeItem(key),
};

const persister = () =>
  createSyncStoragePersister({
    storage: storageOfSession,
    key: storageKey,
    serialize: serializeFirstFrame,
    deserialize: parseFirstFrame,
  });

/** Deletes the stored first frame: at logout, and when a session is over. */
export const forgetFirstFrame = (): void => localStorage.removeItem(storageKey);

/**
 * Renders the first frame from the data stored for this brand by this same build, and keeps the stored data up to date.
 * @param buster changes with the brand and the build, so that other brands' data or other shapes are never read
 */
export function persistFirstFrame(queryClient: QueryClient, buster: string): () => void {
  const storage = persister();
  try {
    const stored = storage.restoreClient() as PersistedClient | undefined;
    if (stored?.buster === buster) {
      hydrate(queryClient, stored.clientState);
      // Show restored queries but mark them stale: the worker's copy may be newer.
      void queryClient.invalidateQueries({ refetchType: 'none' });
    } else {
      forgetFirstFrame();
    }
  } catch {
    forgetFirstFrame();
  }
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.meta?.firstFrame !== true) return;
    if (type !== 'added' && type !== 'removed' && type !== 'updated') return;
    const clientState = dehydrate(queryClient, {
      shouldDehydrateQuery: isOfFirstFrame,
      shouldDehydrateMutation: () => false,
    });
    if (clientState.queries.length > 0) void storage.persistClient({ buster, timestamp: Date.now(), clientState });
  });
}
