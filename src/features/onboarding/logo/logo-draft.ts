import { openDB } from 'idb';
import { draftsDatabase } from '../../../api/log-out.ts';
import type { Logo } from './logo.ts';

const store = 'logos';

const open = () => openDB(draftsDatabase, 1, { upgrade: (database) => void database.createObjectStore(store) });

async function within<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T | null> {
  try {
    const database = await open();
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch {
    // A browser that forbids storage costs the draft, not the step.
    return null;
  }
}

/** The picture that this brand has chosen on this device and not saved yet. */
export const readLogoDraft = async (brandId: string): Promise<Logo | null> =>
  (await within(async (drafts) => (await drafts.get(store, brandId)) as Logo | undefined)) ?? null;

export const writeLogoDraft = (brandId: string, logo: Logo): Promise<unknown> =>
  within((drafts) => drafts.put(store, logo, brandId));

export const dropLogoDraft = (brandId: string): Promise<unknown> => within((drafts) => drafts.delete(store, brandId));
