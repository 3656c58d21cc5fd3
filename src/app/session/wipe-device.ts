import { withTimeout } from '#api/with-timeout.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { databaseNames } from '#contract/account/device.ts';
import { leaveQueue } from '../intents/leave-queue.ts';
import type { DevicePart } from './remaining-data.ts';

const workerTimeoutMs = 5000;
const ownTimeoutMs = 2000;
/** The pages' database of files that the user chose but that weren't sent yet; the worker doesn't use it. */
export const draftsDatabase = 'afield-drafts';

/** Resolves to true if the database is deleted. An open connection in another tab prevents that. */
function deleteDatabase(name: string): Promise<boolean> {
  if (!('indexedDB' in window)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve(true);
    request.onerror = () => resolve(false);
  });
}

async function dropCaches(): Promise<boolean> {
  if (!('caches' in window)) return true;
  const names = await caches.keys();
  // The app's own files stay: they're the same for everyone.
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)));
  return true;
}

/**
 * Deletes all of the brand's data on this device, through the worker, or directly if it doesn't respond. Never rejects,
 * and takes at most 7 s.
 * @param brandId null if no brand was logged in
 * @returns the parts that couldn't be cleared
 */
export async function wipeDevice(brandId: string | null): Promise<DevicePart[]> {
  const reply =
    brandId === null ? null : await sendToWorker({ type: 'wipe', brandId }, workerTimeoutMs).catch(() => null);
  const works: [DevicePart, () => Promise<boolean>][] = [['drafts', () => deleteDatabase(draftsDatabase)]];
  if (!reply?.ok) {
    works.unshift(
      ['copy', () => deleteDatabase(databaseNames.copy)],
      ['queue', () => leaveQueue(brandId)],
      ['media', dropCaches],
      ['media', () => deleteDatabase(databaseNames.videos)],
    );
  }
  const left = await Promise.all(
    works.map(async ([part, work]) => {
      // Call it inside a promise, since a browser with storage disabled throws synchronously.
      const isGone = await withTimeout(ownTimeoutMs, Promise.resolve().then(work)).catch(() => false);
      return isGone === true ? [] : [part];
    }),
  );
  return left.flat();
}
