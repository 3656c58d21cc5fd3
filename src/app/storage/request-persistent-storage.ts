import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** True if stored data is safe from eviction; null if the browser doesn't report that. */
const isPersistent = createStore<boolean | null>(null, () => {
  // The browser may have changed its decision since.
  void navigator.storage?.persisted?.().then(isPersistent.write, () => undefined);
});
let isAsked = false;

/**
 * Asks the browser, once per visit, not to evict stored data when space is low
 * (https://storage.spec.whatwg.org/#dom-storagemanager-persist). Some browsers prompt the user, so call it only with
 * something to lose, such as a pending decision, or once the app is installed.
 */
export async function requestPersistentStorage(): Promise<void> {
  const storage = navigator.storage;
  if (isAsked || !storage?.persist) return;
  isAsked = true;
  const persisted = await storage.persisted().catch(() => false);
  isPersistent.write(persisted || (await storage.persist().catch(() => false)));
}

/** Requests persistent storage for an installed app. */
export function requestPersistentStorageIfInstalled(): void {
  window.addEventListener('appinstalled', () => void requestPersistentStorage());
  if (window.matchMedia('(display-mode: standalone)').matches) void requestPersistentStorage();
}

/** True if the browser keeps this site's data until the user removes it; null if it doesn't report that. */
export const useIsStoragePersistent = (): boolean | null => useStore(isPersistent);
