import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** Null where the browser doesn't say. */
const isKept = createStore<boolean | null>(null, () => {
  // The browser may have decided otherwise meanwhile.
  void navigator.storage?.persisted?.().then(isKept.write, () => undefined);
});
let isAsked = false;

/**
 * Asks the browser, once a visit, to keep what is stored when it is short of space
 * (https://storage.spec.whatwg.org/#dom-storagemanager-persist). Some ask the user: so only when there is something to lose,
 * as a decision that waits, or when the app was installed.
 */
export async function keepStorage(): Promise<void> {
  const storage = navigator.storage;
  if (isAsked || !storage?.persist) return;
  isAsked = true;
  const persisted = await storage.persisted().catch(() => false);
  isKept.write(persisted || (await storage.persist().catch(() => false)));
}

/** An installed app is there to stay, and so is what it stores. */
export function keepStorageOfInstalled(): void {
  window.addEventListener('appinstalled', () => void keepStorage());
  if (window.matchMedia('(display-mode: standalone)').matches) void keepStorage();
}

/** True if the browser keeps this site's data until the user removes it; null where it doesn't say. */
export const useIsStorageKept = (): boolean | null => useStore(isKept);
