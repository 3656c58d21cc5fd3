import { useEffect } from 'react';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

const holders = new Set<symbol>();
const unsaved = createStore(false);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  if (holders.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  unsaved.write(holders.size > 0);
}

/** True if anything typed on this page would be lost by a reload. */
export const hasUnsaved = unsaved.read;
/** Lets the page be left without a question. */
export function releaseUnsaved(): void {
  holders.clear();
  changed();
}
export const useHasUnsaved = (): boolean => useStore(unsaved);

/** While `isUnsaved` is true: no update reloads the page, and the browser asks before it is left. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = Symbol('unsaved');
    holders.add(holder);
    changed();
    return () => {
      holders.delete(holder);
      changed();
    };
  }, [isUnsaved]);
}
