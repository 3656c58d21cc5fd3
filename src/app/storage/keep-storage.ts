import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** Null if the browser doesn't report it. */
const isKept = createStore<boolean | null>(null, () => {
  // The browser may have changed its decision since.
  void navigator.storage?.persisted?.().then(isKept.write, () => undefined);
});
let isAsked = false;

/**
 * Asks the browser, once per visit, not to evict stored data when space is low
 * (https://storage.spec.whatwg.org/#dom-storagemanager-persist). Some browsers prompt the user, so call it only with
 * something to lose, such as a pending decision, or once the app is installed.
 */
export async function keepStorage(): Promise<void> {
  const storage = navigator.storage;
  if (isAsked || !storage?.persist) return;
  isAsked = true;
  const persisted = await storage.persisted().catch(() => false);
  isKept.write(persisted || (await storage.persist().catch(() => false)));
}

/** Requests persistent storage for an installed app. */
export function keepStorageOfInstalled(): void {
  window.addEventListener('appinstalled', () => void keepStorage());
  if (window.matchMedia('(display-mode: standalone)').matches) void keepStorage();
}

/** True if the browser keeps this site's data until the user removes it; null if it doesn't report that. */
export const useIsStorageKept = (): boolean | null => useStore(isKept);
