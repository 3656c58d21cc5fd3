import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/**
 * `waiting`: a newer version is installed and waiting. `reload`: it's already active, and this page belongs to the
 * older one.
 */
export type Update = 'waiting' | 'reload';

const current = createStore<Update | null>(null);

/** @param update null on a newly opened page */
export function setUpdate(update: Update | null): void {
  // `waiting` never replaces `reload`: a newer version than this page's is already active.
  if (update !== 'waiting' || current.read() !== 'reload') current.write(update);
}

export const useUpdate = (): Update | null => useStore(current);
