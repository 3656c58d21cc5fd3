import { useSyncExternalStore } from 'react';

const query = 'print';

function subscribe(listener: () => void): () => void {
  const print = matchMedia(query);
  print.addEventListener('change', listener);
  return () => print.removeEventListener('change', listener);
}

/** True while the page is laid out for paper: what depends on it is rendered before the browser takes its picture. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
