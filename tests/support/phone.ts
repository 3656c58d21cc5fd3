import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { ChangedKind } from '#contract/worker-message.ts';
import { dayOf } from '#domain/period.ts';
import { answerFromCopy } from '#sw/copy/answers.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { noOverlay, type Overlay } from '#sw/copy/overlay.ts';
import { storeAnswer } from '#sw/copy/store-answer.ts';
import { connectCopy } from '#sw/database/database.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { createSyncDown } from '#sw/sync/sync-down.ts';
import type { TestServer } from './server.ts';

/** A path as the phone and the server both know it. */
export const urlOf = (path: string) => new URL(path, 'http://api.invalid');

interface PhoneOptions {
  server: Pick<TestServer, 'clock'> & { app: Pick<TestServer['app'], 'request'> };
  token: string;
  brandId: string;
}

/** A phone's copy, in a browser's storage of its own, beside a server in this process. */
export function createPhone({ server, token, brandId }: PhoneOptions) {
  globalThis.indexedDB = new IDBFactory();
  const copy = connectCopy();
  const guard = createWriteGuard();
  const now = () => server.clock.now().getTime();
  const repainted: ChangedKind[][] = [];
  const asked: string[] = [];

  /** What the server answers to a GET. */
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
    /** Paths that were asked for, in their order. */
    asked,
    /** What pages were told to read again, in its order. */
    repainted,
    syncDown,
    sync: (options?: { force?: boolean }) => syncDown.run(brandId, options),
    /** What the copy answers to a GET; null where it can't. */
    answer: (path: string, overlay: Overlay = noOverlay) =>
      answerFromCopy(copy, { brandId, url: urlOf(path), today: dayOf(server.clock.now()), overlay }),
    /** Fetches an address and stores the answer, as a page's GET does. */
    async fetchAndStore(path: string) {
      const reading = guard.begin();
      const { body } = await request(path);
      const result = await writeCopy({ copy, guard, brandId, storedAt: now(), reading }, (write) =>
        storeAnswer(write, urlOf(path), body),
      );
      return result;
    },
  };
}
