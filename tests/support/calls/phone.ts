import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { dayOf } from '#domain/time/period.ts';
import { copyCallOf, respondFromCopy } from '#sw/copy/copy-call.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { noOverlay, type Overlay } from '#sw/copy/overlay.ts';
import { connectCopy } from '#sw/database/database.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { apiCallOf } from '#sw/network/api-call.ts';
import { createSyncDown } from '#sw/sync/sync-down.ts';
import type { TestServer } from '../servers/server.ts';

/** The reader and writer of the phone's local data for a GET of a path; null if it isn't stored. */
export function copiedGet(path: string) {
  const call = apiCallOf('GET', `http://api.invalid${path}`);
  return call && copyCallOf(call);
}

interface PhoneOptions {
  server: Pick<TestServer, 'clock'> & { app: Pick<TestServer['app'], 'request'> };
  token: string;
  brandId: string;
}

/** Creates a phone with a separate IndexedDB, beside a server in this process. */
export function createPhone({ server, token, brandId }: PhoneOptions) {
  globalThis.indexedDB = new IDBFactory();
  const copy = connectCopy();
  const guard = createWriteGuard();
  const now = () => server.clock.now().getTime();
  const repainted: ChangedKind[][] = [];
  const asked: string[] = [];

  /** Requests a path from the server. */
  async function request(path: string): Promise<{ status: number; body: unknown }> {
    asked.push(path);
    const response = await server.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
    return { status: response.status, body: await response.json() };
  }

  const deps = { copy, guard, request, now, isDataSaver: () => false };
  const syncDown = createSyncDown({ ...deps, changed: (kinds) => repainted.push([...kinds].sort()) });

  return {
    copy,
    guard,
    request,
    now,
    /** Requested paths in order. */
    asked,
    /** Kinds of data that pages were asked to re-read, in order. */
    repainted,
    syncDown,
    sync: (options?: { force?: boolean }) => syncDown.run(brandId, options),
    /** Serves a GET from local data; null if that isn't possible. */
    async answer(path: string, overlay: Overlay = noOverlay) {
      const call = copiedGet(path);
      return call && respondFromCopy(copy, call, { brandId, today: dayOf(server.clock.now()), overlay });
    },
    /** Fetches an address and stores the response, as a page's GET does. */
    async fetchAndStore(path: string) {
      const reading = guard.begin();
      const { body } = await request(path);
      const write = { copy, guard, brandId, storedAt: now(), reading };
      return writeCopy(write, async (writing) => copiedGet(path)?.store(writing, body));
    },
  };
}
