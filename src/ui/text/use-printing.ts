import { useSyncExternalStore } from 'react';

const query = 'print';

function subscribe(listener: () => void): () => void {
  const print = matchMedia(query);
  print.addEventListener('change', listener);
  return () => print.removeEventListener('change', listener);
}

/** True while the page is laid out for print; dependents rerender before the browser captures it. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
