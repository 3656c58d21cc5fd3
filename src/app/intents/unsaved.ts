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

/** True if a reload would lose anything typed on this page. */
export const hasUnsaved = unsaved.read;
/** Allows leaving the page without a confirmation prompt. */
export function clearUnsavedForms(): void {
  holders.clear();
  changed();
}
export const useHasUnsaved = (): boolean => useStore(unsaved);

/** While `isUnsaved` is true, updates don't reload the page, and the browser asks before leaving it. */
export function useUnsavedWarning(isUnsaved: boolean): void {
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
