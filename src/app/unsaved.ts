import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '#domain/listeners.ts';

const holders = new Set<symbol>();
const { subscribe, tell } = createListeners();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  if (holders.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  tell();
}

/** True if anything typed on this page would be lost by a reload. */
export const hasUnsaved = (): boolean => holders.size > 0;
/** Lets the page be left without a question. */
export function releaseUnsaved(): void {
  holders.clear();
  changed();
}
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved);

/** While `unsaved` is true: no update reloads the page, and the browser asks before it is left. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const holder = Symbol('unsaved');
    holders.add(holder);
    changed();
    return () => {
      holders.delete(holder);
      changed();
    };
  }, [unsaved]);
}
