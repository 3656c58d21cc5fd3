import { forgetFirstFrame } from './first-frame.ts';
import { forgetFirstPaint } from './first-paint.ts';
import { leaveQueue } from './leave-queue.ts';
import { clearSession, isBrandSession, readSession } from './session.ts';
import { tellWorker } from './worker-link.ts';

const redirectMs = 100;
const wipeMs = 5000;
const copyDatabase = 'afield-copy';
/** Where pages keep files that were chosen and not sent yet; the worker has no part in it. */
export const draftsDatabase = 'afield-drafts';
/** What is the device's, not the brand's: it survives. */
const keptKeys = new Set(['mantine-color-scheme-value', 'afield-install-dismissed']);

/** Without a worker that answers, the page empties what it left behind. */
async function wipeWithoutWorker(brandId: string | null): Promise<void> {
  indexedDB.deleteDatabase(copyDatabase);
  await leaveQueue(brandId);
  if (!('caches' in window)) return;
  const names = await caches.keys();
  // The app's own files stay: they are the same for everyone.
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)));
}

/** Ends the session, empties every copy of the brand's data on this device, and leaves for the login. */
export async function logOut(): Promise<void> {
  const session = readSession();
  const brandId = isBrandSession(session) ? session.brandId : null;
  const reply = brandId === null ? null : await tellWorker({ type: 'wipe', brandId }, wipeMs);
  if (!reply?.ok) await wipeWithoutWorker(brandId).catch(() => undefined);
  window.indexedDB?.deleteDatabase(draftsDatabase);
  clearSession();
  forgetFirstFrame();
  forgetFirstPaint();
  for (const key of Object.keys(localStorage)) if (!keptKeys.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  setTimeout(() => window.location.assign('/'), redirectMs);
}
