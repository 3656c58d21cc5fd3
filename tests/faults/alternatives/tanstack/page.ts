import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { type Mutation, MutationObserver, QueryClient } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/react-query-persist-client';
import { type Decision, isTemporary, offer, requestOf } from '../decision.ts';

class RefusedError extends Error {}

/** Goes beyond the documentation's example: mutations under way are stored, too, and retried after a reload. */
const keepsAllPending = new URLSearchParams(location.search).has('all');

const client = new QueryClient();
// Functions can't be stored: without a default a restored mutation could not be resumed.
client.setMutationDefaults(['decide'], {
  gcTime: Number.POSITIVE_INFINITY,
  async mutationFn(decision: Decision) {
    const response = await fetch(requestOf(decision));
    if (!response.ok && !isTemporary(response.status)) throw new RefusedError(`Refused with ${response.status}`);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    // A captive portal's page is no JSON: it throws here, and the mutation is retried.
    return response.json();
  },
  retry: (_failures, error) => !(error instanceof RefusedError),
});
client.mount();

const pending = () =>
  client
    .getMutationCache()
    .getAll()
    .filter(({ state }) => state.status === 'pending') as Mutation<unknown, Error, Decision>[];

const [, restored] = persistQueryClient({
  // The persister's types come from its own version of the core; at runtime the client fits.
  queryClient: client as never,
  persister: createSyncStoragePersister({
    storage: localStorage,
    ...(keepsAllPending ? { throttleTime: 0 } : {}),
  }),
  maxAge: Number.POSITIVE_INFINITY,
  ...(keepsAllPending
    ? { dehydrateOptions: { shouldDehydrateMutation: ({ state }) => state.status === 'pending' } }
    : {}),
});
void restored.then(async () => {
  if (keepsAllPending) await Promise.allSettled(pending().map((mutation) => mutation.continue()));
  else await client.resumePausedMutations();
});

void navigator.serviceWorker.register('/service-worker.js', { type: 'module' });

offer({
  decide(decision) {
    const scope = { id: decision.offerId };
    const observer = new MutationObserver(client, { mutationKey: ['decide'], scope });
    void observer.mutate(decision as never).catch(() => undefined);
  },
  waiting: async () => pending().flatMap(({ state }) => state.variables?.key ?? []),
});
