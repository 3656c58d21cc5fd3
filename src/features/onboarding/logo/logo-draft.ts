import { openDB } from 'idb';
import { withTimeout } from '#api/with-timeout.ts';
import { draftsDatabase } from '#app/session/wipe-device.ts';
import type { Logo } from './logo.ts';

const store = 'logos';
const timeoutMs = 3000;

const open = () => openDB(draftsDatabase, 1, { upgrade: (database) => void database.createObjectStore(store) });

type Work<T> = (database: Awaited<ReturnType<typeof open>>) => Promise<T>;

async function onDrafts<T>(work: Work<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** If the storage is disabled or hangs, only the draft is lost, not the step. */
const withStorageTimeout = <T>(work: Work<T>): Promise<T | null> =>
  withTimeout(timeoutMs, onDrafts(work)).catch(() => null);

/** The picture that this brand chose on this device and hasn't saved yet. */
export const readLogoDraft = async (brandId: string): Promise<Logo | null> =>
  (await withStorageTimeout(async (drafts) => (await drafts.get(store, brandId)) as Logo | undefined)) ?? null;

export const writeLogoDraft = (brandId: string, logo: Logo): Promise<unknown> =>
  withStorageTimeout((drafts) => drafts.put(store, logo, brandId));

export const dropLogoDraft = (brandId: string): Promise<unknown> =>
  withStorageTimeout((drafts) => drafts.delete(store, brandId));
