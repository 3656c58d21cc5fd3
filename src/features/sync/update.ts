import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** `waiting`: a newer version is installed and waits. `reload`: it is already in charge, this page is of the older one. */
export type Update = 'waiting' | 'reload';

const current = createStore<Update | null>(null);

/** @param update null on a page that was just opened */
export function setUpdate(update: Update | null): void {
  // A version in charge can't become one that waits again for this page.
  if (update !== 'waiting' || current.read() !== 'reload') current.write(update);
}

export const useUpdate = (): Update | null => useStore(current);
